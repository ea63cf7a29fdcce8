"""The set of blocks with the best expected F-measure, against all prefixes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.features.block_features import FEATURE_NAMES
from thresher.features.choosing import Choice, best_set, completed

blocks = st.lists(st.tuples(st.floats(0.001, 1.0), st.floats(0.25, 500.0)), min_size=1, max_size=9)


def chosen(probability: list[float], words: list[float], beta: float = 1.0) -> list[int]:
    return np.flatnonzero(choice(probability, words, beta).keep).tolist()


def choice(probability: list[float], words: list[float], beta: float = 1.0) -> Choice:
    return best_set(np.array(probability, dtype=float), np.array(words, dtype=float), beta)


def expected_measure(
    keep: list[int], probability: list[float], words: list[float], beta: float
) -> float:
    hits = sum(probability[place] * words[place] for place in keep)
    everything = sum(p * w for p, w in zip(probability, words, strict=True))
    kept = sum(words[place] for place in keep)
    return (1 + beta**2) * hits / (kept + beta**2 * everything)


@given(blocks, st.sampled_from([0.5, 1.0, 2.0]))
def test_no_prefix_is_better(pairs: list[tuple[float, float]], beta: float) -> None:
    probability, words = ([pair[place] for pair in pairs] for place in (0, 1))
    order = sorted(range(len(pairs)), key=lambda place: -probability[place])
    best = max(
        expected_measure(order[: size + 1], probability, words, beta) for size in range(len(order))
    )
    keep = chosen(probability, words, beta)
    assert sorted(order[: len(keep)]) == keep
    assert expected_measure(keep, probability, words, beta) == pytest.approx(best)
    assert choice(probability, words, beta).expected == pytest.approx(best)


def test_by_hand() -> None:
    # Measures of the prefixes: 9/(10+15) = .36, 14/(20+15) = .40, 15/(30+15) = .33.
    assert chosen([0.1, 0.9, 0.5], [10, 10, 10]) == [1, 2]
    assert choice([0.1, 0.9, 0.5], [10, 10, 10]).expected == pytest.approx(2 * 14 / 35)


def test_a_page_of_weak_blocks_still_gives_its_best() -> None:
    assert chosen([0.2, 0.01, 0.01], [100, 10, 10]) == [0]


@given(blocks)
def test_a_larger_beta_never_keeps_fewer(pairs: list[tuple[float, float]]) -> None:
    probability, words = ([pair[place] for pair in pairs] for place in (0, 1))
    sizes = [len(chosen(probability, words, beta)) for beta in (0.5, 1.0, 2.0)]
    assert sizes == sorted(sizes)


def test_beta_decides_on_a_doubtful_block() -> None:
    probability, words = [0.95, 0.4], [10.0, 10.0]
    assert chosen(probability, words, 0.5) == [0]
    assert chosen(probability, words, 2.0) == [0, 1]


def test_ties_go_to_the_block_that_comes_first() -> None:
    # One block of three is as good as two or all of them; the shortest prefix is taken.
    assert chosen([1.0, 0.5, 0.5], [10.0, 0.0, 0.0]) == [0]
    keep = chosen([0.5, 0.5, 0.1], [10.0, 10.0, 100.0])
    assert keep[0] == 0


def test_nothing_to_choose_from() -> None:
    assert chosen([], []) == []
    assert choice([], []).expected == 0.0


def test_certain_blocks_are_all_that_is_kept() -> None:
    assert chosen([1.0, 0.0, 1.0, 0.0], [3, 50, 4, 60]) == [0, 2]
    assert choice([1.0, 0.0, 1.0, 0.0], [3, 50, 4, 60]).expected == pytest.approx(1.0)


def test_a_choice_is_completed_with_what_belongs_to_it() -> None:
    matrix = np.zeros((7, len(FEATURE_NAMES)), dtype=np.float32)
    matrix[[0, 3], FEATURE_NAMES.index("heading")] = [1, 3]
    matrix[0, FEATURE_NAMES.index("title-share")] = 1
    matrix[5, FEATURE_NAMES.index("in pre")] = 1
    keep = np.array([False, False, True, False, True, False, False])
    likely = np.full(7, 0.3)
    without = completed(keep, likely, matrix, headline=False)
    assert np.flatnonzero(without).tolist() == [2, 3, 4, 5]
    whole = completed(keep, likely, matrix, headline=True)
    assert np.flatnonzero(whole).tolist() == [0, 2, 3, 4, 5]
    assert np.flatnonzero(keep).tolist() == [2, 4]
