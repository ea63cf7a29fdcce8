"""Boosted trees as arrays, against a recursive evaluation and against LightGBM itself."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thresher.compiled import compiled_name
from thresher.errors import ModelFormatError
from thresher.features import forest_kernel
from thresher.features.forest import SURELY_NOT, Cascade, Forest, sigmoid


@dataclass(frozen=True)
class Leaf:
    value: float


@dataclass(frozen=True)
class Split:
    feature: int
    threshold: float
    left: Leaf | Split
    right: Leaf | Split


single = st.floats(-8, 8, width=32)
leaves = st.builds(Leaf, single)
trees = st.recursive(
    leaves, lambda inner: st.builds(Split, st.integers(0, 2), single, inner, inner), max_leaves=12
)


def as_arrays(forest: list[Leaf | Split]) -> Forest:
    """Children stand side by side, after everything that was there before them."""
    column: list[int] = []
    threshold: list[float] = []
    child: list[int] = []
    roots: list[int] = []

    def put(node: Leaf | Split, place: int) -> None:
        if isinstance(node, Leaf):
            threshold[place] = node.value
            return
        column[place], threshold[place], child[place] = node.feature, node.threshold, len(column)
        left = room(2)
        put(node.left, left)
        put(node.right, left + 1)

    def room(size: int) -> int:
        for part in (column, threshold, child):
            part.extend([-1] * size)
        return len(column) - size

    for tree in forest:
        roots.append(room(1))
        put(tree, roots[-1])
    return Forest(
        np.array(column, dtype=np.int16),
        np.array(threshold, dtype=np.float32),
        np.array(child, dtype=np.int32),
        np.array(roots, dtype=np.int32),
    )


def value_of(tree: Leaf | Split, row: list[float]) -> float:
    if isinstance(tree, Leaf):
        return tree.value
    return value_of(tree.left if row[tree.feature] <= tree.threshold else tree.right, row)


def matrix_of(rows: list[list[float]]) -> NDArray[np.float32]:
    return np.array(rows, dtype=np.float32).reshape(len(rows), 3)


rows_of_three = st.lists(st.lists(single, min_size=3, max_size=3), max_size=6)


@given(st.lists(trees, max_size=4), rows_of_three)
def test_the_sum_of_all_trees(forest: list[Leaf | Split], rows: list[list[float]]) -> None:
    expected = [sum(value_of(tree, row) for tree in forest) for row in rows]
    np.testing.assert_allclose(as_arrays(forest).logits(matrix_of(rows)), expected, atol=1e-12)


def test_the_gate_turns_rows_away() -> None:
    """Only rows that pass the gate are carried through the main forest."""
    gate = as_arrays([Split(0, 0.0, Leaf(SURELY_NOT - 0.5), Leaf(SURELY_NOT))])
    cascade = Cascade(gate, as_arrays([Leaf(1.5), Split(1, 0.0, Leaf(0.0), Leaf(1.0))]))
    matrix = matrix_of([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]])
    answer = cascade.logits(matrix, np.array([0, 1, 2]))
    assert answer[0] < SURELY_NOT
    np.testing.assert_array_equal(answer[1:], [2.5, 1.5])
    again = Cascade.of_arrays(cascade.arrays())
    np.testing.assert_array_equal(again.logits(matrix, np.array([0, 1, 2])), answer)
    with pytest.raises(ModelFormatError, match="no array"):
        Cascade.of_arrays(cascade.main.arrays())


def stump(threshold: float) -> Forest:
    return as_arrays([Split(1, threshold, Leaf(-1.0), Leaf(2.0))])


def test_a_value_at_the_threshold_goes_left() -> None:
    above = float(np.nextafter(np.float32(0.5), np.float32(1.0)))
    matrix = matrix_of([[0, 0.5, 0], [0, above, 0], [0, -9, 0]])
    np.testing.assert_array_equal(stump(0.5).logits(matrix), [-1.0, 2.0, -1.0])


def test_some_rows_only_and_in_the_order_asked_for() -> None:
    matrix = matrix_of([[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 2, 0]])
    answer = stump(0.5).logits(matrix, np.array([3, 0]))
    np.testing.assert_array_equal(answer, [2.0, -1.0])
    assert len(stump(0.5).logits(matrix, np.array([], dtype=np.intp))) == 0


@given(st.lists(trees, max_size=4), rows_of_three)
def test_compiled_and_plain_agree_to_the_bit(
    forest: list[Leaf | Split], rows: list[list[float]]
) -> None:
    name = compiled_name("thresher.features.forest_kernel")
    compiled = pytest.importorskip(name, reason="the kernel was not compiled")
    answers = []
    for loops in (forest_kernel, compiled):
        out = np.zeros(len(rows))
        trees = as_arrays(forest)
        loops.add_trees(matrix_of(rows), np.arange(len(rows)), trees, out)
        answers.append(out)
    np.testing.assert_array_equal(answers[0], answers[1])


@given(st.lists(trees, max_size=3))
def test_arrays_and_back(forest: list[Leaf | Split]) -> None:
    whole = as_arrays(forest)
    again = Forest.of_arrays(whole.arrays())
    for name, column in whole.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], column)
        assert again.arrays()[name].dtype == column.dtype


@pytest.mark.parametrize("missing", ["column", "threshold", "child", "roots"])
def test_a_missing_array_is_named(missing: str) -> None:
    arrays = {name: part for name, part in stump(0.5).arrays().items() if name != missing}
    with pytest.raises(ModelFormatError, match=f"no array '{missing}'"):
        Forest.of_arrays(arrays)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("child", [99, -1, -1]),  # beyond the last node
        ("child", [2, -1, -1]),  # its right child is beyond it
        ("child", [0, -1, -1]),  # back to itself: never ends
        ("roots", [3]),
        ("roots", [-1]),
        ("column", [1, -1, 1]),  # the last node has no children
        ("column", [1, -1]),
        ("threshold", [0.5]),
    ],
)
def test_trees_that_lead_nowhere_are_refused(name: str, values: list[float]) -> None:
    arrays: dict[str, NDArray[Any]] = {**stump(0.5).arrays(), name: np.array(values)}
    with pytest.raises(ModelFormatError, match="damaged trees"):
        Forest.of_arrays(arrays)


def test_sigmoid() -> None:
    np.testing.assert_allclose(
        sigmoid(np.array([0.0, np.log(3.0), -np.log(3.0)])), [0.5, 0.75, 0.25]
    )


def lightgbm_booster(matrix: NDArray[np.float32], labels: NDArray[np.float32]) -> Any:
    lightgbm = pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    parameters = {
        "objective": "cross_entropy",
        "num_leaves": 8,
        "min_data_in_leaf": 5,
        "verbose": -1,
        "num_threads": 1,
        "seed": 3,
    }
    return lightgbm.train(parameters, lightgbm.Dataset(matrix, labels), 20)


def test_lightgbm_gives_the_same_logits() -> None:
    random = np.random.default_rng(4)
    matrix = random.normal(size=(400, 6)).astype(np.float32)
    matrix[:, 3] = random.integers(0, 4, 400)  # many ties
    matrix[:, 4] = np.where(random.random(400) < 0.7, 0.0, matrix[:, 4])  # many zeros
    labels = (1 / (1 + np.exp(-matrix[:, 0] + matrix[:, 3]))).astype(np.float32)
    booster = lightgbm_booster(matrix, labels)
    trainer = importlib.import_module("thresher.training.forest_trainer")
    forest = trainer.as_forest(booster.dump_model())
    np.testing.assert_allclose(
        forest.logits(matrix), booster.predict(matrix, raw_score=True), rtol=1e-5, atol=1e-5
    )


def test_lightgbm_and_the_arrays_agree_at_thresholds_and_beside_them() -> None:
    random = np.random.default_rng(5)
    matrix = (random.integers(0, 50, (300, 3)) / np.float32(10)).astype(np.float32)
    labels = (matrix[:, 0] > 2.5).astype(np.float32) * 0.8 + 0.1
    booster = lightgbm_booster(matrix, labels)
    trainer = importlib.import_module("thresher.training.forest_trainer")
    forest = trainer.as_forest(booster.dump_model())
    at = np.unique(forest.threshold[forest.column >= 0])
    near = np.concatenate([at, np.nextafter(at, np.float32(9)), np.nextafter(at, np.float32(-9))])
    probes = np.stack([near] * 3, axis=1).astype(np.float32)
    np.testing.assert_allclose(
        forest.logits(probes), booster.predict(probes, raw_score=True), rtol=1e-5, atol=1e-5
    )
