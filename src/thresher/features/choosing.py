"""From probabilities to a set of blocks: the one with the best expected F-measure.

A fixed threshold treats all pages alike, but a page whose best blocks are uncertain is still served
best by some of them. With w the words of a block and p its probability, keeping the k likeliest
blocks has the expected measure (1 + β²) Σ_k p·w / (Σ_k w + β² Σ_all p·w); the best k is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.features.block_features import FEATURE_NAMES

_COLUMNS: Final = np.array(
    [FEATURE_NAMES.index(name) for name in ("heading", "title-share", "hidden", "in pre")],
    dtype=np.intp,
)
_HEADLINE_REACH: Final = 8
"""How many blocks with words before the first kept one may have the headline among them."""
_LEAST_LIKELY: Final = 0.15
"""What is less likely than this is not added to a choice."""


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


def completed(
    keep: NDArray[np.bool_],
    probability: NDArray[np.float64],
    matrix: NDArray[np.float32],
    *,
    headline: bool,
) -> NDArray[np.bool_]:
    """The choice with what belongs to it, though it looks less likely by itself.

    Headings are short, so that a set chosen by words may lack them: those between kept blocks are
    added, and the headline when it is wanted and near. Code looks unlike text: it is added after
    a kept block. `matrix` has the features of all blocks.
    """
    marks = keep.astype(np.uint8)
    loops = kernel("thresher.features.choosing_kernel")
    if headline:
        loops.add_headline(matrix, _COLUMNS, probability, marks, _HEADLINE_REACH)
    loops.add_headings(matrix, _COLUMNS, probability, marks, _LEAST_LIKELY)
    loops.add_code(matrix, _COLUMNS, probability, marks, _LEAST_LIKELY)
    return marks.view(np.bool_)
