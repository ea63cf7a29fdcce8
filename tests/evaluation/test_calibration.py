"""Bins of pages by confidence, worked by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evaluation.samples import score
from thresher.evaluation.calibration import BINS, Bin, calibration_error, reliability
from thresher.evaluation.intervals import Interval


def certain(f1: float) -> Interval:
    return Interval(f1, f1, f1, 0.95)


def test_bins_hold_as_many_pages_each_by_rising_confidence() -> None:
    pages = [
        score(f"{number:02}", "core-ex", number / 20, confidence=1 - number / 25)
        for number in range(20)
    ]
    bins = reliability(pages)
    assert [each.pages for each in bins] == [2] * BINS
    assert bins[0].confidence == pytest.approx(1 - 18.5 / 25)
    assert bins[0].f1.mean == pytest.approx(18.5 / 20)
    assert bins[0].f1.low < bins[0].f1.mean < bins[0].f1.high
    assert bins[-1].confidence == pytest.approx(1 - 0.5 / 25)
    assert bins[-1].f1.mean == pytest.approx(0.025)


def test_few_pages_make_few_bins() -> None:
    bins = reliability([score("a", "x", 0.5, confidence=0.9), score("b", "x", 0.7, confidence=0.1)])
    assert bins == (Bin(0.1, certain(0.7), 1), Bin(0.9, certain(0.5), 1))


def test_pages_without_a_confidence_or_a_truth_are_left_out() -> None:
    silent = score("a", "x", 0.5)
    unknown = score("b", "x", 0.5, words=None, confidence=0.5)
    assert reliability([silent, unknown]) == ()
    unsure = score("c", "x", 1.0, confidence=0.0)
    assert reliability([silent, unknown, unsure]) == (Bin(0.0, certain(1.0), 1),)


def test_pages_of_one_confidence_keep_their_order() -> None:
    f1s = [1.0, 0.0] * 10
    bins = reliability([score(str(i), "x", f1, confidence=0.5) for i, f1 in enumerate(f1s)])
    assert [each.f1.mean for each in bins] == [0.5] * BINS


def test_the_error_weighs_bins_by_their_pages() -> None:
    bins = (Bin(0.5, certain(0.9), 3), Bin(0.8, certain(0.6), 1))
    assert calibration_error(bins) == pytest.approx((3 * 0.4 + 0.2) / 4)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=45))
def test_no_page_is_lost_and_bins_are_alike(pairs: list[tuple[float, float]]) -> None:
    pages = [score(str(i), "x", f1, confidence=sure) for i, (sure, f1) in enumerate(pairs)]
    bins = reliability(pages)
    sizes = [each.pages for each in bins]
    assert sum(sizes) == len(pairs)
    assert len(bins) == min(BINS, len(pairs))
    assert max(sizes) - min(sizes) <= 1
    means = [each.confidence for each in bins]
    assert all(after >= before - 1e-12 for before, after in pairwise(means))
