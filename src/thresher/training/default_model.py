"""Trains the model of the default identifier, and scores it on domains it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.features.choosing import best_set
from thresher.features.forest import Forest, sigmoid
from thresher.identifiers.thresher import FLOOR, INPUTS, share_in_groups, with_conventions
from thresher.training.examples import TrainingPage
from thresher.training.forest_trainer import train_forest

FOLDS: Final = 5
TREES: Final = 300
# Sets weigh alike per page, except the one with all page types, of which there is too little.
SET_WEIGHTS: Final = {"wcxb-dev": 2.0}
_MAX_BLOCKS: Final = 200
_LOWEST_QUALITY: Final = 0.1

Progress = Callable[[str], None]


def cross_validate(
    pages: Sequence[TrainingPage], progress: Progress, *, trees: int = TREES, threads: int = 1
) -> tuple[list[Forest], list[float]]:
    """A forest for each fold, and the word F1 of every page under the forest of its own fold."""
    forests = []
    scores = [0.0] * len(pages)
    for held_out in range(FOLDS):
        progress(f"fold {held_out + 1} of {FOLDS}")
        forest = fit(
            [page for page in pages if page.fold != held_out], trees=trees, threads=threads
        )
        forests.append(forest)
        for place, page in enumerate(pages):
            if page.fold == held_out:
                scores[place] = page.f1(choose(forest, page))
    return forests, scores


def fit(pages: Iterable[TrainingPage], *, trees: int = TREES, threads: int = 1) -> Forest:
    """A forest from all pages given."""
    random = np.random.default_rng(1)
    parts = [_rows(page, random) for page in pages if page.words.any()]
    matrix, labels, weights = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return train_forest(matrix, labels, weights, trees=trees, threads=threads)


def choose(forest: Forest, page: TrainingPage) -> NDArray[np.bool_]:
    """The blocks that the identifier would keep with this forest."""
    texts = np.flatnonzero(page.words > 0)
    keep = np.zeros(len(page.words), dtype=np.bool_)
    if not len(texts):
        return keep
    logits = share_in_groups(
        forest.logits(_inputs(page), texts), page.words[texts], page.group[texts]
    )
    probability = sigmoid(logits)
    if probability.max() >= FLOOR:
        keep[texts] = best_set(probability, page.words[texts])
    return keep


def mean_by(pages: Sequence[TrainingPage], scores: Sequence[float]) -> dict[str, float]:
    """Mean score of each set, and of each page type of the set that has types."""
    groups: dict[str, list[float]] = {}
    for page, score in zip(pages, scores, strict=True):
        groups.setdefault(page.set, []).append(score)
        if page.set in SET_WEIGHTS and page.type:
            groups.setdefault(f"{page.set} {page.type}", []).append(score)
    return {name: round(float(np.mean(values)), 4) for name, values in sorted(groups.items())}


def describe(pages: Sequence[TrainingPage], scores: dict[str, float], **more: Any) -> dict[str, Any]:
    """What the model file says of itself."""
    counts: dict[str, int] = {}
    for page in pages:
        counts[page.set] = counts.get(page.set, 0) + 1
    return {"inputs": list(INPUTS), "pages": counts, "out_of_fold_word_f1": scores, **more}


def _inputs(page: TrainingPage) -> NDArray[np.float32]:
    return with_conventions(
        page.matrix, headline=page.convention.headline, comments=page.convention.comments
    )


def _rows(
    page: TrainingPage, random: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]]:
    """Inputs, labels and weights of a page's blocks; a sample of them where there are many.

    A block weighs by its share of the words that are at stake, mixed with the root of its words so
    that short blocks count too. Pages whose truth does not fit the page weigh less.
    """
    texts = np.flatnonzero(page.words > 0)
    scale = max(1.0, len(texts) / _MAX_BLOCKS)
    if len(texts) > _MAX_BLOCKS:
        texts = np.sort(random.choice(texts, _MAX_BLOCKS, replace=False))
    words = page.words[texts]
    at_stake = max(page.truth.total(), 0.25 * page.words.sum(), 20.0)
    roots = np.sqrt(words) / np.sqrt(page.words[page.words > 0]).sum()
    weights = 7.0 * np.minimum(words / at_stake, 1.0) + 3.0 * roots
    weights *= scale * _quality(page) * SET_WEIGHTS.get(page.set, 1.0)
    return _inputs(page)[texts], page.label[texts], weights


def _quality(page: TrainingPage) -> float:
    """How far the truth can be trusted: 1, or less where even the best blocks score badly."""
    if not page.truth:
        return 1.0
    return float(np.clip((page.ceiling - 0.5) / 0.4, _LOWEST_QUALITY, 1.0))
