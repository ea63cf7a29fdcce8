"""Exact cosine search: all vectors whose cosine with a given one is above a threshold.

A vector has a short dense part (values of features) and a set of terms, each a one. Terms are put
in order, rarest first, and the dense part comes last. Cut a vector where the squares behind the cut
sum to at most epsilon² of the whole: by Cauchy and Schwarz, a vector that shares nothing with the
part before the cut, its prefix, has a cosine of at most epsilon. When two vectors are more alike
than that, the one whose prefix ends first shares a place of it with the other, and that place lies
in both prefixes. So an inverted index over prefixes finds every candidate; a bound by the number of
terms drops most of them, and the rest are compared in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Room for rounding: a filter must never drop what the exact comparison would take.
_SLACK: Final = 1e-9
# Vectors put in order at a time, which bounds the memory that takes.
_CHUNK: Final = 1 << 15


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
        places, sizes = ranges(self.starts[chosen], self.sizes[chosen])
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        return Vectors(self.values[chosen], self.terms[places], starts, self.free[chosen])


def ranges(
    begins: NDArray[np.int64], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places `begin .. begin + size` of every range, in one array; and the sizes."""
    shift = begins - np.concatenate(([0], np.cumsum(sizes)[:-1])) if len(sizes) else begins
    places: NDArray[np.int64] = np.repeat(shift, sizes) + np.arange(int(sizes.sum()))
    return places, sizes


def cosines(
    dots: NDArray[np.float64], square: float, squares: NDArray[np.float64]
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


class CosineIndex:
    """Finds the vectors that are more alike to a given one than `epsilon`."""

    def __init__(self, vectors: Vectors, vocabulary_size: int, epsilon: float) -> None:
        self.epsilon = epsilon
        frequency = np.bincount(vectors.terms, minlength=vocabulary_size)
        self._rank = np.empty(vocabulary_size, dtype=np.int32)
        self._rank[np.argsort(frequency, kind="stable")] = np.arange(vocabulary_size)
        self._vectors = self._in_order(vectors)
        self._prefix = np.minimum(prefix_sizes(vectors, epsilon), vectors.sizes)
        self._dense = np.flatnonzero(prefix_sizes(vectors, epsilon) > vectors.sizes)
        owners = np.repeat(np.arange(len(vectors), dtype=np.int32), self._prefix)
        places, _ = ranges(vectors.starts[:-1], self._prefix)
        ranks = self._vectors.terms[places]
        self._owners = owners[np.argsort(ranks, kind="stable")]
        self._begins = np.zeros(vocabulary_size + 1, dtype=np.int64)
        np.cumsum(np.bincount(ranks, minlength=vocabulary_size), out=self._begins[1:])

    def _in_order(self, vectors: Vectors) -> Vectors:
        """The terms as ranks, rarest first within each vector."""
        ranks = self._rank[vectors.terms]
        for first in range(0, len(vectors), _CHUNK):
            last = min(first + _CHUNK, len(vectors))
            begin, end = vectors.starts[first], vectors.starts[last]
            owners = np.repeat(np.arange(last - first), vectors.sizes[first:last])
            order = np.lexsort((ranks[begin:end], owners))
            ranks[begin:end] = ranks[begin:end][order]
        return Vectors(vectors.values, ranks, vectors.starts, vectors.free)

    def pairs(self) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """Each vector of the index that has others like it, with those others."""
        lists = np.diff(self._begins)
        places, _ = ranges(self._vectors.starts[:-1], self._prefix)
        owners = np.repeat(np.arange(len(self._vectors)), self._prefix)
        shared = lists[self._vectors.terms[places]] > 1
        busy = np.union1d(owners[shared], self._dense)
        for vector in busy.tolist():
            begin = self._vectors.starts[vector]
            ranks = self._vectors.terms[begin : self._vectors.starts[vector + 1]]
            found = self._search(
                self._vectors.values[vector], ranks, int(self._vectors.free[vector])
            )
            others = found[found != vector]
            if len(others):
                yield vector, others

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
