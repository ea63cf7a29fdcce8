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
# Larger products are cut into pieces that the matrix library does not share out among threads:
# waking a thread costs more than the product, and pages are what runs in parallel.
_PIECE: Final = 16


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

    def __call__(self, state: Single, reach: int, group: NDArray[np.int32], shares: Single) -> None:
        grouped, page = _means(state, group, shares)
        constant = self.bias + page @ self.page
        around, grouped = product(state, self.near), product(grouped, self.group)
        kernel(_KERNEL).mix(state, around, grouped, constant, reach)


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
    ) -> tuple[Single, Single]:
        state = self.first(inputs)
        for reach, mixing in zip(REACH, self.mixings, strict=True):
            mixing(state, reach, group, shares)
        logits = product(state, self.last[:, :1])[:, 0] + self.bias[0]
        types: Single = _means(state, group, shares)[1] @ self.last[:, 1:] + self.bias[1:]
        return logits, types


def product(left: Single, right: Single) -> Single:
    """The matrix product, on this thread alone."""
    rows = len(left)
    whole = rows - rows % _PIECE
    out = np.empty((rows, right.shape[1]), dtype=np.float32)
    if whole:
        pieces = left[:whole].reshape(-1, _PIECE, left.shape[1])
        np.matmul(pieces, right, out=out[:whole].reshape(-1, _PIECE, right.shape[1]))
    if whole < rows:
        np.matmul(left[whole:], right, out=out[whole:])
    return out


def _means(state: Single, group: NDArray[np.int32], shares: Single) -> tuple[Single, Single]:
    """The mean state of each block's group, and that of the page."""
    count, width = int(group.max()) + 1, state.shape[1]
    sums = np.zeros((count, width), dtype=np.float32)
    totals = np.zeros(count, dtype=np.float32)
    whole = np.zeros(width, dtype=np.float32)
    means = np.empty_like(state)
    kernel(_KERNEL).group_means(state, group, shares, sums, totals, means, whole)
    return means, whole / totals.sum()
