"""Boosted trees from LightGBM, turned into the plain arrays of `features.forest`."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.errors import MissingExtra
from thresher.features.forest import Forest

_ALWAYS: Final[dict[str, Any]] = {
    "objective": "cross_entropy",  # labels are shares, not classes
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


@dataclass(frozen=True, slots=True)
class Growth:
    """How a forest is grown."""

    trees: int
    leaves: int
    learning_rate: float
    min_blocks: int
    """Fewest blocks in a leaf."""


GATE: Final = Growth(trees=12, leaves=16, learning_rate=0.4, min_blocks=100)
MAIN: Final = Growth(trees=160, leaves=31, learning_rate=0.12, min_blocks=40)


def train_forest(
    matrix: NDArray[np.float32],
    labels: NDArray[np.float32],
    weights: NDArray[np.float64],
    growth: Growth,
    *,
    threads: int = 1,
) -> Forest:
    """Fit boosted trees; one thread gives the same trees on every machine."""
    try:
        import lightgbm
    except ImportError as error:
        raise MissingExtra("training needs LightGBM: pip install 'thresher[train]'") from error
    parameters = _ALWAYS | {
        "num_leaves": growth.leaves,
        "learning_rate": growth.learning_rate,
        "min_data_in_leaf": growth.min_blocks,
        "num_threads": threads,
    }
    data = lightgbm.Dataset(matrix, labels, weight=weights, params=parameters)
    return as_forest(lightgbm.train(parameters, data, growth.trees).dump_model())


def as_forest(dump: dict[str, Any]) -> Forest:
    """The arrays of a dumped LightGBM model: breadth first, so that siblings stand together."""
    column: list[int] = []
    threshold: list[float] = []
    child: list[int] = []
    roots: list[int] = []
    for tree in dump["tree_info"]:
        roots.append(len(column))
        level = deque([tree["tree_structure"]])
        placed = len(column) + 1
        while level:
            node = level.popleft()
            if "leaf_value" in node:
                column.append(-1)
                threshold.append(node["leaf_value"])
                child.append(-1)
                continue
            column.append(node["split_feature"])
            threshold.append(_single(node["threshold"]))
            child.append(placed)
            placed += 2
            level.extend((node["left_child"], node["right_child"]))
    return Forest(
        np.array(column, dtype=np.int16),
        np.array(threshold, dtype=np.float32),
        np.array(child, dtype=np.int32),
        np.array(roots, dtype=np.int32),
    )


def _single(threshold: float) -> float:
    """The largest single-precision number not above `threshold`.

    Features are single precision, so comparing with it is the same as comparing with `threshold`.
    """
    rounded = np.float32(threshold)
    if float(rounded) > threshold:
        rounded = np.nextafter(rounded, np.float32(-np.inf))
    return float(rounded)
