from __future__ import annotations

import numpy as np
import pytest

from thresher.evaluation.intervals import mean_interval, paired_difference


def test_equal_scores_have_no_spread() -> None:
    interval = mean_interval([0.7, 0.7, 0.7])
    assert (interval.mean, interval.low, interval.high) == pytest.approx((0.7, 0.7, 0.7))


def test_close_to_the_normal_interval_on_many_pages() -> None:
    scores = np.random.default_rng(1).normal(0.6, 0.2, 400)
    interval = mean_interval(scores)
    half = 1.96 * scores.std() / np.sqrt(400)
    assert interval.low == pytest.approx(scores.mean() - half, abs=0.003)
    assert interval.high == pytest.approx(scores.mean() + half, abs=0.003)


def test_a_higher_level_is_wider() -> None:
    scores = np.linspace(0, 1, 50)
    assert mean_interval(scores, 0.99).low < mean_interval(scores, 0.8).low


def test_same_seed_same_answer() -> None:
    scores = np.linspace(0, 1, 50)
    assert mean_interval(scores) == mean_interval(scores)
    assert mean_interval(scores) != mean_interval(scores, seed=2)


def test_pairing_sees_a_small_but_steady_gain() -> None:
    second = np.random.default_rng(2).uniform(0, 1, 200)
    first = second + 0.01
    difference = paired_difference(first, second)
    assert difference.interval.mean == pytest.approx(0.01)
    assert difference.is_clear
    assert difference.p_value < 0.01
    # The two intervals on their own overlap by far.
    assert mean_interval(first).low < mean_interval(second).high


def test_no_difference_is_not_clear() -> None:
    first = np.tile([0.4, 0.6], 50)
    difference = paired_difference(first, first[::-1])
    assert not difference.is_clear
    assert difference.p_value > 0.5
    assert paired_difference(first, first).p_value == 1.0


def test_large_sets_are_resampled_in_pieces() -> None:
    interval = mean_interval(np.tile([0.0, 1.0], 30_000), resamples=200)
    assert 0.48 < interval.low < 0.5 < interval.high < 0.52


@pytest.mark.parametrize("scores", [[], [[0.1, 0.2]]])
def test_scores_must_be_a_list(scores: list[float]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        mean_interval(scores)


def test_the_level_is_a_share() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        mean_interval([0.5], level=95)


def test_pairs_must_match() -> None:
    with pytest.raises(ValueError, match="2 and 1"):
        paired_difference([0.1, 0.2], [0.1])
