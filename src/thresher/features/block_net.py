"""A small neural net over the blocks of a page: applied with numpy alone.

The net reads the blocks as a sequence: each block's hidden state is mixed, a few times over, with
the states of its neighbours, of its template group and of the page. It ends in a logit for each
block and in scores for the types that the page may have.

    amount  x / (bend·|x| + half)              keeps long tails within reach
    state   h = relu(x·W + Σ rows of codes + b)
    mixing  h + relu(h·S + h[t−d]·A + h[t+d]·B + mean of group·G + mean of page·P + b)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.features.block_features import FEATURE_NAMES

Single = NDArray[np.float32]
_KERNEL: Final = "thresher.features.net_kernel"

PAGE_TYPES: Final = tuple("article documentation service forum collection listing product".split())
# Columns that are names by number, not amounts: each value has a row of its own.
CODED: Final = tuple(
    place
    for place, name in enumerate(FEATURE_NAMES)
    if name.startswith("kind") or name.endswith((" kind", "-class")) or name == "hidden"
)
VALUES: Final = 34
"""More than any coded column has values."""
_CODED: Final = np.array(CODED, dtype=np.intp)
REACH: Final = (1, 2, 4)
"""How far away the neighbours are that each mixing looks at."""
# Larger products (rows times columns times what is summed) are cut into pieces: these the matrix
# library does not share out among threads. Waking a thread costs more than the product, and pages
# are what runs in parallel.
_ALONE: Final = 1 << 18


@dataclass(frozen=True)
class Inputs:
    """Features made fit for a net: amounts bent into a small range, and row numbers of codes."""

    amounts: Single
    codes: NDArray[np.int32]

    def at(self, places: NDArray[np.intp]) -> Inputs:
        """The inputs of some blocks."""
        return Inputs(self.amounts[places], self.codes[places])


def bent(matrix: Single, rows: NDArray[np.intp], bend: Single, half: Single) -> Single:
    """Amounts x of some blocks, as x / (bend·|x| + half)."""
    out = np.empty((len(rows), matrix.shape[1]), dtype=np.float32)
    kernel(_KERNEL).bend_rows(matrix, rows, bend, half, out)
    return out


def coded(matrix: Single, rows: NDArray[np.intp]) -> NDArray[np.int32]:
    """The rows that the coded columns of some blocks stand for."""
    codes = np.empty((len(rows), len(CODED)), dtype=np.int32)
    kernel(_KERNEL).code_rows(matrix, rows, _CODED, VALUES, codes)
    return codes


@dataclass(frozen=True)
class Layer:
    """The first layer: from the inputs of a block to its hidden state."""

    weights: Single
    rows: Single
    bias: Single

    def __call__(self, inputs: Inputs) -> Single:
        state = product(inputs.amounts, self.weights)
        state += self.bias
        kernel(_KERNEL).add_rows(self.rows, inputs.codes, state)
        return state


@dataclass(frozen=True)
class Mixing:
    """Mixes a block's state with those around it."""

    near: Single
    """For the block itself, the one before and the one after, side by side."""
    group: Single
    page: Single
    bias: Single

    def __call__(self, state: Single, means: Single, group: NDArray[np.int32], reach: int) -> None:
        """`means` are those of the groups, and in the last row that of the page."""
        constant = means[-1] @ self.page
        constant += self.bias
        around, grouped = product(state, self.near), product(means[:-1], self.group)
        kernel(_KERNEL).mix(state, around, grouped, group, constant, reach)


@dataclass(frozen=True)
class Net:
    """One trained net."""

    first: Layer
    mixings: tuple[Mixing, ...]
    last: Single
    """From a state to a logit and, of the page's mean state, to the scores of the page types."""
    bias: Single

    def __call__(
        self, inputs: Inputs, group: NDArray[np.int32], shares: Single
    ) -> tuple[NDArray[np.float64], Single]:
        loops = kernel(_KERNEL)
        state = self.first(inputs)
        totals = np.bincount(group, shares)
        totals = np.append(totals, totals.sum()).astype(np.float32)
        means = np.empty((len(totals), state.shape[1]), dtype=np.float32)
        for reach, mixing in zip(REACH, self.mixings, strict=True):
            loops.mean_states(state, group, shares, totals, means)
            mixing(state, means, group, reach)
        loops.mean_states(state, group, shares, totals, means)
        types: Single = means[-1] @ self.of_types + self.bias[1:]
        return weighed(state, self.of_blocks, float(self.bias[0])), types

    @cached_property
    def of_blocks(self) -> Single:
        """The weights of a block's logit."""
        return np.ascontiguousarray(self.last[:, 0])

    @cached_property
    def of_types(self) -> Single:
        """The weights of the page's types."""
        return np.ascontiguousarray(self.last[:, 1:])


def weighed(state: Single, weights: Single, bias: float) -> NDArray[np.float64]:
    """A number for each state."""
    out = np.empty(len(state))
    kernel(_KERNEL).weigh(state, weights, bias, out)
    return out


def product(left: Single, right: Single) -> Single:
    """The matrix product, on this thread alone."""
    rows, size = len(left), right.size
    if rows * size <= _ALONE:
        whole: Single = left @ right
        return whole
    piece = max(1, _ALONE // size)
    out = np.empty((rows, right.shape[1]), dtype=np.float32)
    for start in range(0, rows, piece):
        np.matmul(left[start : start + piece], right, out=out[start : start + piece])
    return out
