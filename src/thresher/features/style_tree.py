"""The site style tree: how the pages of a site present their elements, and what they put in them.

Element nodes alternate with style nodes. A style of an element is the sequence of its children; the
children of a style are elements again, one for each place of the sequence. Both are numbered as
they appear, so a parent always has a smaller number than its children, and the importances are
computed in one pass from the last number to the first.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.features.packed import packed, unpacked
from thresher.features.shingles import Hashes, hash_words, link_name, page_tokens
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable

Numbers = NDArray[np.intp]
Floats = NDArray[np.float64]

ROOT: Final = 0
_MASK: Final = 2**48 - 1
_BASE: Final = 0x9E3779B97F4B


@dataclass(frozen=True, slots=True)
class StyledPage:
    """What the tree needs of a page."""

    rows: list[int]
    """Rows with something to see at or below them, in document order."""
    parents: list[int]
    place: list[int]
    """Place of each row among its siblings that are also in `rows`."""
    style: list[int]
    """Of each row, the hash of the sequence of its children; 0 when it has none."""
    top_style: int
    feature_row: Numbers
    """Row of each feature of a leaf."""
    feature: Hashes

    @classmethod
    def of(cls, page: Page, attributes: Sequence[str]) -> StyledPage:
        """Labels, sequences and features of a page."""
        table = page.table
        tokens, _, per_row = page_tokens(table)
        rows = np.flatnonzero(table.subtree_sums(per_row) > 0).tolist()
        parents, place = table.parent.tolist(), [0] * len(table)
        style, children = [0] * (len(table) + 1), [0] * (len(table) + 1)
        for row, label in zip(rows, _labels(table, rows, attributes), strict=True):
            parent = parents[row]  # -1 at the top: the last entry
            place[row] = children[parent]
            children[parent] += 1
            style[parent] = ((style[parent] + 1) * _BASE + label) & _MASK
        feature_row = np.repeat(np.arange(len(table)), per_row)
        link_row, links = _links(table, np.flatnonzero(per_row))
        return cls(
            rows,
            parents,
            place,
            style,
            style[-1],
            np.concatenate([feature_row, link_row]),
            np.concatenate([tokens, links]) & np.uint64(_MASK),
        )

    def export(self) -> dict[str, str]:
        """What is needed to learn from the page, as text; rows are numbered anew."""
        number = {row: place for place, row in enumerate(self.rows)}
        parents = [number.get(self.parents[row], -1) for row in self.rows]
        columns = {
            "parents": array("q", parents),
            "place": array("q", [self.place[row] for row in self.rows]),
            "style": array("Q", [*(self.style[row] for row in self.rows), self.top_style]),
            "feature_row": array("q", [number[row] for row in self.feature_row.tolist()]),
            "feature": array("Q", self.feature.tolist()),
        }
        return {name: packed(column) for name, column in columns.items()}

    @classmethod
    def restored(cls, given: dict[str, str]) -> StyledPage:
        """From what `export` gave; KeyError, TypeError or ValueError when it is damaged."""
        parents, place = (unpacked(given[name], "q").tolist() for name in ("parents", "place"))
        style = unpacked(given["style"], "Q").tolist()
        feature_row = np.array(unpacked(given["feature_row"], "q"), dtype=np.intp)
        feature = np.array(unpacked(given["feature"], "Q"), dtype=np.uint64)
        rows = list(range(len(parents)))
        if len(place) != len(rows) or len(style) != len(rows) + 1:
            raise ValueError("the columns of a page differ in length")
        # A row comes after its parent, and a parent has a sequence of children.
        is_tree = all(-1 <= parents[row] < row and style[parents[row]] for row in rows)
        is_inside = len(feature) == len(feature_row) and np.isin(feature_row, rows).all()
        if not is_tree or not is_inside:
            raise ValueError("a row lies outside its page")
        return cls(rows, parents, place, style, style[-1], feature_row, feature)


def _labels(table: NodeTable, rows: Sequence[int], attributes: Sequence[str]) -> list[int]:
    """A hash of tag and attributes of each row."""
    names = []
    for row in rows:
        name = table.names[table.tag[row]]
        if name[0] != "#":
            node: Any = table.nodes[row]
            name = "\n".join([name, *(node.attr(attribute) or "" for attribute in attributes)])
        names.append(name)
    labels: list[int] = (hash_words(names) & np.uint64(_MASK)).tolist()
    return labels


def _links(table: NodeTable, leaves: Numbers) -> tuple[Numbers, Hashes]:
    """The leaves inside links, and a hash of where each of them leads."""
    linked = leaves[(table.flags[leaves] & tags.IN_LINK) != 0]
    anchor = tags.CODES["a"]
    targets = []
    for row in linked.tolist():
        while row >= 0 and table.tag[row] != anchor:
            row = int(table.parent[row])
        node: Any = table.nodes[row] if row >= 0 else None
        targets.append(link_name(node.attr("href") or "") if node is not None else "")
    return linked, hash_words(targets)


@dataclass(frozen=True, slots=True)
class StyleTree:
    """Elements and styles by number; element 0 is the page itself."""

    styles: list[dict[int, int]]
    """Of each element, its styles: hash of the sequence → number of the style."""
    places: list[dict[int, int]]
    """Of each style, its elements: place in the sequence → number of the element."""
    element_pages: list[int]
    style_pages: list[int]
    importance: Floats
    """CompImp of each element."""
    features: dict[int, Hashes]
    """The features of each leaf element that occurs in more than one page."""

    @classmethod
    def of(cls, pages: Sequence[StyledPage], gamma: float) -> StyleTree:
        """The tree of the pages of a site, with the importance of every element."""
        styles: list[dict[int, int]] = [{}]
        places: list[dict[int, int]] = []
        element_pages, style_pages = [0], []
        elements_of_pages = []
        for page in pages:
            element_of = {-1: ROOT}
            style_of: dict[int, int] = {}
            element_pages[ROOT] += 1
            for row in (-1, *page.rows):
                if row >= 0:
                    below = places[style_of[page.parents[row]]]
                    element = below.setdefault(page.place[row], len(styles))
                    if element == len(styles):
                        styles.append({})
                        element_pages.append(0)
                    element_pages[element] += 1
                    element_of[row] = element
                if page.style[row]:
                    known = styles[element_of[row]]
                    style = known.setdefault(page.style[row], len(places))
                    if style == len(places):
                        places.append({})
                        style_pages.append(0)
                    style_pages[style] += 1
                    style_of[row] = style
            elements_of_pages.append(element_of)
        leaf, features = _leaf_importances(pages, elements_of_pages, element_pages)
        tree = cls(styles, places, element_pages, style_pages, leaf, features)
        tree._fill(gamma)
        return tree

    def _fill(self, gamma: float) -> None:
        """CompImp of the inner elements, from that of the leaves."""
        values = self.importance.tolist()
        for element in range(len(values) - 1, -1, -1):
            styles = list(self.styles[element].values())
            if styles:
                counts = [self.style_pages[style] for style in styles]
                below = [
                    sum(values[child] for child in self.places[style].values())
                    / len(self.places[style])
                    for style in styles
                ]
                values[element] = composite_importance(counts, below, gamma)
        self.importance[:] = values

    def noisy(self, max_importance: float) -> list[bool]:
        """Which elements lie under the threshold with all their descendants."""
        noisy: list[bool] = (self.importance < max_importance).tolist()
        for element in range(len(noisy) - 1, -1, -1):
            noisy[element] = noisy[element] and all(
                noisy[child]
                for style in self.styles[element].values()
                for child in self.places[style].values()
            )
        return noisy


def node_importance(style_pages: Sequence[int]) -> float:
    """NodeImp: entropy of an element's styles, to the base of its pages; 1 for a single page."""
    pages = sum(style_pages)
    if pages == 1:
        return 1.0
    shares = np.array(style_pages) / pages
    return float(-(shares * np.log(shares)).sum() / np.log(pages))


