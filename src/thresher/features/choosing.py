"""From probabilities to a set of blocks: the one with the best expected F-measure.

A fixed threshold treats all pages alike, but a page whose best blocks are uncertain is still served
best by some of them. With w the words of a block and p its probability, keeping the k likeliest
blocks has the expected measure (1 + β²) Σ_k p·w / (Σ_k w + β² Σ_all p·w); the best k is taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel


@dataclass(frozen=True)
class Choice:
    """The blocks that are kept, and the F-measure that they are expected to have."""

    keep: NDArray[np.bool_]
    expected: float


def best_set(
    probability: NDArray[np.float64], words: NDArray[np.float64], beta: float = 1.0
) -> Choice:
    """The prefix of the blocks, sorted by probability, with the best expected F-measure."""
    keep = np.zeros(len(probability), dtype=np.uint8)
    if not len(probability):
        return Choice(keep.view(np.bool_), 0.0)
    order = np.argsort(-probability, kind="stable")
    loops = kernel("thresher.features.choosing_kernel")
    expected = loops.keep_best(order, probability, words, beta, keep)
    return Choice(keep.view(np.bool_), expected)
