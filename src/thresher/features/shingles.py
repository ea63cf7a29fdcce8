"""Token shingles and MinHash sketches over the subtrees of a page.

The words of a page stand in one array, in document order. A subtree is a range of rows, hence a
range of tokens, and its shingles are a slice of the page's shingle array: the windows that begin
in the range and end in it. Everything here is arithmetic over such slices, so no set of shingles
is built per node and nesting costs nothing.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from thresher.features.packed import packed, unpacked
from thresher.parsing import tags
from thresher.parsing.table import NodeTable

Hashes = NDArray[np.uint64]

PERMUTATIONS: Final = 64
_PLACES: Final = ("row", "first", "last", "size")
_HASHES: Final = ("value", "shingles")

# Characters of scripts that write no spaces: ideographs, kana, Thai, Lao, Burmese, Khmer.
_ONE_BY_ONE: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_TOKEN: Final = re.compile(rf"[{_ONE_BY_ONE}]|[^\s{_ONE_BY_ONE}]+")
_UNSPACED: Final = re.compile(rf"[{_ONE_BY_ONE}]")
_BASE: Final = 0x9E3779B97F4A7C15
_BASE_INVERSE: Final = pow(_BASE, -1, 2**64)
_SHORT: Final = np.uint64(16)  # hashes keep 48 bits: enough for a site, and short in JSON


def mix(values: Hashes) -> Hashes:
    """Spread the bits of each value over the whole word (the finaliser of splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Hashes = values ^ (values >> np.uint64(31))
    return mixed


_SEEDS: Final = mix(np.arange(1, 2 * PERMUTATIONS + 1, dtype=np.uint64) * np.uint64(_BASE))
_FACTORS: Final = (_SEEDS[:PERMUTATIONS] >> np.uint64(32)).astype(np.uint32) | np.uint32(1)
_OFFSETS: Final = (_SEEDS[PERMUTATIONS:] >> np.uint64(32)).astype(np.uint32)


def hash_words(words: Iterable[str]) -> Hashes:
    """A hash per word, the same in every process."""
    return _hash_bytes([word.encode("utf-8", "surrogatepass") for word in words])


def _hash_bytes(words: list[bytes]) -> Hashes:
    return mix(np.array(list(map(crc32, words)), dtype=np.uint64))


def tokens_of(text: str) -> list[str]:
    """The words of a text; scripts without spaces character by character."""
    return _TOKEN.findall(text) if _UNSPACED.search(text) else text.split()


def link_name(target: str) -> str:
    """The last part of a link: relative links to one place differ from page to page before it."""
    return target.rstrip("/").rpartition("/")[2]


def shingle_hashes(tokens: Hashes, window: int) -> Hashes:
    """The hash of each run of `window` tokens; none when there are fewer tokens."""
    size = len(tokens) - window + 1
    if size <= 0:
        return np.zeros(0, dtype=np.uint64)
    hashes = np.zeros(size, dtype=np.uint64)
    for offset in range(window):
        hashes = mix(hashes * np.uint64(_BASE) + tokens[offset : offset + size])
    return hashes >> _SHORT


@dataclass(frozen=True)
class FragmentTree:
    """The augmented fragment tree of a page: its nodes that have text, outermost first.

    Nodes with the same text (a `div` around a single `p`) are one node, the outermost.
    """

    row: NDArray[np.intp]
    first: NDArray[np.intp]
    """First token of the subtree."""
    last: NDArray[np.intp]
    """One past the last token of the subtree."""
    value: Hashes
    """SubtreeValue: a hash of the subtree's tokens in their order."""
    size: NDArray[np.intp]
    """SubtreeSize, in bytes of text."""
    shingles: Hashes
    """The shingles of the whole page; SubtreeShingles of a node is a slice."""
    window: int

    @classmethod
    def of(cls, table: NodeTable, window: int) -> FragmentTree:
        """The tree of a page, shingles made of `window` tokens."""
        tokens, lengths, per_row = page_tokens(table)
        before = _running(per_row)
        first, last = before[:-1], before[table.end]
        keys = first * (len(tokens) + 1) + last
        _, outermost = np.unique(keys, return_index=True)
        row = np.sort(outermost[last[outermost] > first[outermost]])
        first, last = first[row], last[row]
        bytes_before = _running(lengths)
        size = bytes_before[last] - bytes_before[first]
        value = _range_hashes(tokens, first, last)
        return cls(row, first, last, value, size, shingle_hashes(tokens, window), window)

    def __len__(self) -> int:
        return len(self.row)

    def export(self) -> dict[str, str]:
        """The columns as text."""
        columns = {name: packed(array("q", getattr(self, name).tolist())) for name in _PLACES}
        hashes = {name: packed(array("Q", getattr(self, name).tolist())) for name in _HASHES}
        return {**columns, **hashes}

    @classmethod
    def restored(cls, given: dict[str, str], window: int) -> FragmentTree:
        """From what `export` gave; KeyError, TypeError or ValueError when it is damaged."""
        columns: dict[str, Any] = {}
        for name in _PLACES:
            columns[name] = np.array(unpacked(given[name], "q"), dtype=np.intp)
        for name in _HASHES:
            columns[name] = np.array(unpacked(given[name], "Q"), dtype=np.uint64)
        tree = cls(**columns, window=window)
        if len({len(columns[name]) for name in (*_PLACES, "value")}) != 1:
            raise ValueError("the columns of a page differ in length")
        ends = tree.stop[tree.stop > tree.first]
        if tree.first.min(initial=0) < 0 or ends.max(initial=0) > len(tree.shingles):
            raise ValueError("a node lies outside its page")
        return tree

    @property
    def page_value(self) -> int | None:
        """The value of the whole page, None when it has no text."""
        longest = self.last - self.first
        return int(self.value[int(np.argmax(longest))]) if len(self) else None

    @cached_property
    def stop(self) -> NDArray[np.intp]:
        """Where the slice of each node ends in `shingles`; it begins at `first`."""
        ends: NDArray[np.intp] = np.maximum(self.last - self.window + 1, self.first)
        return ends

    def shingles_of(self, node: int) -> Hashes:
        """The distinct shingles of a node; a text shorter than the window is one of its own."""
        slice_ = self.shingles[self.first[node] : self.stop[node]]
        return np.unique(slice_) if len(slice_) else self.value[node : node + 1]


def page_tokens(table: NodeTable) -> tuple[Hashes, NDArray[np.intp], NDArray[np.intp]]:
    """Token hashes, the bytes of each token, and the number of tokens of each row.

    An image is one token, the name of its source: a logo is a part of the template like a slogan.
    """
    words: list[bytes] = []
    per_row = np.zeros(len(table), dtype=np.intp)
    image = tags.CODES["img"]
    has_text = (table.flags[table.leaves] & tags.HAS_TEXT) != 0
    is_image = table.tag[table.leaves] == image
    for row in table.leaves[has_text | is_image].tolist():
        node: Any = table.nodes[row]
        source = link_name(node.attr("src") or "") if table.tag[row] == image else ""
        found = [source] if source else tokens_of(table.texts[row] or "")
        words += [word.encode("utf-8", "surrogatepass") for word in found]
        per_row[row] = len(found)
    lengths = np.array(list(map(len, words)), dtype=np.intp) + 1  # the space between words
    return _hash_bytes(words), lengths, per_row


def _running(counts: NDArray[np.intp]) -> NDArray[np.intp]:
    sums = np.zeros(len(counts) + 1, dtype=np.intp)
    np.cumsum(counts, out=sums[1:])
    return sums


def _range_hashes(tokens: Hashes, first: NDArray[np.intp], last: NDArray[np.intp]) -> Hashes:
    """The hash of each range of tokens, from one polynomial over the page, modulo 2^64."""
    places = len(tokens) + 1
    powers = np.cumprod(np.full(places, _BASE, dtype=np.uint64), dtype=np.uint64)
    inverses = np.cumprod(np.full(places, _BASE_INVERSE, dtype=np.uint64), dtype=np.uint64)
    sums = np.zeros(places, dtype=np.uint64)
    np.cumsum(tokens * powers[:-1], out=sums[1:])
    lengths = (last - first).astype(np.uint64)
    return mix((sums[last] - sums[first]) * inverses[first] + lengths) >> _SHORT


def resemblance(one: Hashes, other: Hashes) -> float:
    """Shared shingles over all shingles of two sets, given as distinct values [eq. 8]."""
    shared = len(np.intersect1d(one, other, assume_unique=True))
    union = len(one) + len(other) - shared
    return shared / union if union else 1.0


def permuted(hashes: Hashes) -> NDArray[np.uint32]:
    """Each hash under each permutation x → ax + b modulo 2^32: an array (permutations, hashes)."""
    half = (mix(hashes) >> np.uint64(32)).astype(np.uint32)
    return half[None, :] * _FACTORS[:, None] + _OFFSETS[:, None]


def sketch(hashes: Hashes) -> NDArray[np.uint32]:
    """The MinHash sketch of a set: its minimum under each permutation."""
    if not len(hashes):
        return np.full(PERMUTATIONS, 2**32 - 1, dtype=np.uint32)
    minima: NDArray[np.uint32] = permuted(hashes).min(axis=1)
    return minima


def slice_sketches(
    hashes: Hashes, first: NDArray[np.intp], stop: NDArray[np.intp]
) -> NDArray[np.uint32]:
    """The sketches of many slices (none of them empty) of one array: (slices, permutations).

    The minimum over a slice is that of two overlapping runs whose length is a power of two, so the
    cost does not depend on how the slices are nested.
    """
    answers = np.empty((len(first), PERMUTATIONS), dtype=np.uint32)
    if not len(first):
        return answers
    levels = np.frexp((stop - first).astype(np.float64))[1] - 1
    minima = permuted(hashes)
    for level in range(int(levels.max()) + 1):
        chosen = levels == level
        run = 1 << level
        ends = minima[:, stop[chosen] - run]
        answers[chosen] = np.minimum(minima[:, first[chosen]], ends).T
        if level < levels.max():
            minima = np.minimum(minima[:, :-run], minima[:, run:])
    return answers


def rows_per_band(min_match: float) -> int:
    """The longest bands that still bring a pair with that resemblance together, in 999 of 1,000."""
    for rows in (8, 4, 2):
        if (1 - min_match**rows) ** (PERMUTATIONS // rows) < 0.001:
            return rows
    return 1


def bands(sketches: NDArray[np.uint32], rows: int) -> Hashes:
    """The key of each band of each sketch: two sketches that agree in a band share its key."""
    parts = sketches.reshape(len(sketches), PERMUTATIONS // rows, rows).astype(np.uint64)
    keys = np.arange(PERMUTATIONS // rows, dtype=np.uint64)[None, :].repeat(len(sketches), axis=0)
    for place in range(rows):
        keys = mix(keys * np.uint64(_BASE) + parts[:, :, place])
    return keys
