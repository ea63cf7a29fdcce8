"""Support vector machines as plain arrays: applied without the library that trained them.

A machine says how far a row of features is on the good side: above 0 it belongs to the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ModelFormatError

FloatArray = NDArray[np.float64]

_ROWS_AT_ONCE: Final = 256
"""Rows against all support vectors at a time: what bounds the memory."""


@dataclass(frozen=True, eq=False, slots=True)
class LinearSvm:
    """f(x) = w·x + b."""

    weights: FloatArray
    intercept: float

    def decide(self, matrix: FloatArray) -> FloatArray:
        """The decision value of every row."""
        values: FloatArray = matrix @ self.weights + self.intercept
        return values

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds of the machine."""
        return {"weights": self.weights, "intercept": np.array(self.intercept)}

    @classmethod
    def of_arrays(cls, values: Mapping[str, Any]) -> Self:
        """Back from `arrays`, or from the same as plain lists."""
        return cls(_numbers(values, "weights", 1), _number(values, "intercept"))


@dataclass(frozen=True, eq=False, slots=True)
class RbfSvm:
    """f(x) = Σ c_i exp(−g |x − v_i|²) + b, over the support vectors v_i."""

    vectors: FloatArray
    coefficients: FloatArray
    """Label times multiplier of each support vector."""
    intercept: float
    gamma: float

    def decide(self, matrix: FloatArray) -> FloatArray:
        """The decision value of every row."""
        norms = (self.vectors**2).sum(axis=1)
        values = np.empty(len(matrix))
        for start in range(0, len(matrix), _ROWS_AT_ONCE):
            rows = matrix[start : start + _ROWS_AT_ONCE]
            squares = (rows**2).sum(axis=1)[:, None] + norms
            # Rounding may leave a tiny negative distance between equal points.
            distances = np.maximum(squares - 2.0 * (rows @ self.vectors.T), 0.0)
            kernel = np.exp(-self.gamma * distances)
            values[start : start + _ROWS_AT_ONCE] = kernel @ self.coefficients + self.intercept
        return values

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds of the machine."""
        return {
            "vectors": self.vectors,
            "coefficients": self.coefficients,
            "intercept": np.array(self.intercept),
            "gamma": np.array(self.gamma),
        }

    @classmethod
    def of_arrays(cls, values: Mapping[str, Any]) -> Self:
        """Back from `arrays`, or from the same as plain lists."""
        vectors = _numbers(values, "vectors", 2)
        coefficients = _numbers(values, "coefficients", 1)
        if len(vectors) != len(coefficients):
            raise ModelFormatError(
                f"the model has {len(vectors)} support vectors and {len(coefficients)} coefficients"
            )
        return cls(vectors, coefficients, _number(values, "intercept"), _number(values, "gamma"))


def _numbers(values: Mapping[str, Any], name: str, dimensions: int) -> FloatArray:
    """A float array of a model, checked."""
    try:
        array = np.asarray(values[name], dtype=np.float64)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFormatError(f"the model has no usable {name!r}") from error
    if array.ndim != dimensions or not np.isfinite(array).all():
        raise ModelFormatError(
            f"{name!r} of the model must be finite numbers in {dimensions} dimensions, "
            f"not of the shape {array.shape}"
        )
    return array


def _number(values: Mapping[str, Any], name: str) -> float:
    return float(_numbers(values, name, 0))
