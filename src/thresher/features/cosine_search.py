"""Exact cosine search: all vectors whose cosine with a given one is above a threshold.

A vector has a short dense part (values of features) and a set of terms, each a one. Terms are put
in order, rarest first, and the dense part comes last. Cut a vector where the squares behind the cut
sum to at most epsilon² of the whole: by Cauchy and Schwarz, a vector that shares nothing with the
part before the cut, its prefix, has a cosine of at most epsilon. When two vectors are more alike
than that, the one whose prefix ends first shares a place of it with the other, and that place lies
in both prefixes. So an inverted index over prefixes finds every candidate; bounds by the number of
terms and by a signature drop most of them, and the rest are compared in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Room for rounding: a filter must never drop what the exact comparison would take.
_SLACK: Final = 1e-9
# The same for lengths that are kept with fewer digits.
_ROUGH: Final = 1e-6
# Vectors, and pairs of vectors, worked on together.
_PART: Final = 1 << 12
_PAIRS: Final = 1 << 18


@dataclass(frozen=True)
class Vectors:
    """Many vectors as columns."""

    values: NDArray[np.float64]
    """The dense part: a row per vector, nothing below 0."""
    terms: NDArray[np.int32]
    """The terms of all vectors, one vector after the other; a vector has each term once."""
    starts: NDArray[np.int64]
    """Where the terms of each vector begin in `terms`; one more at the end."""
    free: NDArray[np.int64]
    """Terms of each vector that no other vector has: only their number matters."""

    def __len__(self) -> int:
        return len(self.free)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Terms of each vector, without the free ones."""
        return np.diff(self.starts)

    @cached_property
    def squares(self) -> NDArray[np.float64]:
        """Square of the length of each vector."""
        squares: NDArray[np.float64] = (self.values**2).sum(axis=1) + self.sizes + self.free
        return squares

    def take(self, chosen: NDArray[np.integer]) -> Vectors:
        """Some of the vectors, in the order of `chosen`."""
        starts = np.concatenate(([0], np.cumsum(self.sizes[chosen]))).astype(np.int64)
        terms = np.empty(starts[-1], dtype=np.int32)
        for part in parts(len(chosen)):
            places, _ = ranges(self.starts[chosen[part]], self.sizes[chosen[part]])
            terms[starts[part.start] : starts[part.stop]] = self.terms[places]
        return Vectors(self.values[chosen], terms, starts, self.free[chosen])


def parts(size: int) -> Iterator[slice]:
    """Pieces of `size` vectors that are worked on together, which bounds the memory that takes."""
    return (slice(first, min(first + _PART, size)) for first in range(0, size, _PART))


def frequencies(terms: NDArray[np.int32], vocabulary_size: int) -> NDArray[np.int64]:
    """How often each term occurs."""
    counts = np.zeros(vocabulary_size, dtype=np.int64)
    for first in range(0, len(terms), _PAIRS):
        counts += np.bincount(terms[first : first + _PAIRS], minlength=vocabulary_size)
    return counts


