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

from tests.features.small_model import every
from thresher.compiled import compiled_name
from thresher.errors import ModelFormatError
from thresher.features import forest_kernel
from thresher.features.forest import DEPTH, Forest, sigmoid


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
trees: st.SearchStrategy[Leaf | Split] = leaves
for _ in range(DEPTH):
    trees = leaves | st.builds(Split, st.integers(0, 2), single, trees, trees)


def as_arrays(forest: list[Leaf | Split]) -> Forest:
    """Complete trees: a leaf above the last level stands at all of the places below it."""
    inner = 2**DEPTH - 1
    column = np.zeros((len(forest), inner), dtype=np.int16)
    threshold = np.zeros((len(forest), inner), dtype=np.float32)
    value = np.zeros((len(forest), inner + 1), dtype=np.float32)

    def put(tree: int, node: Leaf | Split, place: int) -> None:
        if place >= inner:
            assert isinstance(node, Leaf)
            value[tree, place - inner] = node.value
            return
        left, right = (node.left, node.right) if isinstance(node, Split) else (node, node)
        if isinstance(node, Split):
            column[tree, place], threshold[tree, place] = node.feature, node.threshold
        put(tree, left, 2 * place + 1)
        put(tree, right, 2 * place + 2)

    for number, tree in enumerate(forest):
        put(number, tree, 0)
    return Forest(column, threshold, value)


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
    matrix = matrix_of(rows)
    answer = as_arrays(forest).logits(matrix, every(matrix))
    np.testing.assert_allclose(answer, expected, atol=1e-12)


def test_some_rows_in_any_order() -> None:
    matrix = matrix_of([[0, 1, 0], [0, 0, 0], [0, 2, 0]])
    answer = stump(0.5).logits(matrix, np.array([2, 1, 1]))
    np.testing.assert_array_equal(answer, [2.0, -1.0, -1.0])


def stump(threshold: float) -> Forest:
    return as_arrays([Split(1, threshold, Leaf(-1.0), Leaf(2.0))])


def test_a_value_at_the_threshold_goes_left() -> None:
    above = float(np.nextafter(np.float32(0.5), np.float32(1.0)))
    matrix = matrix_of([[0, 0.5, 0], [0, above, 0], [0, -9, 0]])
    np.testing.assert_array_equal(stump(0.5).logits(matrix, every(matrix)), [-1.0, 2.0, -1.0])


@given(st.lists(trees, max_size=4), rows_of_three)
def test_compiled_and_plain_agree_to_the_bit(
    forest: list[Leaf | Split], rows: list[list[float]]
) -> None:
    name = compiled_name("thresher.features.forest_kernel")
    compiled = pytest.importorskip(name, reason="the kernel was not compiled")
    answers = []
    for loops in (forest_kernel, compiled):
        out = np.zeros(len(rows))
        whole = as_arrays(forest)
        matrix = matrix_of(rows)
        trees_of = (whole.column, whole.threshold, whole.value)
        loops.add_trees(matrix, every(matrix), *trees_of, DEPTH, out)
        answers.append(out)
    np.testing.assert_array_equal(answers[0], answers[1])


@given(st.lists(trees, max_size=3))
def test_arrays_and_back(forest: list[Leaf | Split]) -> None:
    whole = as_arrays(forest)
    again = Forest.of_arrays(whole.arrays(), 3)
    for name, column in whole.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], column)
        assert again.arrays()[name].dtype == column.dtype


@pytest.mark.parametrize("missing", ["tree_column", "tree_threshold", "tree_value"])
def test_a_missing_array_is_named(missing: str) -> None:
    arrays = {name: part for name, part in stump(0.5).arrays().items() if name != missing}
    with pytest.raises(ModelFormatError, match=f"no array '{missing}'"):
        Forest.of_arrays(arrays, 3)


@pytest.mark.parametrize("name", ["tree_column", "tree_threshold", "tree_value"])
def test_trees_of_another_form_are_refused(name: str) -> None:
    array = stump(0.5).arrays()[name]
    for wrong in (array[:, 1:], array[0], array[None], np.concatenate([array, array])):
        with pytest.raises(ModelFormatError, match="damaged trees"):
            Forest.of_arrays({**stump(0.5).arrays(), name: wrong}, 3)


def test_columns_that_are_not_there_are_refused() -> None:
    arrays = stump(0.5).arrays()  # it looks at column 1
    Forest.of_arrays(arrays, 2)
    for column, columns in ((1, 1), (-1, 3), (3, 3)):
        wrong = np.full_like(arrays["tree_column"], column)
        with pytest.raises(ModelFormatError, match="damaged trees"):
            Forest.of_arrays({**arrays, "tree_column": wrong}, columns)


def test_sigmoid() -> None:
    np.testing.assert_allclose(
        sigmoid(np.array([0.0, np.log(3.0), -np.log(3.0)])), [0.5, 0.75, 0.25]
    )


def lightgbm_booster(matrix: NDArray[np.float32], labels: NDArray[np.float32]) -> Any:
    lightgbm = pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    parameters = {
        "objective": "cross_entropy",
        "num_leaves": 8,
        "max_depth": DEPTH,
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
        forest.logits(matrix, every(matrix)),
        booster.predict(matrix, raw_score=True),
        rtol=1e-5,
        atol=1e-5,
    )


def test_lightgbm_and_the_arrays_agree_at_thresholds_and_beside_them() -> None:
    random = np.random.default_rng(5)
    matrix = (random.integers(0, 50, (300, 3)) / np.float32(10)).astype(np.float32)
    labels = (matrix[:, 0] > 2.5).astype(np.float32) * 0.8 + 0.1
    booster = lightgbm_booster(matrix, labels)
    trainer = importlib.import_module("thresher.training.forest_trainer")
    forest = trainer.as_forest(booster.dump_model())
    at = np.unique(forest.threshold[np.isfinite(forest.threshold)])
    near = np.concatenate([at, np.nextafter(at, np.float32(9)), np.nextafter(at, np.float32(-9))])
    probes = np.stack([near] * 3, axis=1).astype(np.float32)
    np.testing.assert_allclose(
        forest.logits(probes, every(probes)),
        booster.predict(probes, raw_score=True),
        rtol=1e-5,
        atol=1e-5,
    )
