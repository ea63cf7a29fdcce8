"""How well a classifier does on pages that it was not trained on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

FOLDS: Final = 5

Matrix = NDArray[np.float64]
Labels = NDArray[np.bool_]


class Classifier(Protocol):
    """Anything that decides on rows of features."""

    def decide(self, matrix: Matrix) -> NDArray[np.float64]:
        """Above 0 where a row belongs to the class."""


def cross_validate(
    train: Callable[[Matrix, Labels], Classifier],
    pages: Sequence[tuple[Matrix, Labels]],
    folds: int = FOLDS,
) -> float | None:
    """Share of rows that are decided rightly, out of fold; None for a single page.

    Page i is in fold i mod `folds`: rows of one page resemble each other, so they stay together.
    """
    folds = min(folds, len(pages))
    if folds < 2:
        return None
    right = total = 0
    for held_out in range(folds):
        known = [page for number, page in enumerate(pages) if number % folds != held_out]
        classifier = train(*stacked(known))
        for matrix, labels in pages[held_out::folds]:
            right += int(((classifier.decide(matrix) > 0) == labels).sum())
            total += len(labels)
    return right / total if total else None


def stacked(pages: Sequence[tuple[Matrix, Labels]]) -> tuple[Matrix, Labels]:
    """The rows of all pages, one below the other."""
    return np.concatenate([page[0] for page in pages]), np.concatenate([page[1] for page in pages])