def composite_importance(
    style_pages: Sequence[int], style_importances: Sequence[float], gamma: float
) -> float:
    """CompImp of an inner element from its styles' page counts and CompImp."""
    weight = gamma ** len(style_pages)
    pages = sum(style_pages)
    below = sum(
        count / pages * value for count, value in zip(style_pages, style_importances, strict=True)
    )
    return (1 - weight) * node_importance(style_pages) + weight * below


def leaf_importances(
    element: Numbers, feature: Hashes, page: Numbers, pages_of: Floats
) -> tuple[Numbers, Floats]:
    """1 − mean entropy of the features of each leaf, from one entry per occurrence.

    `pages_of` gives the number of pages of each element. Returns elements and importances.
    """
    order = np.lexsort((page, feature, element))
    element, feature, page = element[order], feature[order], page[order]
    is_new_feature = _changes(element) | _changes(feature)
    is_new_cell = is_new_feature | _changes(page)
    cells = np.flatnonzero(is_new_cell)
    tf = np.diff(cells, append=len(element)).astype(np.float64)
    group = np.cumsum(is_new_feature)[cells] - 1
    shares = tf / np.bincount(group, weights=tf)[group]
    base = np.log(np.maximum(pages_of[element[cells]], 2.0))
    entropy = np.bincount(group, weights=-shares * np.log(shares) / base)
    elements, leaf = np.unique(element[is_new_feature], return_inverse=True)
    importance = 1 - np.bincount(leaf, weights=entropy) / np.bincount(leaf)
    importance[pages_of[elements] == 1] = 1.0
    return elements, importance


def _changes(column: NDArray[Any]) -> NDArray[np.bool_]:
    """True where an entry differs from the one before it."""
    changes = np.ones(len(column), dtype=np.bool_)
    changes[1:] = column[1:] != column[:-1]
    return changes


def _leaf_importances(
    pages: Sequence[StyledPage], elements_of: Sequence[dict[int, int]], element_pages: list[int]
) -> tuple[Floats, dict[int, Hashes]]:
    """Importance of each element (1 where it is no leaf yet) and the features of shared leaves."""
    importance = np.ones(len(element_pages))
    pages_of = np.array(element_pages, dtype=np.float64)
    columns = []
    for number, (page, element_of) in enumerate(zip(pages, elements_of, strict=True)):
        element = np.array([element_of[row] for row in page.feature_row.tolist()], dtype=np.intp)
        shared = pages_of[element] > 1 if len(element) else np.zeros(0, dtype=np.bool_)
        columns.append((element[shared], page.feature[shared], np.full(shared.sum(), number)))
    if not columns:
        return importance, {}
    element, feature, page_of = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    if not len(element):
        return importance, {}
    chosen, values = leaf_importances(element, feature, page_of, pages_of)
    importance[chosen] = values
    order = np.argsort(element, kind="stable")
    cuts = np.flatnonzero(np.diff(element[order])) + 1
    groups = np.split(feature[order], cuts)
    return importance, {
        int(number): np.unique(group) for number, group in zip(chosen, groups, strict=True)
    }
