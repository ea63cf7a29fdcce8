"""What of a page is compared with other pages of its site: hashes, words and places, no text.

Only blocks with words count. Of a text only the letters are hashed, so that a date or a counter
does not make it another one. A place is the chain of tags and class names down to an
element; class names go in without digits, which often number the items of a list.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final, Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_features import BlockFeatures
from thresher.features.block_kernel import ELEMENT, FIRST_ROW, W
from thresher.features.keywords import fingerprint
from thresher.features.shingles import Hashes, mix
from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.parsing.text_shape import HASH_START
from thresher.types import Segmentation

Numbers = NDArray[np.float64]

NOWHERE: Final = 0
"""The place of a block without an element, and the text of one without letters, or not seen."""
MAX_LOGIT: Final = 6.0
_LEAST: Final = 1 / (1 + math.exp(MAX_LOGIT))
_DIGITS: Final = b"0123456789"
_FACTOR: Final = 0x9E3779B97F4A7C15
_HALF: Final = np.uint64(32)


def _tag_hashes(names: Sequence[str]) -> Hashes:
    return np.array(
        [crc32(name.encode("utf-8", "surrogatepass")) for name in names], dtype=np.uint64
    )


_TAGS: Final = _tag_hashes(tags.TAGS)


@dataclass(frozen=True)
class PageSketch:
    """Columns over the blocks of a page that have words, and over the elements that hold them."""

    text: Hashes
    place: Hashes
    words: Numbers
    logit: Numbers
    """Of the probability that the page alone gives."""
    element: NDArray[np.int64]
    """Number of the innermost element of each block; -1 where there is none."""
    element_place: Hashes
    parent: NDArray[np.int64]
    """Number of the element around; -1 at the top. Elements are in document order."""
    begin: NDArray[np.int64]
    stop: NDArray[np.int64]
    """The range of blocks in each element."""

    @classmethod
    def of(
        cls, segmentation: Segmentation, features: BlockFeatures, probability: Numbers
    ) -> PageSketch:
        """From a page and the probability of each of its blocks."""
        table = segmentation.page.table
        blocks = np.flatnonzero(features.base[:, W] > 0)
        own = features.info[blocks, ELEMENT]
        rows = _rows_around(table, own)
        # The last entry is for row -1: no element.
        number = np.full(len(table) + 1, -1, dtype=np.int64)
        number[rows] = np.arange(len(rows))
        element = number[np.maximum(own, -1)]
        parent = number[table.parent[rows]]
        places = _places(_labels(table, rows), parent)
        first = features.info[blocks, FIRST_ROW]
        bounded = np.minimum(np.maximum(probability[blocks], _LEAST), 1 - _LEAST)
        return cls(
            text=_texts(segmentation)[blocks],
            place=np.append(places, np.uint64(NOWHERE))[element],
            words=features.base[blocks, W],
            logit=np.log(bounded / (1 - bounded)),
            element=element,
            element_place=places,
            parent=parent,
            begin=np.searchsorted(first, rows),
            stop=np.searchsorted(first, table.end[rows]),
        )

    @cached_property
    def key(self) -> int:
        """Stands for the page: copies have the same one."""
        return fingerprint(self.text.astype("<u8").tobytes())

    @cached_property
    def text_here(self) -> Hashes:
        """A hash of text and place together; nowhere where there is no text."""
        mixed = self.text ^ (self.place * np.uint64(_FACTOR))
        return np.where(self.text == NOWHERE, np.uint64(NOWHERE), mixed)

    @cached_property
    def expected(self) -> Numbers:
        """Words of each block that are content, as far as the page alone can tell."""
        words: Numbers = self.words / (1 + np.exp(-self.logit))
        return words

    def inside(self, column: Numbers) -> Numbers:
        """The sum of a column of the blocks over each element."""
        sums = np.concatenate(([0.0], np.cumsum(column)))
        totals: Numbers = sums[self.stop] - sums[self.begin]
        return totals

    def export(self) -> dict[str, list[Any]]:
        """The columns as plain values."""
        return {each.name: getattr(self, each.name).tolist() for each in fields(self)}

    @classmethod
    def restored(cls, given: dict[str, list[Any]]) -> Self:
        """From what `export` gave; KeyError, TypeError or ValueError when it is damaged."""
        columns: dict[str, Any] = {
            each.name: np.array(given[each.name], dtype=_TYPES.get(each.name, np.int64))
            for each in fields(cls)
        }
        sketch = cls(**columns)
        over_blocks = {
            len(columns[name]) for name in ("text", "place", "words", "logit", "element")
        }
        over_elements = {
            len(columns[name]) for name in ("element_place", "parent", "begin", "stop")
        }
        if len(over_blocks) != 1 or len(over_elements) != 1:
            raise ValueError("the columns of a page differ in length")
        return sketch


_TYPES: Final = {
    "text": np.uint64,
    "place": np.uint64,
    "element_place": np.uint64,
    "words": np.float64,
    "logit": np.float64,
}


def _texts(segmentation: Segmentation) -> Hashes:
    """What stands for the letters of each block: the hashes of its leaves, added up."""
    table = segmentation.page.table
    seen = np.flatnonzero(segmentation.shown[table.leaves])
    letters = table.shape.hashes[seen]
    sums = np.bincount(  # exact: a float has more bits than the sum of a million hashes
        segmentation.owner[table.leaves[seen]],
        np.where(letters == HASH_START, 0, letters),  # without letters nothing is added
        segmentation.tree_blocks,
    )
    hashes = sums.astype(np.uint64)
    hashes[segmentation.hidden[: len(hashes)]] = NOWHERE
    return hashes


def _rows_around(table: NodeTable, own: NDArray[np.int32]) -> NDArray[np.intp]:
    """The rows of all elements that hold one of the blocks, in document order."""
    before = np.zeros(len(table) + 1, dtype=np.int32)
    before[own[own >= 0] + 1] = 1
    np.cumsum(before, out=before)
    return np.flatnonzero(before[table.end] > before[:-1])


def _places(labels: Hashes, parent: NDArray[np.int64]) -> Hashes:
    """The hash of the way down to each element: h = h of the parent · factor + label.

    All ways grow at once: by one element, two, four, until the longest has reached the top.
    """
    ways = np.append(labels, np.uint64(0))
    factor = np.append(np.full_like(labels, _FACTOR), np.uint64(0))
    above = np.append(parent, -1)
    while above.max(initial=-1) >= 0:
        ways += factor * ways[above]
        factor *= factor[above]
        above = above[above]
    return ways[:-1]


def _labels(table: NodeTable, rows: NDArray[np.intp]) -> Hashes:
    """Tag and class names of each row. The classes of html and body tell of the page's state."""
    tag = table.tag[rows]
    own = _tag_hashes(table.names[len(_TAGS) :])
    labels: Hashes = np.concatenate((_TAGS, own))[tag]
    deep = np.flatnonzero((table.depth[rows] > 1) & (tag > tags.CODES[tags.OTHER_NODE]))
    nodes: list[Any] = table.nodes
    names = [nodes[row].attr("class") for row in rows[deep].tolist()]
    hashes = {name: _class_hash(name) for name in set(names)}
    found = np.array([hashes[name] for name in names], dtype=np.uint64)
    labels[deep] ^= found << _HALF
    return mix(labels)


def _class_hash(name: str | None) -> int:
    if not name:
        return 0
    return crc32(name.encode("utf-8", "surrogatepass").translate(None, _DIGITS))
