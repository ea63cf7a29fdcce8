"""Support vector machines from plain arrays."""

from __future__ import annotations

import json
from math import exp
from typing import Any

import numpy as np
import pytest

from thresher.errors import ModelFormatError
from thresher.features.svm import LinearSvm, RbfSvm

RBF = RbfSvm(np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([0.5, -2.0]), 0.25, 0.1)


def test_linear_decision_worked_by_hand() -> None:
    svm = LinearSvm(np.array([2.0, -1.0, 0.5]), -0.5)
    # 2·1 − 1·3 + 0.5·4 − 0.5 = 0.5; the origin gives the intercept
    assert svm.decide(np.array([[1.0, 3.0, 4.0], [0.0, 0.0, 0.0]])).tolist() == [0.5, -0.5]


def test_rbf_decision_worked_by_hand() -> None:
    # x = (1, 0): squared distances 1 and 4; x = (1, 2): 5 and 0
    expected = [
        0.5 * exp(-0.1) - 2.0 * exp(-0.4) + 0.25,
        0.5 * exp(-0.5) - 2.0 + 0.25,
    ]
    assert RBF.decide(np.array([[1.0, 0.0], [1.0, 2.0]])) == pytest.approx(expected, abs=1e-12)
    assert expected[0] == pytest.approx(-0.6382, abs=1e-4)


def test_many_rows_are_decided_as_one_by_one() -> None:
    rows = np.random.default_rng(1).random((600, 2))
    alone = [RBF.decide(rows[number : number + 1])[0] for number in range(600)]
    assert RBF.decide(rows) == pytest.approx(alone, abs=1e-12)


def test_no_rows_have_no_decisions() -> None:
    assert len(RBF.decide(np.zeros((0, 2)))) == 0
    assert len(LinearSvm(np.ones(2), 0.0).decide(np.zeros((0, 2)))) == 0


@pytest.mark.parametrize("svm", [RBF, LinearSvm(np.array([0.1, 1 / 3]), -1e-9)])
def test_plain_lists_give_the_same_machine(svm: RbfSvm | LinearSvm) -> None:
    plain = json.loads(json.dumps({name: value.tolist() for name, value in svm.arrays().items()}))
    rows = np.array([[0.3, 0.7], [5.0, -1.0]])
    assert type(svm).of_arrays(plain).decide(rows).tolist() == svm.decide(rows).tolist()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("vectors", None, "vectors"),
        ("vectors", "x", "vectors"),
        ("vectors", [1.0, 2.0], "2 dimensions"),
        ("vectors", [[1.0, 2.0]], "1 support vectors and 2 coefficients"),
        ("coefficients", [1.0, float("nan")], "finite"),
        ("intercept", [0.0], "intercept"),
        ("gamma", {}, "gamma"),
    ],
)
def test_a_damaged_machine_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(ModelFormatError, match=message):
        RbfSvm.of_arrays({**RBF.arrays(), name: value})


def test_a_missing_part_is_named() -> None:
    with pytest.raises(ModelFormatError, match="weights"):
        LinearSvm.of_arrays({"intercept": 1.0})
