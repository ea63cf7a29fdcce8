"""Trains the model of the default identifier, and scores it on domains it has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_features import FEATURE_NAMES, set_convention
from thresher.features.choosing import best_set
from thresher.features.forest import Cascade, sigmoid
from thresher.identifiers.thresher import FLOOR, share_in_groups
from thresher.training.examples import TrainingPage
from thresher.training.forest_trainer import GATE, MAIN, train_forest

FOLDS: Final = 5
# Sets weigh alike per page, except the one with all page types, of which there is too little; and
# the pages of one domain share a template, so that many of them teach little more than a few.
SET_WEIGHTS: Final = {"wcxb-dev": 3.0}
_MANY_OF_A_DOMAIN: Final = 5
_MAX_BLOCKS: Final = 120
_LOWEST_QUALITY: Final = 0.1

Progress = Callable[[str], None]


def cross_validate(
    pages: Sequence[TrainingPage], progress: Progress, *, threads: int = 1
) -> tuple[list[Cascade], list[float]]:
    """A model for each fold, and the word F1 of every page under the model of its own fold."""
    models = []
    scores = [0.0] * len(pages)
    for held_out in range(FOLDS):
        progress(f"fold {held_out + 1} of {FOLDS}")
        model = fit([page for page in pages if page.fold != held_out], threads=threads)
        models.append(model)
        for place, page in enumerate(pages):
            if page.fold == held_out:
                scores[place] = page.f1(choose(model, page))
    return models, scores


def fit(pages: Sequence[TrainingPage], *, threads: int = 1) -> Cascade:
    """A model from all pages given."""
    random = np.random.default_rng(1)
    domains = Counter(page.domain for page in pages)
    parts = [_rows(page, random, many=domains[page.domain]) for page in pages if page.words.any()]
    matrix, labels, weights = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    gate, main = (
        train_forest(matrix, labels, weights, growth, threads=threads) for growth in (GATE, MAIN)
    )
    return Cascade(gate, main)


def choose(model: Cascade, page: TrainingPage) -> NDArray[np.bool_]:
    """The blocks that the identifier would keep with this model."""
    texts = np.flatnonzero(page.words > 0)
    keep = np.zeros(len(page.words), dtype=np.bool_)
    if not len(texts):
        return keep
    logits = model.logits(_inputs(page), texts)
    probability = sigmoid(share_in_groups(logits, page.words[texts], page.group[texts]))
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


def describe(
    pages: Sequence[TrainingPage], scores: dict[str, float], **more: Any
) -> dict[str, Any]:
    """What the model file says of itself."""
    counts = dict(Counter(page.set for page in pages))
    return {"inputs": list(FEATURE_NAMES), "pages": counts, "out_of_fold_word_f1": scores, **more}


def _inputs(page: TrainingPage) -> NDArray[np.float32]:
    matrix = page.matrix.copy()
    set_convention(matrix, headline=page.convention.headline, comments=page.convention.comments)
    return matrix


def _rows(
    page: TrainingPage, random: np.random.Generator, *, many: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]]:
    """Inputs, labels and weights of a page's blocks; a sample of them where there are many.

    A block weighs by its share of the words that are at stake, mixed with the root of its words so
    that short blocks count too. Pages whose truth does not fit the page weigh less, and so do the
    pages of a domain with `many`.
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
    weights *= min(1.0, (_MANY_OF_A_DOMAIN / many) ** 0.6)
    return _inputs(page)[texts], page.label[texts], weights


def _quality(page: TrainingPage) -> float:
    """How far the truth can be trusted: 1, or less where even the best blocks score badly."""
    if not page.truth:
        return 1.0
    return float(np.clip((page.ceiling - 0.5) / 0.4, _LOWEST_QUALITY, 1.0))
