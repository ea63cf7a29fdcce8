"""Boosted trees as plain arrays: applied without the library that trained them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.errors import ModelFormatError


@dataclass(frozen=True)
class Forest:
    """Trees one after another; see `forest_kernel` for the layout."""

    column: NDArray[np.int16]
    threshold: NDArray[np.float32]
    child: NDArray[np.int32]
    roots: NDArray[np.int32]

    def logits(
        self, matrix: NDArray[np.float32], rows: NDArray[np.intp] | None = None
    ) -> NDArray[np.float64]:
        """The sum of the trees for each row of the matrix, or for some rows of it."""
        if rows is None:
            rows = np.arange(len(matrix))
        out = np.zeros(len(rows))
        kernel("thresher.features.forest_kernel").add_trees(matrix, rows, self, out)
        return out

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds of the forest."""
        return {
            "column": self.column,
            "threshold": self.threshold,
            "child": self.child,
            "roots": self.roots,
        }

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Forest:
        """Back from `arrays`."""
        try:
            forest = cls(
                column=arrays["column"].astype(np.int16),
                threshold=arrays["threshold"].astype(np.float32),
                child=arrays["child"].astype(np.int32),
                roots=arrays["roots"].astype(np.int32),
            )
        except KeyError as error:
            raise ModelFormatError(f"the model has no array {error}") from error
        if not forest._ends():
            raise ModelFormatError("the model has damaged trees; train it again")
        return forest

    def _ends(self) -> bool:
        """Every way through the trees goes forward to a leaf: the kernels do not check."""
        size = len(self.column)
        if not size == len(self.threshold) == len(self.child):
            return False
        inner = np.flatnonzero(self.column >= 0)
        left = self.child[inner]
        forward = bool(np.all((left > inner) & (left < size - 1)))
        return forward and bool(np.all((self.roots >= 0) & (self.roots < size)))


# Below this, the gate's answer stands. Chosen out of fold: no score fell, and more than half of the
# blocks of a page, its menus and footers, need no more than the gate.
SURELY_NOT: Final = -3.5
_REFUSED: Final = -6.0


@dataclass(frozen=True)
class Cascade:
    """A small forest that turns away what is surely not content, and a large one for the rest."""

    gate: Forest
    main: Forest

    def logits(self, matrix: NDArray[np.float32], rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Logits for some rows of the matrix."""
        doubtful = self.gate.logits(matrix, rows) >= SURELY_NOT
        logits = np.full(len(rows), _REFUSED)
        logits[doubtful] = self.main.logits(matrix, rows[doubtful])
        return logits

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds."""
        gate = {f"gate_{name}": array for name, array in self.gate.arrays().items()}
        return gate | self.main.arrays()

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Cascade:
        """Back from `arrays`."""
        gate = {
            name.removeprefix("gate_"): array
            for name, array in arrays.items()
            if name.startswith("gate_")
        }
        return cls(Forest.of_arrays(gate), Forest.of_arrays(arrays))


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of logits."""
    return 1.0 / (1.0 + np.exp(-logits))
