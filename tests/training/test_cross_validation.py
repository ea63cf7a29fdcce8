"""Cross-validation over pages."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from thresher.training.cross_validation import cross_validate, stacked


class Majority:
    """Answers with the class of most rows that it was trained on."""

    def __init__(self, matrix: NDArray[np.float64], labels: NDArray[np.bool_]) -> None:
        assert len(matrix) == len(labels)
        self.answer = 1.0 if labels.mean() > 0.5 else -1.0

    def decide(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.full(len(matrix), self.answer)


def page(*labels: bool) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    return np.zeros((len(labels), 1)), np.array(labels)


def test_pages_are_judged_by_what_the_others_taught() -> None:
    pages = [page(True, True, True), page(True), page(False, False)]
    # trained on 1 and 2: false, 0 of 3 right; on 0 and 2: true, 1 of 1; on 0 and 1: true, 0 of 2
    assert cross_validate(Majority, pages) == pytest.approx(1 / 6)


def test_more_pages_than_folds() -> None:
    pages = [page(True), page(False), page(True), page(False), page(True)]
    # folds {0, 2, 4} and {1, 3}: each half teaches the wrong class
    assert cross_validate(Majority, pages, folds=2) == 0.0


def test_one_page_cannot_be_held_out() -> None:
    assert cross_validate(Majority, [page(True)]) is None
    assert cross_validate(Majority, []) is None


def test_rows_below_each_other() -> None:
    matrix, labels = stacked([page(True), page(False, False)])
    assert matrix.shape == (3, 1)
    assert labels.tolist() == [True, False, False]
