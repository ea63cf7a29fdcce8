"""Boosted trees as plain arrays: applied without the library that trained them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.errors import ModelFormatError


@dataclass(frozen=True)
class Forest:
    """Trees in preorder, one after another; see `forest_kernel` for the layout."""

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    right: NDArray[np.int32]
    roots: NDArray[np.int32]

    def logits(
        self, matrix: NDArray[np.float32], rows: NDArray[np.intp] | None = None
    ) -> NDArray[np.float64]:
        """The sum of all trees for each row of the matrix, or for some rows of it."""
        if rows is None:
            rows = np.arange(len(matrix))
        out = np.zeros(len(rows))
        kernel("thresher.features.forest_kernel").add_trees(matrix, rows, self, out)
        return out

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds of the forest."""
        return {
            "feature": self.feature,
            "threshold": self.threshold,
            "right": self.right,
            "roots": self.roots,
        }

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Forest:
        """Back from `arrays`."""
        try:
            return cls(
                feature=arrays["feature"].astype(np.int16),
                threshold=arrays["threshold"].astype(np.float32),
                right=arrays["right"].astype(np.int32),
                roots=arrays["roots"].astype(np.int32),
            )
        except KeyError as error:
            raise ModelFormatError(f"the model has no array {error}") from error


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of logits."""
    return 1.0 / (1.0 + np.exp(-logits))
