"""The Mountain Model on small sequences, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.features.mountain_model import (
    CellColumns,
    MountainParameters,
    build_mountain,
    cell_scores,
    find_ridges,
    ridge_features,
    sentence_length,
    smoothed,
    visible_ratios,
    weight,
)

PAPER = MountainParameters(0.5, -0.5, 75.0, 5, 3.0, 5)


def test_cell_score_by_hand() -> None:
    scores = cell_scores(
        np.array([150, 150, 30]),
        np.array([2, 2, 0]),
        np.array([True, False, False]),
        np.array([False, False, True]),
        np.array([0.8, 0.8, 0.25]),
        PAPER,
    )
    # (2 + 2) × 1.5 × 0.8; without the full stop; (0.4 + 0) × 0.5 × 0.25 for a link
    assert scores == pytest.approx([4.8, 3.2, 0.05])


def test_visible_ratio_by_hand() -> None:
    # source of 100 characters, cells at 10-20 and 40-60, all of them visible:
    # spans 10 + (10 + 20)/2 = 25 and 20 + (20 + 40)/2 = 50
    ratios = visible_ratios(np.array([10.0, 20.0]), np.array([10, 40]), np.array([20, 60]), 100)
    assert ratios == pytest.approx([0.4, 0.4])


def test_visible_ratio_of_text_that_the_parser_moved() -> None:
    ratios = visible_ratios(np.array([10.0, 9.0]), np.array([50, 5]), np.array([60, 5]), 60)
    assert (ratios <= 1).all()
    assert np.isfinite(ratios).all()


def test_weights_of_the_paper() -> None:
    assert [weight(distance) for distance in (1, 2, 4, 5, 9)] == pytest.approx(
        [0.8, 0.6, 0.2, 0.1, 0.1]
    )


def test_smoothing_of_seven_cells_by_hand() -> None:
    scores = np.array([0.0, 0.0, 5.0, 10.0, 5.0, 0.0, 0.0])
    css = smoothed(scores, 5)
    # n = 3: average 4; ((0-4)·.6 + (5-4)·.8 + (5-4)·.8 + (0-4)·.6) / 4 = -.8
    assert css[3] == pytest.approx(10 - 0.8)
    # n = 2: window 0 0 5 10 5, average 4; (-4·.6 - 4·.8 + 6·.8 + 1·.6) / 4 = -.05
    assert css[2] == pytest.approx(5 - 0.05)
    # n = 0: only 0 0 5 exist, average 5/3; (-5/3·.8 + (5-5/3)·.6) / 4 = 1/6
    assert css[0] == pytest.approx(1 / 6)
    assert css.tolist() == pytest.approx(css[::-1].tolist())


@pytest.mark.parametrize("window", [1, 3, 5, 11])
@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_smoothing_of_pages_shorter_than_the_window(size: int, window: int) -> None:
    level = np.full(size, 2.0)
    assert smoothed(level, window) == pytest.approx(level)


@given(st.lists(st.floats(0, 100), max_size=30), st.integers(1, 12))
def test_smoothing_is_the_formula(values: list[float], window: int) -> None:
    scores = np.array(values)
    reach = window // 2
    for n, css in enumerate(smoothed(scores, window)):
        near = [i for i in range(n - reach, n + reach + 1) if 0 <= i < len(values)]
        average = sum(values[i] for i in near) / len(near)
        pull = sum((values[i] - average) * weight(abs(n - i)) for i in near if i != n)
        expected = values[n] + (pull / (window - 1) if window > 1 else 0.0)
        assert css == pytest.approx(expected, abs=1e-9)


def test_ridges_of_a_small_sequence() -> None:
    #                    0  1  2  3  4  5  6  7  8  9 10 11
    heights = np.array([0, 2, 9, 0, 0, 2, 0, 0, 0, 2, 9, 1.0])
    first, last = find_ridges(heights, primary=1.0, peak=3.0, span_window=2)
    # the valley 3-4 is short enough, 6-8 is not; a cell of 1 is not above the threshold
    assert (first.tolist(), last.tolist()) == ([1, 9], [5, 10])
    first, last = find_ridges(heights, 1.0, 3.0, span_window=3)
    assert (first.tolist(), last.tolist()) == ([1], [10])
    first, _ = find_ridges(heights, 1.0, 9.0, span_window=2)
    assert first.tolist() == []


@given(st.lists(st.integers(0, 9), max_size=40), st.integers(1, 6), st.integers(1, 4))
def test_ridges_meet_the_definition(values: list[int], span: int, primary: int) -> None:
    heights = np.array(values, dtype=np.float64)
    peak = 2.0 * primary
    first, last = find_ridges(heights, primary, peak, span)
    in_ridge = np.zeros(len(values), dtype=bool)
    for low, high in zip(first.tolist(), last.tolist(), strict=True):
        inside = heights[low : high + 1]
        assert inside.max() > peak
        assert inside[0] > primary < inside[-1]
        valley = 0
        for height in inside:
            valley = valley + 1 if height <= primary else 0
            assert valley <= span
        in_ridge[low : high + 1] = True
    assert not (heights[~in_ridge] > peak).any(), "every peak is in a ridge"


def test_ridge_features_by_hand() -> None:
    heights = np.array([0, 4, 0, 8, 0, 0, 0, 0, 0, 3.0])
    is_cell = np.array([1, 1, 0, 1, 1, 0, 0, 0, 1, 1], dtype=bool)
    features = ridge_features(heights, is_cell, np.array([1, 9]), np.array([3, 9]))
    # averages 12/2 and 3/1; cells 2 and 1 (position 2 is blank); first positions 2nd and 10th of 10
    assert features.tolist() == [[1.0, 1.0, 0.5, 0.2], [0.5, 0.5, 1.0, 1.0]]


def cells(scores: list[float], blanks: list[int], visible: list[bool]) -> CellColumns:
    """Cells with given scores: a length of `score` sentences, and nothing around them."""
    length = np.array([round(75 * score) for score in scores], dtype=np.int64)
    end = np.cumsum(length)
    return CellColumns(
        length=length,
        punctuation=np.zeros(len(scores)),
        stopped=np.zeros(len(scores), dtype=bool),
        anchor=np.zeros(len(scores), dtype=bool),
        visible=np.array(visible, dtype=bool),
        start=end - length,
        end=end,
        blanks_before=np.array(blanks),
        source_length=int(end[-1]) if len(end) else 0,
    )


def test_blank_cells_take_positions_but_not_part_in_the_mean() -> None:
    parameters = MountainParameters(0.5, -0.5, 75.0, 1, 1.5, 5)
    scores = [1.0, 8.0, 0.0, 0.0, 1.0]
    mountain = build_mountain(cells(scores, [0, 2, 0, 0, 0], [True] * 5), parameters)
    assert mountain.position.tolist() == [0, 3, 4, 5, 6]
    assert mountain.heights.tolist() == pytest.approx([1, 0, 0, 8, 0, 0, 1])
    assert mountain.primary_threshold == pytest.approx(2.0)  # of five cells, not of seven
    assert mountain.peak_threshold == pytest.approx(3.0)
    assert (mountain.first.tolist(), mountain.last.tolist()) == ([3], [3])
    assert mountain.ridge_of_cells().tolist() == [-1, 0, -1, -1, -1]


def test_blank_cells_stay_flat_beside_a_peak() -> None:
    mountain = build_mountain(cells([9.0, 9.0], [0, 2], [True, True]), PAPER)
    assert mountain.heights[1:3].tolist() == [0, 0]
    assert smoothed(mountain.scores, 5)[1] != 0


def test_hidden_cells_count_as_blank_ones() -> None:
    parameters = MountainParameters(0.5, -0.5, 75.0, 1, 1.0, 5)
    mountain = build_mountain(cells([4.0, 9.0, 1.0], [0, 0, 0], [True, False, True]), parameters)
    assert mountain.scores[1] == 0
    assert mountain.is_cell.tolist() == [True, False, True]
    assert mountain.ridge_of_cells().tolist() == [0, -1, -1]


def test_a_page_without_cells() -> None:
    mountain = build_mountain(cells([], [], []), PAPER)
    assert mountain.features.shape == (0, 4)
    assert len(mountain.ridge_of_cells()) == 0


@pytest.mark.parametrize(
    ("text", "gamma"),
    [
        ("An English sentence.", 75),
        ("Ένα ελληνικό κείμενο, по-русски тоже", 75),
        ("今天天气很好，我们去公园散步。", 12),
        ("今天的新闻 and some words in English", 12),  # six ideographs are half a sentence
        ("오늘은 날씨가 좋습니다", 45),
        ("วันนี้อากาศดีมาก", 60),
        ("הטקסט הזה בעברית", 60),
        ("1234 — 5678", 1),
        ("", 1),
        ("\ud800", 1),
    ],
)
def test_sentence_length_by_script(text: str, gamma: float) -> None:
    assert sentence_length(text) == gamma
