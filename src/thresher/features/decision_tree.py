"""A decision tree as plain arrays: applied without the library that trained it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ModelFormatError


@dataclass(frozen=True, eq=False, slots=True)
class DecisionTree:
    """Nodes by number, the root first; a row goes left where its feature is ≤ the threshold."""

    feature: NDArray[np.int32]
    """Column that a node looks at; −1 in a leaf."""
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    share: NDArray[np.float64]
    """Share of the class among the training rows of each node."""

    def decide(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        """From −1 to 1 for every row: above 0 where the class prevails in the leaf it falls in."""
        node = np.zeros(len(matrix), dtype=np.int32)
        inner = np.flatnonzero(self.feature[node] >= 0)
        while len(inner):
            at = node[inner]
            goes_left = matrix[inner, self.feature[at]] <= self.threshold[at]
            node[inner] = np.where(goes_left, self.left[at], self.right[at])
            inner = inner[self.feature[node[inner]] >= 0]
        values: NDArray[np.float64] = 2.0 * self.share[node] - 1.0
        return values

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds of the tree."""
        return {
            "feature": self.feature,
            "threshold": self.threshold,
            "left": self.left,
            "right": self.right,
            "share": self.share,
        }

    @classmethod
    def of_arrays(cls, values: Mapping[str, Any]) -> Self:
        """Back from `arrays`, or from the same as plain lists."""
        try:
            tree = cls(
                np.asarray(values["feature"], dtype=np.int32),
                np.asarray(values["threshold"], dtype=np.float64),
                np.asarray(values["left"], dtype=np.int32),
                np.asarray(values["right"], dtype=np.int32),
                np.asarray(values["share"], dtype=np.float64),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError("the model has no usable decision tree") from error
        tree._check()
        return tree

    def _check(self) -> None:
        """Raise unless every path goes to higher numbers and ends in a leaf."""
        shapes = {column.shape for column in self.arrays().values()}
        size = self.feature.size
        if shapes != {(size,)} or not size:
            raise ModelFormatError("the columns of the model's decision tree differ in length")
        inner = np.flatnonzero(self.feature >= 0)
        for children in (self.left[inner], self.right[inner]):
            if (children <= inner).any() or (children >= size).any():
                raise ModelFormatError("the nodes of the model's decision tree are out of order")
        if not (np.isfinite(self.share).all() and np.isfinite(self.threshold).all()):
            raise ModelFormatError("the model's decision tree holds numbers that are not finite")
