"""Boosted trees as plain arrays: applied without the library that trained them.

All trees are complete and of one depth, so that nothing but comparisons leads through them: the
node below node i is 2i + 1, or 2i + 2 where the value is above the threshold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.errors import ModelFormatError

DEPTH: Final = 5


@dataclass(frozen=True)
class Forest:
    """One row for each tree."""

    column: NDArray[np.int16]
    """Which feature a node looks at."""
    threshold: NDArray[np.float32]
    value: NDArray[np.float32]
    """What a tree adds, for each of its leaves from left to right."""

    def logits(self, matrix: NDArray[np.float32], rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """The sum of the trees for some rows of the matrix."""
        out = np.zeros(len(rows))
        loops = kernel("thresher.features.forest_kernel")
        loops.add_trees(matrix, rows, self.column, self.threshold, self.value, DEPTH, out)
        return out

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds of the forest."""
        return {
            "tree_column": self.column,
            "tree_threshold": self.threshold,
            "tree_value": self.value,
        }

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]], columns: int) -> Forest:
        """Back from `arrays`; the kernel does not check that the columns exist."""
        try:
            forest = cls(
                column=arrays["tree_column"].astype(np.int16, order="C"),
                threshold=arrays["tree_threshold"].astype(np.float32, order="C"),
                value=arrays["tree_value"].astype(np.float32, order="C"),
            )
        except KeyError as error:
            raise ModelFormatError(f"the model has no array {error}; train it again") from error
        except (ValueError, TypeError) as error:
            raise ModelFormatError(f"the model is damaged: {error}; train it again") from error
        trees = len(forest.value)
        inner = (trees, 2**DEPTH - 1)
        if (
            not forest.column.shape == forest.threshold.shape == inner
            or forest.value.shape != (trees, 2**DEPTH)
            or not np.all((forest.column >= 0) & (forest.column < columns))
        ):
            raise ModelFormatError("the model has damaged trees; train it again")
        return forest


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of logits."""
    return 1.0 / (1.0 + np.exp(-logits))
