"""Boosted trees from LightGBM, turned into the plain arrays of `features.forest`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.errors import MissingExtra
from thresher.features.forest import DEPTH, Forest

_TREES: Final = 100
_GROWTH: Final[dict[str, Any]] = {
    "objective": "cross_entropy",  # labels are shares, not classes
    "num_leaves": 2**DEPTH,
    "max_depth": DEPTH,
    "learning_rate": 0.15,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "max_bin": 63,
    "seed": 1,
    "verbose": -1,
    "deterministic": True,
    "force_col_wise": True,
}


def train_forest(
    matrix: NDArray[np.float32],
    labels: NDArray[np.float32],
    weights: NDArray[np.float64],
    *,
    threads: int = 1,
) -> Forest:
    """Fit boosted trees; one thread gives the same trees on every machine."""
    try:
        import lightgbm
    except ImportError as error:
        raise MissingExtra("training needs LightGBM: pip install 'thresher[train]'") from error
    parameters = _GROWTH | {"num_threads": threads}
    data = lightgbm.Dataset(matrix, labels, weight=weights, params=parameters)
    return as_forest(lightgbm.train(parameters, data, _TREES).dump_model())


def as_forest(dump: dict[str, Any]) -> Forest:
    """The arrays of a dumped LightGBM model, whose trees are not deeper than DEPTH."""
    trees = [tree["tree_structure"] for tree in dump["tree_info"]]
    column = np.zeros((len(trees), 2**DEPTH - 1), dtype=np.int16)
    # Nothing is above infinity, so below an early leaf the way leads on to the left.
    threshold = np.full(column.shape, np.inf, dtype=np.float32)
    value = np.zeros((len(trees), 2**DEPTH), dtype=np.float32)
    for number, tree in enumerate(trees):
        waiting = [(tree, 0, 0)]
        while waiting:
            node, place, level = waiting.pop()
            if "leaf_value" in node:
                first = ((place + 1) << (DEPTH - level)) - 2**DEPTH
                value[number, first] = node["leaf_value"]
                continue
            column[number, place] = node["split_feature"]
            threshold[number, place] = _single(node["threshold"])
            waiting.append((node["left_child"], 2 * place + 1, level + 1))
            waiting.append((node["right_child"], 2 * place + 2, level + 1))
    return Forest(column, threshold, value)


def _single(threshold: float) -> float:
    """The largest single-precision number not above `threshold`.

    Features are single precision, so comparing with it is the same as comparing with `threshold`.
    """
    rounded = np.float32(threshold)
    if float(rounded) > threshold:
        rounded = np.nextafter(rounded, np.float32(-np.inf))
    return float(rounded)