def ranges(
    begins: NDArray[np.int64], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places `begin .. begin + size` of every range, in one array; and the sizes."""
    shift = begins - np.concatenate(([0], np.cumsum(sizes)[:-1])) if len(sizes) else begins
    places: NDArray[np.int64] = np.repeat(shift, sizes) + np.arange(int(sizes.sum()))
    return places, sizes


def cosines(
    dots: NDArray[np.float64], square: float | NDArray[np.float64], squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Scalar products divided by the lengths; 0 for a vector of length 0."""
    product = square * squares
    result: NDArray[np.float64] = dots / np.sqrt(np.where(product > 0, product, 1.0))
    return result


def prefix_sizes(vectors: Vectors, epsilon: float) -> NDArray[np.int64]:
    """Terms, free ones not counted, that the prefix of each vector needs; 0: nothing is like it.

    More than the vector has terms means that the prefix reaches into the dense part.
    """
    behind = (epsilon**2 - _SLACK) * vectors.squares
    needed = np.ceil(vectors.squares - vectors.free - behind)
    return np.maximum(needed, 0).astype(np.int64)


def popcount(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of ones in each word; numpy has this only from version 2 on."""
    pairs = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    low = np.uint64(0x3333333333333333)
    fours = (pairs & low) + ((pairs >> np.uint64(2)) & low)
    bytes_ = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    counts: NDArray[np.uint64] = (bytes_ * np.uint64(0x0101010101010101)) >> np.uint64(56)
    return counts.astype(np.int64)


def _signatures(vectors: Vectors) -> NDArray[np.uint64]:
    """64 bits per vector, one set for each term: sets of terms differ at least in as many terms as
    their signatures in bits."""
    signatures = np.zeros(len(vectors), dtype=np.uint64)
    filled = np.flatnonzero(vectors.sizes > 0)
    for part in parts(len(filled)):
        own = filled[part]
        begin, end = vectors.starts[own[0]], vectors.starts[own[-1] + 1]
        spread = vectors.terms[begin:end].astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        bits = np.uint64(1) << (spread >> np.uint64(58))
        signatures[own] = np.bitwise_or.reduceat(bits, vectors.starts[own] - begin)
    return signatures


class CosineIndex:
    """Finds the vectors that are more alike to a given one than `epsilon`."""

    def __init__(self, vectors: Vectors, vocabulary_size: int, epsilon: float) -> None:
        """The index takes the vectors over and puts their terms in order, in place."""
        self.epsilon = epsilon
        frequency = frequencies(vectors.terms, vocabulary_size)
        self._rank = np.empty(vocabulary_size, dtype=np.int32)
        self._rank[np.argsort(frequency, kind="stable")] = np.arange(vocabulary_size)
        self._vectors = vectors
        for part in parts(len(vectors)):
            begin, end = vectors.starts[part.start], vectors.starts[part.stop]
            ranks = self._rank[vectors.terms[begin:end]]
            owners = np.repeat(np.arange(part.stop - part.start), vectors.sizes[part])
            vectors.terms[begin:end] = ranks[np.lexsort((ranks, owners))]
        needed = prefix_sizes(vectors, epsilon)
        self._dense = np.flatnonzero(needed > vectors.sizes).astype(np.int32)
        self._make_lists(np.minimum(needed, vectors.sizes), vocabulary_size)
        self._signatures = _signatures(vectors)

    def _make_lists(self, prefix: NDArray[np.int64], vocabulary_size: int) -> None:
        """For each term, the vectors with the term in their prefix, and what share of the length
        of each is left from that term on; those with the most left come first."""
        stored = self._vectors
        size = int(prefix.sum())
        owners = np.repeat(np.arange(len(stored), dtype=np.int32), prefix)
        ranks = np.empty(size, dtype=np.int32)
        remaining = np.empty(size, dtype=np.float32)
        ends = np.concatenate(([0], np.cumsum(prefix)))
        for part in parts(len(stored)):
            places, _ = ranges(stored.starts[part], prefix[part])
            own = slice(ends[part.start], ends[part.stop])
            vectors = owners[own]
            ranks[own] = stored.terms[places]
            before = stored.free[vectors] + places - stored.starts[vectors]
            remaining[own] = np.sqrt(1 - before / stored.squares[vectors])
        order = np.lexsort((-remaining, ranks))
        self._owners, self._remaining = owners[order], remaining[order]
        self._begins = np.zeros(vocabulary_size + 1, dtype=np.int64)
        np.cumsum(frequencies(ranks, vocabulary_size), out=self._begins[1:])

    def pairs(self) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """Each vector of the index that has others like it, with those others."""
        size = len(self._vectors)
        alike = [self._verified(keys) for keys in (*self._by_terms(), *self._by_values())]
        keys = np.unique(np.concatenate(alike)) if alike else np.zeros(0, dtype=np.int64)
        one, other = np.divmod(keys, max(size, 1))
        vectors, others = np.concatenate((one, other)), np.concatenate((other, one))
        order = np.lexsort((others, vectors))
        vectors, others = vectors[order], others[order].astype(np.intp)
        cuts = np.flatnonzero(np.diff(vectors)) + 1
        firsts = vectors[np.concatenate(([0], cuts))] if len(vectors) else vectors
        yield from zip(firsts.tolist(), np.split(others, cuts), strict=False)

    def _by_terms(self) -> Iterator[NDArray[np.int64]]:
        """Pairs that share a term of both prefixes and may be alike.

        Where the first term that two vectors share stands at p and q, their product is at most that
        of the lengths from there on. A list is in the order of these lengths, so the partners of a
        vector are the beginning of the list.
        """
        sizes = np.diff(self._begins)
        steps = np.arange(0, self._begins[-1] + _PAIRS, _PAIRS)
        cuts = np.minimum(np.searchsorted(self._begins, steps), len(sizes))
        for first, last in pairwise(np.unique(cuts).tolist()):
            offset, end = int(self._begins[first]), int(self._begins[last])
            ranks = np.repeat(np.arange(last - first), sizes[first:last])
            begins = self._begins[first:last][ranks]
            remaining = self._remaining[offset:end].astype(np.float64)
            # One ascending key for all lists: the rank, and in it the length from long to short.
            least = self.epsilon / remaining - _ROUGH
            limits = ranks + np.maximum(1 - least, -1) / 2
            stops = offset + np.searchsorted(ranks + (1 - remaining) / 2, limits, side="right")
            yield from self._expanded(offset, begins, np.maximum(stops - begins, 0))

    def _expanded(
        self, offset: int, begins: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> Iterator[NDArray[np.int64]]:
        """The pairs of each entry of the lists from `offset` on with its `counts` partners."""
        total = np.concatenate(([0], np.cumsum(counts)))
        cuts = np.searchsorted(total, np.arange(0, total[-1] + _PAIRS, _PAIRS))
        for first, last in pairwise(np.unique(np.minimum(cuts, len(counts))).tolist()):
            places, sizes = ranges(begins[first:last], counts[first:last])
            one = np.repeat(self._owners[offset + first : offset + last], sizes)
            yield self._possible(one.astype(np.int64), self._owners[places].astype(np.int64))

    def _by_values(self) -> Iterator[NDArray[np.int64]]:
        """Pairs whose prefixes both reach into the dense part, and that may be alike."""
        dense = self._dense.astype(np.int64)
        for place, vector in enumerate(dense.tolist()):
            others = dense[place + 1 :]
            yield self._possible(np.full(len(others), vector), others)

    def _possible(self, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
        """The pairs, as one number each, that sizes and signatures do not rule out."""
        stored = self._vectors
        apart = one < other
        one, other = one[apart], other[apart]
        dots = (stored.values[one] * stored.values[other]).sum(axis=1)
        differing = popcount(self._signatures[one] ^ self._signatures[other])
        total = stored.sizes[one] + stored.sizes[other]
        most = np.minimum(stored.sizes[one], stored.sizes[other])
        most = np.minimum(most, (total - differing) // 2)
        bound = cosines(dots + most, stored.squares[one], stored.squares[other])
        near = bound > self.epsilon - _SLACK
        return np.unique(one[near] * len(stored) + other[near])

    def _verified(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The pairs that are alike, of sorted ones that may be."""
        stored = self._vectors
        one, other = np.divmod(keys, max(len(stored), 1))
        cuts = np.flatnonzero(np.diff(one)) + 1
        alike = []
        for own, others in zip(np.split(one, cuts), np.split(other, cuts), strict=True):
            if len(own):
                vector = int(own[0])
                ranks = stored.terms[stored.starts[vector] : stored.starts[vector + 1]]
                dots = (stored.values[others] * stored.values[vector]).sum(axis=1)
                dots = dots + self._shared(others, ranks)
                near = cosines(dots, stored.squares[vector], stored.squares[others]) > self.epsilon
                alike.append(own[near] * len(stored) + others[near])
        return np.concatenate(alike) if alike else keys[:0]

    def similar(
        self, values: NDArray[np.float64], terms: NDArray[np.integer], unknown: int
    ) -> NDArray[np.intp]:
        """The vectors like the given one, which has `unknown` terms that the index never saw."""
        return self._search(values, np.sort(self._rank[terms]), unknown)

    def _search(
        self, values: NDArray[np.float64], ranks: NDArray[np.int32], free: int
    ) -> NDArray[np.intp]:
        stored = self._vectors
        square = float((values**2).sum()) + len(ranks) + free
        needed = int(np.ceil(square - free - (self.epsilon**2 - _SLACK) * square))
        lists = [
            self._owners[self._begins[rank] : self._begins[rank + 1]]
            for rank in ranks[: max(needed, 0)].tolist()
        ]
        if needed > len(ranks):
            lists.append(self._dense)
        if not sum(map(len, lists)):
            return np.zeros(0, dtype=np.intp)
        found = np.unique(np.concatenate(lists)).astype(np.intp)
        dots = (stored.values[found] * values).sum(axis=1)  # not @, which rounds by batch
        most = dots + np.minimum(stored.sizes[found], len(ranks))
        near = cosines(most, square, stored.squares[found]) > self.epsilon - _SLACK
        found, dots = found[near], dots[near]
        if not len(found):
            return found
        dots = dots + self._shared(found, ranks)
        return found[cosines(dots, square, stored.squares[found]) > self.epsilon]

    def _shared(self, found: NDArray[np.intp], ranks: NDArray[np.int32]) -> NDArray[np.int64]:
        """How many terms each found vector has in common with the given ones."""
        stored = self._vectors
        places, sizes = ranges(stored.starts[found], stored.sizes[found])
        is_wanted = np.zeros(len(self._rank), dtype=np.bool_)
        is_wanted[ranks] = True
        hits = np.concatenate(([0], np.cumsum(is_wanted[stored.terms[places]])))
        ends = np.cumsum(sizes)
        shared: NDArray[np.int64] = hits[ends] - hits[ends - sizes]
        return shared
