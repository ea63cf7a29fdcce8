"""Decision trees from plain arrays."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from thresher.errors import ModelFormatError
from thresher.features.decision_tree import DecisionTree

# words ≤ 10?  yes: a leaf with 1 of 10 informative.  no: links ≤ 0.5?  yes: 9 of 10.  no: 3 of 10.
TREE: dict[str, list[Any]] = {
    "feature": [0, -1, 1, -1, -1],
    "threshold": [10.0, 0.0, 0.5, 0.0, 0.0],
    "left": [1, -1, 3, -1, -1],
    "right": [2, -1, 4, -1, -1],
    "share": [0.5, 0.1, 0.6, 0.9, 0.3],
}


def test_rows_fall_into_their_leaves() -> None:
    tree = DecisionTree.of_arrays(TREE)
    rows = np.array([[10.0, 0.0], [10.5, 0.5], [11.0, 3.0], [0.0, 9.0]])
    # twice the share, less 1
    assert tree.decide(rows) == pytest.approx([-0.8, 0.8, -0.4, -0.8])
    assert len(tree.decide(np.zeros((0, 2)))) == 0


def test_a_tree_of_one_leaf() -> None:
    leaf = {name: values[1:2] for name, values in TREE.items()}
    assert DecisionTree.of_arrays(leaf).decide(np.zeros((2, 2))) == pytest.approx([-0.8, -0.8])


def test_arrays_and_back() -> None:
    tree = DecisionTree.of_arrays(TREE)
    plain = {name: column.tolist() for name, column in tree.arrays().items()}
    assert json.loads(json.dumps(plain)) == TREE
    assert DecisionTree.of_arrays(plain).decide(np.array([[20.0, 0.0]])) == pytest.approx([0.8])


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("left", [0, -1, 3, -1, -1], "out of order"),  # a loop would never end
        ("right", [2, -1, 5, -1, -1], "out of order"),
        ("share", [0.5], "differ in length"),
        ("share", [0.5, float("inf"), 0.6, 0.9, 0.3], "finite"),
        ("threshold", "x", "usable"),
    ],
)
def test_a_damaged_tree_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(ModelFormatError, match=message):
        DecisionTree.of_arrays({**TREE, name: value})


def test_an_empty_tree_is_refused() -> None:
    with pytest.raises(ModelFormatError):
        DecisionTree.of_arrays({name: [] for name in TREE})
    with pytest.raises(ModelFormatError):
        DecisionTree.of_arrays({})
