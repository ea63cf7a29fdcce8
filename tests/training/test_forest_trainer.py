"""From a LightGBM model to arrays; training itself where LightGBM is installed."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.features.small_model import every
from thresher.errors import MissingExtra
from thresher.features.forest import Forest
from thresher.training.forest_trainer import _single, as_forest, train_forest


def leaf(value: float) -> dict[str, Any]:
    return {"leaf_value": value}


def split(feature: int, threshold: float, left: Any, right: Any) -> dict[str, Any]:
    return {
        "split_feature": feature,
        "threshold": threshold,
        "left_child": left,
        "right_child": right,
    }


def forest_of(*trees: dict[str, Any]) -> Forest:
    return as_forest({"tree_info": [{"tree_structure": tree} for tree in trees]})


def logits_of(forest: Forest, rows: Any) -> NDArray[np.float64]:
    matrix = np.array(rows, dtype=np.float32)
    return forest.logits(matrix, every(matrix))


def test_trees_are_laid_out_as_the_kernel_walks_them() -> None:
    inner = split(1, 7.0, leaf(3.0), split(0, -2.0, leaf(4.0), leaf(5.0)))
    forest = forest_of(split(0, 0.5, leaf(1.0), inner), leaf(10.0))
    rows = [[0, 0], [1, 7], [1, 8], [0.75, 9]]
    np.testing.assert_array_equal(logits_of(forest, rows), [11.0, 13.0, 15.0, 15.0])
    assert len(forest.value) == 2


def test_what_is_laid_out_can_be_read_back() -> None:
    forest = forest_of(split(0, 0.5, split(1, 2.0, leaf(1.0), leaf(2.0)), leaf(3.0)), leaf(0.5))
    again = Forest.of_arrays(forest.arrays(), 2)
    for name, column in forest.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], column)


@given(st.floats(-1e30, 1e30), st.floats(-(2.0**99), 2.0**99, width=32))
def test_a_rounded_threshold_decides_as_the_exact_one(threshold: float, value: float) -> None:
    rounded = _single(threshold)
    assert float(np.float32(rounded)) == rounded
    assert (value <= rounded) == (value <= threshold)


@given(st.floats(-1e30, 1e30))
def test_and_at_its_neighbours(threshold: float) -> None:
    nearest = np.float32(threshold)
    for toward in (-np.inf, np.inf):
        value = float(np.nextafter(nearest, np.float32(toward)))
        assert (value <= _single(threshold)) == (value <= threshold)
    assert (float(nearest) <= _single(threshold)) == (float(nearest) <= threshold)


def test_a_tie_that_rounding_would_turn() -> None:
    threshold = 0.1  # its nearest single number is above it
    value = np.float32(0.1)
    assert float(value) > threshold
    forest = forest_of(split(0, threshold, leaf(-1.0), leaf(1.0)))
    assert logits_of(forest, [[value]]).tolist() == [1.0]


def test_without_lightgbm_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(MissingExtra, match=r"thresher\[train\]"):
        train_forest(*learnable())


def learnable() -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]]:
    random = np.random.default_rng(1)
    matrix = random.normal(size=(600, 5)).astype(np.float32)
    labels = (matrix[:, 2] > 0.3).astype(np.float32)
    return matrix, labels, np.ones(len(matrix))


def test_a_forest_learns_what_can_be_learned() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    matrix, labels, weights = learnable()
    forest = train_forest(matrix, labels, weights)
    assert len(forest.value) == 100
    assert ((logits_of(forest, matrix) > 0) == (labels > 0.5)).mean() > 0.97


def test_one_thread_gives_the_same_forest_again() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    one, other = (train_forest(*learnable()).arrays() for _ in range(2))
    for name, column in one.items():
        np.testing.assert_array_equal(other[name], column)


def test_weights_matter() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    matrix, labels, weights = learnable()
    labels[:300], labels[300:] = 0.0, 1.0  # nothing but the weights tells
    heavy = np.where(labels > 0.5, 100.0, 1.0)
    balanced = logits_of(train_forest(matrix, labels, weights), matrix).mean()
    assert logits_of(train_forest(matrix, labels, heavy), matrix).mean() > balanced + 1
