"""Layout classes: the pages of a site in groups that share a template.

A site has several templates (article, index, profile…), and what is learned from one of them does
not hold for another. A page is taken as the set of its tag paths, the chains of tags from the top
down to each element; two pages are as alike as their sets, estimated from MinHash sketches. A page
joins the class with the page most like it among the first of the class, or begins a class.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError
from thresher.features.shingles import PERMUTATIONS, Hashes, hash_words, mix, sketch
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable

NO_CLASS: Final = -1
# Chosen on 1,334 pages of 81 sites of docs, swde and daniel thrown together: at .4 three classes
# mix sites, from .5 on only two sister sites meet, and up to .5 no site of swde falls apart.
MIN_LIKENESS: Final = 0.5

# Pages of a class that stand for it; more would cost time and change little.
_MAX_EXEMPLARS: Final = 8
# Deeper elements are left out: they say little more, and only hostile pages have many levels.
_MAX_DEPTH: Final = 64


def layout_classes(pages: Iterable[Page], min_likeness: float = MIN_LIKENESS) -> list[int]:
    """The class of each page; classes are numbered as they appear."""
    classes = LayoutClasses(min_likeness)
    return [classes.add(page) for page in pages]


def tag_paths(table: NodeTable) -> Hashes:
    """The distinct tag paths of a page, hashed."""
    labels = hash_words(table.names)[table.tag]
    is_element = table.tag > tags.CODES[tags.OTHER_NODE]
    rows = np.flatnonzero(is_element & (table.depth < _MAX_DEPTH))
    rows = rows[np.argsort(table.depth[rows], kind="stable")]
    paths = labels.copy()
    levels = np.searchsorted(table.depth[rows], np.arange(1, _MAX_DEPTH + 1))
    for first, last in zip(levels[:-1].tolist(), levels[1:].tolist(), strict=True):
        level = rows[first:last]
        paths[level] = mix(paths[table.parent[level]] * np.uint64(3) + labels[level])
    return np.unique(paths[rows])


class LayoutClasses:
    """Classes that grow page by page, and that a new page finds its place in."""

    def __init__(self, min_likeness: float = MIN_LIKENESS) -> None:
        if not 0 < min_likeness <= 1:
            raise BadOption(f"min_likeness must be above 0 and at most 1, not {min_likeness}")
        self.min_likeness = min_likeness
        self.pages: list[int] = []
        """How many pages each class has got."""
        self._sketches: NDArray[np.uint32] = np.empty((0, PERMUTATIONS), dtype=np.uint32)
        self._owners: list[int] = []

    def __len__(self) -> int:
        return len(self.pages)

    def assign(self, page: Page) -> int:
        """The class of a page, or `NO_CLASS` when it is like none of them. Learns nothing."""
        return self._nearest(sketch(tag_paths(page.table)))

    def add(self, page: Page) -> int:
        """The class of a page, which becomes a part of it; a page like no other begins one."""
        own = sketch(tag_paths(page.table))
        number = self._nearest(own)
        if number == NO_CLASS:
            number = len(self.pages)
            self.pages.append(0)
        self.pages[number] += 1
        if self.pages[number] <= _MAX_EXEMPLARS:
            self._sketches = np.vstack([self._sketches, own])
            self._owners.append(number)
        return number

    def _nearest(self, own: NDArray[np.uint32]) -> int:
        if not self._owners:
            return NO_CLASS
        likeness = np.count_nonzero(self._sketches == own, axis=1) / PERMUTATIONS
        best = int(np.argmax(likeness))
        return self._owners[best] if likeness[best] >= self.min_likeness else NO_CLASS

    def export(self) -> dict[str, Any]:
        """The classes as plain values that JSON can hold."""
        return {
            "min_likeness": self.min_likeness,
            "pages": list(self.pages),
            "exemplars": [
                {"class": owner, "sketch": row}
                for owner, row in zip(self._owners, self._sketches.tolist(), strict=True)
            ],
        }

    @classmethod
    def restored(cls, exported: dict[str, Any]) -> Self:
        """The classes from what `export` gave."""
        try:
            classes = cls(float(exported["min_likeness"]))
            classes.pages = [int(count) for count in exported["pages"]]
            classes._owners = [int(each["class"]) for each in exported["exemplars"]]
            sketches = [[int(value) for value in each["sketch"]] for each in exported["exemplars"]]
            shape = len(sketches), PERMUTATIONS
            classes._sketches = np.array(sketches, dtype=np.uint32).reshape(shape)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(f"these are no usable layout classes: {error}") from error
        if not all(0 <= owner < len(classes.pages) for owner in classes._owners):
            raise ModelFormatError("these are no usable layout classes: an exemplar has no class")
        return classes
