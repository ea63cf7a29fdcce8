"""The search finds exactly the pairs that comparing all with all finds."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.features.cosine_search import (
    CosineIndex,
    Vectors,
    cosines,
    popcount,
    prefix_sizes,
    ranges,
)

VOCABULARY = 30
Raw = tuple[list[float], set[int], int]

_values = st.lists(st.sampled_from([0.0, 0.0, 0.25, 0.5, 1.0, 7.0]), min_size=2, max_size=2)
_terms = st.sets(st.integers(0, VOCABULARY - 1), max_size=12)
_vectors = st.lists(st.tuples(_values, _terms, st.integers(0, 2)), max_size=25)
_epsilons = st.sampled_from([0.0, 0.3, 0.7, 0.9, 0.97])


def as_vectors(raw: list[Raw]) -> Vectors:
    terms = [sorted(terms) for _, terms, _ in raw]
    return Vectors(
        np.array([values for values, _, _ in raw], dtype=np.float64).reshape(-1, 2),
        np.array([term for each in terms for term in each], dtype=np.int32),
        np.cumsum([0, *map(len, terms)], dtype=np.int64),
        np.array([free for _, _, free in raw], dtype=np.int64),
    )


def cosine(one: Raw, other: Raw) -> float:
    dot = sum(a * b for a, b in zip(one[0], other[0], strict=True)) + len(one[1] & other[1])
    squares = [sum(v * v for v in each[0]) + len(each[1]) + each[2] for each in (one, other)]
    return dot / sqrt(squares[0] * squares[1]) if all(squares) else 0.0


@given(_vectors, _epsilons)
def test_all_pairs(raw: list[Raw], epsilon: float) -> None:
    index = CosineIndex(as_vectors(raw), VOCABULARY, epsilon)
    expected = {
        number: alike
        for number, one in enumerate(raw)
        if (
            alike := [
                place
                for place, other in enumerate(raw)
                if place != number and cosine(one, other) > epsilon
            ]
        )
    }
    assert {number: others.tolist() for number, others in index.pairs()} == expected


@given(_vectors, st.tuples(_values, _terms, st.integers(0, 2)), _epsilons)
def test_one_against_all(raw: list[Raw], query: Raw, epsilon: float) -> None:
    index = CosineIndex(as_vectors(raw), VOCABULARY, epsilon)
    found = index.similar(np.array(query[0]), np.array(sorted(query[1]), dtype=np.int32), query[2])
    expected = [place for place, each in enumerate(raw) if cosine(query, each) > epsilon]
    assert found.tolist() == expected


def test_a_prefix_by_hand() -> None:
    """Ten terms, epsilon .9: what is behind the cut may have 8.1 of 10, so two terms are needed.
    With three free terms of ten there is .19 · 10 < 3 before any other term: nothing is like it."""
    vectors = as_vectors([([0.0, 0.0], set(range(10)), 0), ([0.0, 0.0], set(range(7)), 3)])
    assert prefix_sizes(vectors, 0.9).tolist() == [2, 0]


def test_cosine_by_hand() -> None:
    assert cosines(np.array([9.0, 0.0]), 10.0, np.array([10.0, 0.0])).tolist() == [0.9, 0.0]


def test_ranges() -> None:
    places, sizes = ranges(np.array([5, 0, 9]), np.array([2, 0, 3]))
    assert places.tolist() == [5, 6, 9, 10, 11]
    assert sizes.tolist() == [2, 0, 3]
    assert ranges(np.zeros(0, np.int64), np.zeros(0, np.int64))[0].tolist() == []


@given(st.lists(st.integers(0, 2**64 - 1)))
def test_popcount(words: list[int]) -> None:
    counts = popcount(np.array(words, dtype=np.uint64))
    assert counts.tolist() == [word.bit_count() for word in words]


def test_many_pairs_are_found_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    raw: list[Raw] = [([0.5, 0.0], {1, 2, 3, number % 7 + 4}, 0) for number in range(40)]
    whole = {n: o.tolist() for n, o in CosineIndex(as_vectors(raw), VOCABULARY, 0.8).pairs()}
    monkeypatch.setattr("thresher.features.cosine_search._PAIRS", 16)
    monkeypatch.setattr("thresher.features.cosine_search._PART", 3)
    parts = {n: o.tolist() for n, o in CosineIndex(as_vectors(raw), VOCABULARY, 0.8).pairs()}
    assert parts == whole
    assert len(parts) == 40
