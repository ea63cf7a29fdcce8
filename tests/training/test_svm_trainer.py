"""Trained machines decide as scikit-learn's own do."""

from __future__ import annotations

import numpy as np
import pytest

from thresher.training.svm_trainer import train_linear, train_rbf

svm = pytest.importorskip("sklearn.svm", reason="training needs the extra 'train'")

RANDOM = np.random.default_rng(7)
ROWS = RANDOM.random((80, 3))
LABELS = ROWS[:, 0] + 0.2 * RANDOM.random(80) > 0.6
OTHERS = RANDOM.random((20, 3))


def test_rbf_decides_as_the_library_does() -> None:
    expected = svm.SVC(C=2.0, gamma=1.5).fit(ROWS, LABELS).decision_function(OTHERS)
    machine = train_rbf(ROWS, LABELS, cost=2.0, gamma=1.5)
    assert machine.decide(OTHERS) == pytest.approx(expected, abs=1e-9)


def test_rbf_width_follows_the_data() -> None:
    expected = svm.SVC(gamma="scale").fit(ROWS, LABELS).decision_function(OTHERS)
    assert train_rbf(ROWS, LABELS).decide(OTHERS) == pytest.approx(expected, abs=1e-9)


def test_linear_decides_as_a_c_svc() -> None:
    expected = svm.SVC(C=1.0, kernel="linear").fit(ROWS, LABELS).decision_function(OTHERS)
    decided = train_linear(ROWS, LABELS).decide(OTHERS)
    assert decided == pytest.approx(expected, abs=0.4), "liblinear also shrinks the intercept"
    assert ((decided > 0) == (expected > 0)).mean() >= 0.95


@pytest.mark.parametrize("truth", [True, False])
@pytest.mark.parametrize("rows", [0, 5])
def test_rows_of_one_class(truth: bool, rows: int) -> None:
    labels = np.full(rows, truth)
    expected = truth and rows > 0
    for machine in (train_linear(ROWS[:rows], labels), train_rbf(ROWS[:rows], labels)):
        assert ((machine.decide(OTHERS) > 0) == expected).all()


def test_the_same_machine_twice() -> None:
    first, second = train_linear(ROWS, LABELS), train_linear(ROWS, LABELS)
    assert first.weights.tolist() == second.weights.tolist()
    assert first.intercept == second.intercept
