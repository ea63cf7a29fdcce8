"""Fragments that pages share: found among the pages of a site, and found again in a new page.

Texts that are equal meet by their hash. Similar ones meet in a band of their MinHash sketches and
are then compared by their shingles, so the sketch only proposes and never decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.features.shingles import (
    PERMUTATIONS,
    FragmentTree,
    Hashes,
    bands,
    resemblance,
    rows_per_band,
    slice_sketches,
)

Sketch = NDArray[np.uint32]
Wanted = Callable[[int], bool]

# Members of a band that are compared; a band this full holds variants of one fragment, and any of
# them will do.
_FULL_BAND: Final = 32
# Standard errors by which the estimate of a sketch may be too low before it is believed.
_DOUBT: Final = 5


@dataclass(frozen=True, slots=True)
class Rule:
    """When a fragment is shared."""

    share_factor: int
    """Pages that must hold it."""
    min_match: float
    """Resemblance from which two fragments are the same one."""
    min_bytes: int
    """Smallest text that is a fragment."""


@dataclass(slots=True)
class SketchIndex:
    """Slices of shingles, found by resemblance. Members are numbered as they were added."""

    min_match: float
    _slices: list[Hashes] = field(default_factory=list)
    _sketches: list[Sketch] = field(default_factory=list)
    _bands: dict[int, list[int]] = field(default_factory=dict)
    _distinct: dict[int, Hashes] = field(default_factory=dict)

    def keys(self, sketches: NDArray[np.uint32]) -> list[list[int]]:
        """The bands of each sketch."""
        keys: list[list[int]] = bands(sketches, rows_per_band(self.min_match)).tolist()
        return keys

    def similar(
        self, keys: Iterable[int], sketch: Sketch, shingles: Hashes, is_wanted: Wanted
    ) -> Iterator[int]:
        """Members that resemble the shingles of a node, of those that are wanted."""
        own = None
        for member in sorted({member for key in keys for member in self._bands.get(key, ())}):
            if not is_wanted(member) or not self._may_resemble(member, sketch):
                continue
            own = np.unique(shingles) if own is None else own
            if member not in self._distinct:
                self._distinct[member] = np.unique(self._slices[member])
            if resemblance(self._distinct[member], own) >= self.min_match:
                yield member

    def _may_resemble(self, member: int, sketch: Sketch) -> bool:
        error = (self.min_match * (1 - self.min_match) / PERMUTATIONS) ** 0.5
        agreement = np.count_nonzero(self._sketches[member] == sketch) / PERMUTATIONS
        return bool(agreement >= self.min_match - _DOUBT * error)

    def add(self, keys: Iterable[int], sketch: Sketch, shingles: Hashes) -> None:
        number = len(self._slices)
        self._slices.append(shingles)
        self._sketches.append(sketch)
        for key in keys:
            members = self._bands.setdefault(key, [])
            if len(members) < _FULL_BAND:
                members.append(number)


def pages_of_values(trees: Sequence[FragmentTree], rule: Rule) -> dict[int, set[int]]:
    """For the value of each node that is large enough, the pages with a node that resembles it.

    Pairs that can tell nothing new are not compared: once a node is known to be shared, its exact
    number of pages is left open.
    """
    own, first_seen = _pages_of_equal(trees, rule)
    counted = {value: set(pages) for value, pages in own.items()}
    index = SketchIndex(rule.min_match)
    members: list[int] = []
    for tree, new in zip(trees, first_seen, strict=True):
        for value, keys, sketch, shingles in _sketched(tree, new, index):

            def is_open(member: int, value: int = value) -> bool:
                other = members[member]
                mine, theirs = counted[value], counted[other]
                is_settled = min(len(mine), len(theirs)) >= rule.share_factor
                return not is_settled and not (own[other] <= mine and own[value] <= theirs)

            for member in index.similar(keys, sketch, shingles, is_open):
                counted[value] |= own[members[member]]
                counted[members[member]] |= own[value]
            members.append(value)
            index.add(keys, sketch, shingles)
    return counted


def _pages_of_equal(
    trees: Sequence[FragmentTree], rule: Rule
) -> tuple[dict[int, set[int]], list[list[int]]]:
    """The pages of each value, and for each page the nodes whose value is new with it."""
    pages: dict[int, set[int]] = {}
    first_seen: list[list[int]] = []
    for page, tree in enumerate(trees):
        new = []
        for node in np.flatnonzero(tree.size >= rule.min_bytes).tolist():
            value = int(tree.value[node])
            if value not in pages:
                pages[value] = set()
                new.append(node)
            pages[value].add(page)
        first_seen.append(new)
    return pages, first_seen


def _sketched(
    tree: FragmentTree, nodes: Sequence[int], index: SketchIndex
) -> Iterator[tuple[int, list[int], Sketch, Hashes]]:
    """Value, bands, sketch and shingles of those nodes that are as long as a shingle."""
    chosen = np.array(nodes, dtype=np.intp)
    chosen = chosen[tree.stop[chosen] > tree.first[chosen]]
    sketches = slice_sketches(tree.shingles, tree.first[chosen], tree.stop[chosen])
    for node, keys, sketch in zip(chosen.tolist(), index.keys(sketches), sketches, strict=True):
        yield int(tree.value[node]), keys, sketch, tree.shingles[tree.first[node] : tree.stop[node]]


@dataclass(frozen=True, slots=True)
class Fragment:
    """Shingles of a text as they follow each other, and the slices of it that are shared nodes."""

    shingles: Hashes
    parts: list[tuple[int, int, int]]
    """(start, stop, pages) of each part."""


class SharedFragments:
    """What pages of a site share, as hashes and page counts."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.values: dict[int, int] = {}
        """Value of a shared node → pages that hold it."""
        self.fragments: list[Fragment] = []
        self._index = SketchIndex(rule.min_match)
        self._pages: list[int] = []

    @classmethod
    def of(cls, trees: Sequence[FragmentTree], rule: Rule) -> Self:
        """Learn from the pages of a site.

        Of fragments that resemble each other one is kept, so that a footer with a counter takes no
        more room for a thousand pages than for two.
        """
        shared = cls(rule)
        counted = pages_of_values(trees, rule)
        for tree in trees:
            nodes = [
                node
                for node in np.flatnonzero(tree.size >= rule.min_bytes).tolist()
                if len(counted[int(tree.value[node])]) >= rule.share_factor
            ]
            slices = []
            for node, known in zip(nodes, shared.pages(tree, nodes), strict=True):
                if known:
                    continue
                pages = len(counted[int(tree.value[node])])
                shared.values[int(tree.value[node])] = pages
                if tree.stop[node] > tree.first[node]:
                    slices.append((int(tree.first[node]), int(tree.stop[node]), pages))
            for fragment in _nested(tree.shingles, slices):
                shared.add(fragment)
        return shared

    def add(self, fragment: Fragment) -> None:
        """Know a fragment and its parts."""
        self.fragments.append(fragment)
        first = np.array([start for start, _, _ in fragment.parts], dtype=np.intp)
        stop = np.array([stop for _, stop, _ in fragment.parts], dtype=np.intp)
        sketches = slice_sketches(fragment.shingles, first, stop)
        for part, keys, sketch in zip(
            fragment.parts, self._index.keys(sketches), sketches, strict=True
        ):
            self._pages.append(part[2])
            self._index.add(keys, sketch, fragment.shingles[part[0] : part[1]])

    def pages(self, tree: FragmentTree, nodes: Sequence[int]) -> list[int]:
        """How many pages hold each of the nodes; 0 for those that are not shared."""
        found = {node: self.values.get(int(tree.value[node]), 0) for node in nodes}
        unknown = [node for node, pages in found.items() if not pages]
        by_value = {int(tree.value[node]): node for node in unknown}
        for value, keys, sketch, shingles in _sketched(tree, unknown, self._index):
            for member in self._index.similar(keys, sketch, shingles, lambda _: True):
                found[by_value[value]] = self._pages[member]
                break
        return [found[node] for node in nodes]

    def maximal(self, tree: FragmentTree) -> list[tuple[int, int]]:
        """(node, pages) of the outermost shared nodes of a page."""
        large = np.flatnonzero(tree.size >= self.rule.min_bytes)
        equal = np.array([int(value) in self.values for value in tree.value[large].tolist()], bool)
        # Nodes inside a node that is known by its value need not be looked at.
        nodes = [node for node, _ in _outermost(tree, large.tolist(), equal.tolist())]
        return list(_outermost(tree, nodes, self.pages(tree, nodes), only_shared=True))

    def export(self) -> dict[str, Any]:
        return {
            "values": {str(value): pages for value, pages in self.values.items()},
            "fragments": [
                {"shingles": each.shingles.tolist(), "parts": [list(part) for part in each.parts]}
                for each in self.fragments
            ],
        }

    @classmethod
    def restored(cls, learned: dict[str, Any], rule: Rule) -> Self:
        """Take back what `export` gave; raises KeyError, TypeError or ValueError on rubbish."""
        shared = cls(rule)
        shared.values = {int(value): int(pages) for value, pages in learned["values"].items()}
        for each in learned["fragments"]:
            shingles = np.array(each["shingles"], dtype=np.uint64)
            parts = [(int(start), int(stop), int(pages)) for start, stop, pages in each["parts"]]
            if not all(0 <= start < stop <= len(shingles) for start, stop, _ in parts):
                raise ValueError("a part lies outside its fragment")
            shared.add(Fragment(shingles, parts))
        return shared


def _outermost(
    tree: FragmentTree, nodes: Sequence[int], marks: Sequence[int], *, only_shared: bool = False
) -> Iterator[tuple[int, int]]:
    """Nodes (in document order) that lie in no marked one before them, with their marks."""
    covered = 0
    for node, mark in zip(nodes, marks, strict=True):
        if tree.last[node] <= covered:
            continue
        if mark:
            covered = int(tree.last[node])
        if mark or not only_shared:
            yield node, int(mark)


def _nested(shingles: Hashes, slices: Sequence[tuple[int, int, int]]) -> Iterator[Fragment]:
    """Slices in document order, put together with the outermost one that holds them."""
    start = end = 0
    parts: list[tuple[int, int, int]] = []
    for first, stop, pages in slices:
        if stop > end:
            if parts:
                yield Fragment(shingles[start:end], parts)
            start, end, parts = first, stop, []
        parts.append((first - start, stop - start, pages))
    if parts:
        yield Fragment(shingles[start:end], parts)
