"""Key patterns: blocks from the repetitions of tags among the children of a node.

[Patterns §3.1–3.5]. Less meaningful tags are dropped (their text stays), the children of a node are
read as a sequence of tags, its repetitions are found, and the sequence is cut before every match of
a key pattern; each piece becomes a virtual node. The outermost virtual nodes are the blocks, the
nested ones are kept as the hierarchy.

    §3.1 Preprocessing          -> LESS_MEANINGFUL, _Children
    §3.3 Generate sequence      -> _Children.of
    §3.4 Identify key patterns  -> repetitions, key_patterns
    §3.5 Virtual nodes          -> virtual_nodes

The longest repetition that starts at each position comes from a suffix array, so a list of some
thousand items costs n log² n and not n³.

Deviation: text that no virtual node holds would be lost in the paper; here neighbouring leaves with
the same parent make a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable
from thresher.types import Hierarchy, Segmentation, Segmenter

LESS_MEANINGFUL: Final = ("a", "b", "script", "span", "#comment")
SHORTEST: Final = 4
"""A repetition has 1 < m ≤ n/2 tags, so no sequence shorter than this has one."""


class VirtualNode(NamedTuple):
    """A piece `start .. stop` of a sequence, inside the virtual node `parent` (-1: none)."""

    start: int
    stop: int
    parent: int


@dataclass(frozen=True, slots=True)
class KeyPatterns(Segmenter):
    """Blocks from repeated tag sequences."""

    less_meaningful: tuple[str, ...] = LESS_MEANINGFUL
    """Tags that are left out of the sequences."""

    def segment(self, page: Page) -> Segmentation:
        table = page.table
        children = _Children.of(table, self.less_meaningful)
        parents: list[int] = []
        owner = np.full(len(table), -1, dtype=np.int32)
        # Each entry: a node whose children are to be read, and the virtual node it lies in.
        # Parents come before their children, so deeper virtual nodes overwrite `owner`.
        waiting = [(row, -1) for row in children.below(-1)]
        while waiting:
            row, inside = waiting.pop()
            below = children.below(row)
            places = [inside] * len(below)
            sequence = "".join(map(children.symbol.__getitem__, below))
            nodes = virtual_nodes(sequence) if len(sequence) >= SHORTEST else []
            first = len(parents)
            for start, stop, parent in nodes:
                number = len(parents)
                parents.append(inside if parent < 0 else first + parent)
                owner[below[start] : table.end[below[stop - 1]]] = number
                places[start:stop] = [number] * (stop - start)
            waiting.extend(zip(below, places, strict=True))
        hierarchy = Hierarchy(np.array(parents, dtype=np.int32), owner)
        groups = _blocks(table, hierarchy, children.holders(table))
        return Segmentation.of_leaves(page, groups[table.leaves], hierarchy=hierarchy)


def _blocks(
    table: NodeTable, hierarchy: Hierarchy, holders: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Group of each row: its outermost virtual node, or its run of leaves with one parent."""
    top = np.arange(len(hierarchy.parent) + 1)
    for node, parent in enumerate(hierarchy.parent.tolist()):  # parents are numbered first
        if parent >= 0:
            top[node] = top[parent]
    groups = np.where(hierarchy.owner >= 0, top[hierarchy.owner], -1).astype(np.int64)
    leaves = table.leaves
    loose = groups[leaves] < 0
    parent_of = holders[leaves]
    begins = np.ones(len(leaves), dtype=np.int64)
    begins[1:] = (parent_of[1:] != parent_of[:-1]) | ~loose[:-1]
    groups[leaves[loose]] = len(hierarchy.parent) + np.cumsum(begins)[loose]
    return groups


@dataclass(frozen=True, slots=True)
class _Children:
    """Children of each row, with the less meaningful tags replaced by what is below them."""

    symbol: str
    """One character for each row: its tag code as a code point."""
    dropped: list[bool]
    end: list[int]

    @classmethod
    def of(cls, table: NodeTable, less_meaningful: Sequence[str]) -> _Children:
        names = {code for code, name in enumerate(table.names) if name in less_meaningful}
        codes: list[int] = table.tag.tolist()
        is_leaf = (table.flags & tags.LEAF) != 0
        silent = (table.tag == tags.CODES[tags.TEXT]) & ~is_leaf  # blank text, scripts' text
        dropped = [code in names for code in codes]
        for row in np.flatnonzero(silent | (table.tag == tags.CODES[tags.OTHER_NODE])).tolist():
            dropped[row] = True
        return cls("".join(map(chr, codes)), dropped, table.end.tolist())

    def below(self, row: int) -> list[int]:
        """The one-depth child sequence of `row`; -1 is the document."""
        stop = self.end[row] if row >= 0 else len(self.end)
        found = []
        child = row + 1
        while child < stop:
            if self.dropped[child]:
                child += 1  # step into it: its children take its place
            else:
                found.append(child)
                child = self.end[child]
        return found

    def holders(self, table: NodeTable) -> NDArray[np.int32]:
        """The parent that each row has once the less meaningful tags are gone."""
        holders = table.parent.copy()
        dropped = np.array(self.dropped, dtype=np.bool_)
        for row in np.flatnonzero((holders >= 0) & dropped[holders]).tolist():
            holders[row] = holders[holders[row]]  # parents come first: theirs is found already
        return holders


