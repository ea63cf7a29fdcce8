"""Which words of which block are the words of the true text: block labels from plain text truth.

Block words and true words are aligned in order, as in a longest common subsequence, but runs of
equal words count and scattered ones do not: a menu entry that repeats a word of the title stays
unlabelled, and of a teaser and the paragraph it repeats, the one that goes on like the truth wins.

Runs are found level by level. Long word n-grams that are rare on both sides give the first runs; a
chain of runs of the greatest weight is kept; what lies between two runs of the chain is a gap, and
the next level looks for shorter n-grams inside each gap alone, where they are rare again. All gaps
of a level are searched at once with sorted arrays: the work is close to linear in the page.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from thresher.evaluation.words import words

IntArray: TypeAlias = npt.NDArray[np.int64]
FloatArray: TypeAlias = npt.NDArray[np.float64]
HashArray: TypeAlias = npt.NDArray[np.uint64]

# The numbers below were chosen by hand and checked, as a whole, by the word F1 of the blocks with a
# share of at least .5 on wcxb-dev. They have not been tuned one by one.

# Shorter n-grams are given two rounds: the first makes the gaps small enough for the second.
_LEVELS = (8, 4, 3, 2, 2, 1, 1)

# Of an n-gram that pairs up more often than this inside one gap, only occurrences of the same rank
# are paired: all pairs say little about the place, and would be too many.
_MAX_PAIRS = 16

# A run may follow any of this many runs before it; more only matters on pages of repeated text.
_MAX_LOOK_BACK = 64

# Text that is out of order must be at least this long to be taken for a moved passage.
_MIN_MOVED_WORDS = 8

# What it is worth that a run begins or ends where a block does: whole blocks before pieces.
_EDGE_BITS = 2.0

# Overlapping words are counted at this rate when two runs are compared.
_WORD_BITS = 8.0

_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class _Sides:
    """Both word sequences as numbers, what the page's words weigh, and where its blocks begin.

    `weights` is cumulative: words[i:j] weigh weights[j] − weights[i]. `edges` is 1 at the first
    word of every block and at the end of the page, 0 elsewhere.
    """

    page: IntArray
    truth: IntArray
    weights: FloatArray
    edges: IntArray


@dataclass(frozen=True, slots=True)
class _Run:
    """`length` equal words, from `page` on the page and from `truth` in the true text."""

    page: int
    truth: int
    length: int
    bits: float = 0.0
    """What the run weighs while it competes for a place in the chain."""

    @property
    def diagonal(self) -> int:
        return self.page - self.truth


def align_blocks(block_texts: Sequence[str], truth: str) -> FloatArray:
    """For every block, the share of its words that align in order with the true text."""
    return align_parts(block_texts, [truth])[:, 0]


def align_parts(block_texts: Sequence[str], parts: Sequence[str]) -> FloatArray:
    """For every block (row), the share of its words that align with each part of the true text.

    The parts are aligned together, as one text in that order: a word of a block counts once.
    """
    numbers: dict[str, int] = {}
    page, block_of = _joined_words(block_texts, numbers)
    truth, part_of = _joined_words(parts, numbers)
    sizes = np.bincount(block_of, minlength=len(block_texts))
    edges = np.zeros(len(page) + 1, dtype=np.int64)
    edges[[0, *np.cumsum(sizes)]] = 1
    sides = _Sides(page, truth, _cumulative_bits(page, truth), edges)
    hits = np.zeros((len(block_texts), len(parts)))
    chain = _align(sides)
    for run in [*chain, *_moved(sides, chain)]:
        blocks = block_of[run.page : run.page + run.length]
        np.add.at(hits, (blocks, part_of[run.truth : run.truth + run.length]), 1.0)
    return hits / np.maximum(sizes, 1)[:, None]


def _joined_words(texts: Sequence[str], numbers: dict[str, int]) -> tuple[IntArray, IntArray]:
    """The words of all texts in a row, as numbers, and for every word the text it came from."""
    lists = [_numbered(text, numbers) for text in texts]
    sizes = np.array([len(part) for part in lists], dtype=np.int64)
    row = np.array([word for part in lists for word in part], dtype=np.int64)
    return row, np.repeat(np.arange(len(lists)), sizes)


def _numbered(text: str, numbers: dict[str, int]) -> list[int]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return [numbers.setdefault(word, len(numbers)) for word in words(plain)]


def _cumulative_bits(page: IntArray, truth: IntArray) -> FloatArray:
    """How surprising the page's words are, in bits, summed up from the start.

    At least one bit each: on a page of one repeated word, its place still tells something.
    """
    counts = np.bincount(np.concatenate((page, truth)))
    bits = np.maximum(np.log2((len(page) + len(truth)) / counts[page]), 1.0)
    return np.concatenate(([0.0], np.cumsum(bits)))


def _align(sides: _Sides) -> list[_Run]:
    """Runs in order, disjoint on both sides."""
    chain: list[_Run] = []
    for size in _LEVELS:
        if min(len(sides.page), len(sides.truth)) < size:
            continue
        found: dict[int, list[_Run]] = {}
        for gap, run in _find_runs(sides, chain, size):
            found.setdefault(gap, []).append(run)
        if not found:
            continue
        bounds = [_Run(0, 0, 0), *chain, _Run(len(sides.page), len(sides.truth), 0)]
        longer: list[_Run] = []
        for gap in range(len(chain) + 1):
            if gap in found:
                anchored = gap > 0, gap < len(chain)
                before, after = bounds[gap], bounds[gap + 1]
                longer += _best_chain(found[gap], before, after, anchored)
            longer += chain[gap : gap + 1]
        chain = _joined(longer)
    return chain


def _joined(chain: list[_Run]) -> list[_Run]:
    """The same chain, with runs that continue each other made one."""
    joined: list[_Run] = []
    for run in chain:
        last = joined[-1] if joined else None
        if last and last.page + last.length == run.page and last.diagonal == run.diagonal:
            joined[-1] = _Run(last.page, last.truth, last.length + run.length)
        else:
            joined.append(run)
    return joined


def _find_runs(sides: _Sides, chain: list[_Run], size: int) -> list[tuple[int, _Run]]:
    """Runs of at least `size` words inside the gaps of the chain, with the number of their gap."""
    page_gaps, truth_gaps = _gaps(sides, chain)
    pages, truths, lengths = _equal_runs(sides, page_gaps, truth_gaps, size, within_gaps=True)
    if not len(pages):
        return []
    gaps = page_gaps[pages]
    bits = _bits(sides, pages, lengths)
    # By chance alone, a run of so many bits is expected once in a gap of 2^bits word pairs.
    chance = np.log2(_gap_sizes(page_gaps)[gaps] * _gap_sizes(truth_gaps)[gaps])
    kept = np.flatnonzero(bits > chance)
    columns = (pages[kept], truths[kept], lengths[kept], bits[kept])
    runs = map(_Run, *(column.tolist() for column in columns))
    return list(zip(gaps[kept].tolist(), runs, strict=True))


def _bits(sides: _Sides, starts: IntArray, lengths: IntArray) -> FloatArray:
    """What runs weigh: the surprise of their words, and that of ending where blocks end."""
    ends = starts + lengths
    edges = sides.edges[starts] + sides.edges[ends]
    return np.asarray(sides.weights[ends] - sides.weights[starts] + _EDGE_BITS * edges)


def _moved(sides: _Sides, chain: list[_Run]) -> list[_Run]:
    """Long runs of what is left on both sides, in any order, the longest first.

    Truth texts now and then put a box or a column at another place than the page does. Only words
    that no other block accounts for are left, so a repeated passage is not labelled twice.
    """
    size = _MIN_MOVED_WORDS
    if min(len(sides.page), len(sides.truth)) < size:
        return []
    found = _equal_runs(sides, *_gaps(sides, chain), size, within_gaps=False)
    runs = [_Run(*row) for row in zip(*(column.tolist() for column in found), strict=True)]
    page_used = np.zeros(len(sides.page), dtype=bool)
    truth_used = np.zeros(len(sides.truth), dtype=bool)
    moved = []
    for run in sorted(runs, key=lambda run: (-run.length, run.page, run.truth)):
        on_page = page_used[run.page : run.page + run.length]
        in_truth = truth_used[run.truth : run.truth + run.length]
        if not (on_page.any() or in_truth.any()):
            on_page[:] = in_truth[:] = True
            moved.append(run)
    return moved


def _gaps(sides: _Sides, chain: list[_Run]) -> tuple[IntArray, IntArray]:
    page = _gap_numbers(len(sides.page), [(run.page, run.length) for run in chain])
    truth = _gap_numbers(len(sides.truth), [(run.truth, run.length) for run in chain])
    return page, truth


def _equal_runs(
    sides: _Sides, page_gaps: IntArray, truth_gaps: IntArray, size: int, within_gaps: bool
) -> tuple[IntArray, IntArray, IntArray]:
    """Page start, truth start and length of the runs that rare n-grams of `size` words make up."""
    page_at, page_hash = _hashed(sides.page, page_gaps, size, within_gaps)
    truth_at, truth_hash = _hashed(sides.truth, truth_gaps, size, within_gaps)
    starts, others = _rare_pairs(page_hash, truth_hash)
    pages, truths = page_at[starts], truth_at[others]
    if not len(pages):
        return pages, truths, pages
    order = np.lexsort((pages, pages - truths))
    pages, truths = pages[order], truths[order]
    # A new run starts where the diagonal changes or the next n-gram no longer overlaps.
    breaks = np.flatnonzero((np.diff(pages - truths) != 0) | (np.diff(pages) > size))
    first = np.concatenate(([0], breaks + 1))
    last = np.concatenate((breaks, [len(pages) - 1]))
    return pages[first], truths[first], pages[last] - pages[first] + size


def _gap_sizes(gaps: IntArray) -> IntArray:
    return np.bincount(gaps[gaps >= 0])


def _gap_numbers(size: int, taken: list[tuple[int, int]]) -> IntArray:
    """For every word the number of its gap, or −1 where it already belongs to a run."""
    numbers = np.zeros(size + 1, dtype=np.int64)
    for start, _ in taken:
        numbers[start] += 1
    numbers = np.cumsum(numbers)[:size]
    for start, length in taken:
        numbers[start : start + length] = -1
    return numbers


def _hashed(
    side: IntArray, gaps: IntArray, size: int, within_gaps: bool
) -> tuple[IntArray, HashArray]:
    """Start and hash of every n-gram that lies inside one gap.

    The number of the gap is part of the hash where equal n-grams of other gaps must not match.
    """
    count = len(side) - size + 1
    inside = np.flatnonzero((gaps[:count] >= 0) & (gaps[:count] == gaps[size - 1 :]))
    # Taken words have gap −1, so both ends in the same gap means that all of it is.
    value = (gaps[inside] * within_gaps).astype(np.uint64) * _HASH_FACTOR
    for offset in range(size):
        value ^= value >> np.uint64(29)
        value = (value + side[inside + offset].astype(np.uint64) + np.uint64(1)) * _HASH_FACTOR
    return inside, value


def _rare_pairs(left: HashArray, right: HashArray) -> tuple[IntArray, IntArray]:
    """Index pairs of equal hashes: all pairs, or pairs of equal rank where those are too many."""
    right_order = np.argsort(right, kind="stable")
    right_sorted = right[right_order]
    low = np.searchsorted(right_sorted, left, "left")
    times_right = np.searchsorted(right_sorted, left, "right") - low
    candidates = np.flatnonzero(times_right > 0)
    low, times_right = low[candidates], times_right[candidates]
    times_left, rank = _occurrences(left[candidates])
    is_rare = times_left * times_right <= _MAX_PAIRS
    repeat = np.where(is_rare, times_right, rank < times_right)
    starts = np.repeat(candidates, repeat)
    within = np.arange(len(starts)) - np.repeat(np.cumsum(repeat) - repeat, repeat)
    offsets = np.where(np.repeat(is_rare, repeat), within, np.repeat(rank, repeat))
    return starts, right_order[np.repeat(low, repeat) + offsets]


def _occurrences(values: HashArray) -> tuple[IntArray, IntArray]:
    """For every value how often it occurs, and how often it has occurred before."""
    order = np.argsort(values, kind="stable")
    _, first, counts = np.unique(values[order], return_index=True, return_counts=True)
    times, rank = np.empty(len(values), np.int64), np.empty(len(values), np.int64)
    times[order] = np.repeat(counts, counts)
    rank[order] = np.arange(len(values)) - np.repeat(first, counts)
    return times, rank


def _best_chain(
    runs: list[_Run], before: _Run, after: _Run, anchored: tuple[bool, bool]
) -> list[_Run]:
    """The runs of one gap that go together in order and weigh most, cut so as not to overlap.

    A step to another diagonal costs, the more the farther. `anchored` says whether the runs before
    and after the gap are real: from and to the ends of the page every step is free.
    """
    runs.sort(key=lambda run: (run.page, run.truth))
    best = [0.0] * len(runs)
    previous = [-1] * len(runs)
    for index, run in enumerate(runs):
        top = -_step(before.diagonal - run.diagonal) if anchored[0] else 0.0
        for earlier in range(max(0, index - _MAX_LOOK_BACK), index):
            other = runs[earlier]
            overlap = max(
                other.page + other.length - run.page, other.truth + other.length - run.truth, 0
            )
            if (
                overlap >= run.length
                or other.truth >= run.truth
                or best[earlier] - overlap * _WORD_BITS <= top
            ):
                continue
            value = best[earlier] - overlap * _WORD_BITS - _step(other.diagonal - run.diagonal)
            if value > top:
                top, previous[index] = value, earlier
        best[index] = top + run.bits
    direct = -_step(before.diagonal - after.diagonal) if all(anchored) else 0.0
    closing = [
        value - (_step(run.diagonal - after.diagonal) if anchored[1] else 0.0)
        for value, run in zip(best, runs, strict=True)
    ]
    last = max(range(len(runs)), key=closing.__getitem__)
    return _trimmed(runs, previous, last) if closing[last] > direct else []


def _trimmed(runs: list[_Run], previous: list[int], last: int) -> list[_Run]:
    """The chain that ends in `last`, each run without the words that the one before took."""
    picked: list[_Run] = []
    while last >= 0:
        picked.append(runs[last])
        last = previous[last]
    picked.reverse()
    chain = picked[:1]
    for run in picked[1:]:
        end = chain[-1]
        cut = max(end.page + end.length - run.page, end.truth + end.length - run.truth, 0)
        chain.append(_Run(run.page + cut, run.truth + cut, run.length - cut))
    return chain


def _step(distance: int) -> float:
    """The cost in bits of a step to another diagonal: from half a word to some two words."""
    return 4.0 + 1.2 * math.log2(1 + abs(distance)) if distance else 0.0
