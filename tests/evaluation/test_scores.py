from __future__ import annotations

import pytest

from thresher.evaluation.scores import NOTHING, PERFECT, Score, from_counts, of_multisets


def test_f_is_the_harmonic_mean() -> None:
    assert Score(0.5, 1.0).f1 == pytest.approx(2 / 3)
    assert NOTHING.f1 == 0.0


def test_counts_by_hand() -> None:
    assert from_counts(3, 4, 6) == Score(0.75, 0.5)


def test_where_nothing_is_wanted_nothing_is_perfect() -> None:
    assert from_counts(0, 0, 0) == PERFECT
    assert from_counts(0, 2, 0) == NOTHING
    assert from_counts(0, 0, 2) == NOTHING


def test_multisets_count_repetitions() -> None:
    assert of_multisets("aab", "abbc") == Score(2 / 3, 2 / 4)