def virtual_nodes(sequence: str) -> list[VirtualNode]:
    """The virtual nodes of a sequence, parents before children [Patterns §3.5]."""
    nodes: list[VirtualNode] = []
    pieces = [VirtualNode(0, len(sequence), -1)]
    for pattern in key_patterns(sequence):
        refined: list[VirtualNode] = []
        for piece in pieces:
            added = [
                VirtualNode(start, stop, piece.parent)
                for start, stop in _cuts(sequence, pattern, piece)
                if piece.parent < 0 or (start, stop) != nodes[piece.parent][:2]
            ]
            refined.extend(_around(piece, added, first=len(nodes)))
            nodes.extend(added)
        pieces = refined
    return nodes


def _cuts(sequence: str, pattern: str, piece: VirtualNode) -> Iterator[tuple[int, int]]:
    """Where `pattern` makes virtual nodes in `piece`."""
    if _is_run(pattern):  # group each whole run of the symbol
        run = re.compile(f"{re.escape(pattern[0])}{{{len(pattern)},}}")
        yield from (match.span() for match in run.finditer(sequence, piece.start, piece.stop))
        return
    starts = [
        match.start()
        for match in re.compile(re.escape(pattern)).finditer(sequence, piece.start, piece.stop)
    ]
    yield from pairwise([*starts, piece.stop])


def _around(piece: VirtualNode, added: list[VirtualNode], first: int) -> Iterator[VirtualNode]:
    """The piece after a cut: each new virtual node, and what is left between them."""
    place = piece.start
    for number, node in enumerate(added, first):
        if node.start > place:
            yield VirtualNode(place, node.start, piece.parent)
        yield VirtualNode(node.start, node.stop, number)
        place = node.stop
    if place < piece.stop:
        yield VirtualNode(place, piece.stop, piece.parent)


def key_patterns(sequence: str) -> list[str]:
    """Repetitions that no other one properly contains, mixed ones first [Patterns §3.4].

    A repetition that is contained in another one is contained in a longest one, and those begin
    where the longest repetition of the place before is not longer still.
    """
    longest = longest_repetitions(sequence)
    places: dict[str, list[int]] = {}
    for place, length in enumerate(longest):
        if length > 1 and not (place and longest[place - 1] > length):
            places.setdefault(sequence[place : place + length], []).append(place)
    kept: list[str] = []
    for pattern in sorted(places, key=len, reverse=True):
        if not any(pattern in longer for longer in kept):
            kept.append(pattern)
    return sorted(
        kept, key=lambda pattern: (_is_run(pattern), -len(pattern), -len(places[pattern]))
    )


def _is_run(pattern: str) -> bool:
    """Patterns of one symbol come last: they group runs inside what the others cut."""
    return len(set(pattern)) == 1


def longest_repetitions(sequence: str) -> list[int]:
    """For each place, the length of the longest repetition that starts there (below 2: none)."""
    size = len(sequence)
    if size < SHORTEST:
        return [0] * size
    order, common = _suffix_array(sequence)
    longest = [0] * size
    for rank, place in enumerate(order):
        before = common[rank]
        after = common[rank + 1] if rank + 1 < size else 0
        longest[place] = min(max(before, after), size // 2)
    _forbid_overlapping_runs(sequence, longest)
    return longest


def _forbid_overlapping_runs(sequence: str, longest: list[int]) -> None:
    """A pattern of one symbol must not overlap itself: a run of r holds it ⌊r/m⌋ times."""
    size = len(sequence)
    left = [1] * size  # symbols left in the run that a place belongs to
    for place in range(size - 2, -1, -1):
        if sequence[place] == sequence[place + 1]:
            left[place] = left[place + 1] + 1
    runs: dict[str, list[int]] = {}
    for place in range(size):
        if place == 0 or sequence[place] != sequence[place - 1]:
            runs.setdefault(sequence[place], []).append(left[place])
    twice = {}
    for symbol, lengths in runs.items():
        largest, second = [*sorted(lengths, reverse=True), 0][:2]
        twice[symbol] = max(second, largest // 2)
    for place in range(size):
        if longest[place] <= left[place]:
            longest[place] = min(longest[place], twice[sequence[place]])


def _suffix_array(sequence: str) -> tuple[list[int], list[int]]:
    """Order of the suffixes (prefix doubling), and the common prefix with the one before each."""
    size = len(sequence)
    ranks = [ord(symbol) for symbol in sequence]
    width = 1
    while True:
        keys = [
            (ranks[place], ranks[place + width] if place + width < size else -1)
            for place in range(size)
        ]
        number = {key: rank for rank, key in enumerate(sorted(set(keys)))}
        ranks = [number[key] for key in keys]
        if len(number) == size:
            break
        width *= 2
    order = sorted(range(size), key=ranks.__getitem__)
    common = [0] * size
    matched = 0
    for place in range(size):  # Kasai et al. 2001
        rank = ranks[place]
        if rank == 0:
            matched = 0
            continue
        other = order[rank - 1]
        while (
            place + matched < size
            and other + matched < size
            and sequence[place + matched] == sequence[other + matched]
        ):
            matched += 1
        common[rank] = matched
        matched = max(matched - 1, 0)
    return order, common
