"""Trains the model of the default identifier, and scores it on domains it has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.errors import DataError
from thresher.features.block_features import FEATURE_NAMES, set_convention
from thresher.features.block_model import BlockModel
from thresher.features.block_net import PAGE_TYPES, Inputs, Single, bent, coded
from thresher.features.choosing import Choice, completed
from thresher.identifiers.thresher import chosen, readable
from thresher.training.examples import TrainingPage
from thresher.training.forest_trainer import train_forest
from thresher.training.net_trainer import Lesson, scales, train_gate, train_net, usual

FOLDS: Final = 5
# Sets weigh alike per page, except the one with all page types, of which there is too little; and
# the pages of one domain share a template, so that many of them teach little more than a few.
SET_WEIGHTS: Final = {"wcxb-dev": 3.0}
_MANY_OF_A_DOMAIN: Final = 5
# The net is taught more blocks than it is asked for later, which the gate has to pass with more:
# taught only with those, it was worse.
_TAUGHT: Final = -5.5
_MAX_BLOCKS: Final = 90
"""Of one page, for the forest."""
_LOWEST_QUALITY: Final = 0.1
# Sets that hold pages of one type only; where others do not say, the type is not taught.
_TYPE_OF_SET: Final = {
    "daniel": "article",
    "docs": "documentation",
    "forum": "forum",
    "l3s-gn1": "article",
}
_STEPS: Final = 12
"""Rows of the table of confidence."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Score:
    """How a model did on a page that it had not seen."""

    f1: float
    expected: float
    """The F-measure that its probabilities promised."""
    type_is_right: bool | None
    """None where the type of the page is not known."""


def cross_validate(
    pages: Sequence[TrainingPage], progress: Progress, *, threads: int = 1
) -> tuple[list[BlockModel], list[Score]]:
    """A model for each fold, and the score of every page under the model of its own fold.

    The confidence of each of these models is learned from the scores of the other folds.
    """
    models = []
    scores: dict[int, Score] = {}
    for held_out in range(FOLDS):
        progress(f"fold {held_out + 1} of {FOLDS}")
        model = fit([page for page in pages if page.fold != held_out], threads=threads)
        models.append(model)
        for place, page in enumerate(pages):
            if page.fold == held_out:
                scores[place] = score(model, page)
    in_order = [scores[place] for place in range(len(pages))]
    return [
        with_confidence(model, [s for s, p in zip(in_order, pages, strict=True) if p.fold != fold])
        for fold, model in enumerate(models)
    ], in_order


def fit(pages: Sequence[TrainingPage], *, threads: int = 1) -> BlockModel:
    """A model from all pages given; its confidence is what its probabilities promise."""
    taught = [page for page in pages if len(texts_of(page))]
    if not taught:
        raise DataError(
            "none of the pages has a block with words; nothing can be learned from them"
        )
    domains = Counter(page.domain for page in taught)
    matrices = [inputs_of(page)[texts_of(page)] for page in taught]
    bend, half = scales(np.concatenate([matrix[::7] for matrix in matrices]))
    lessons = [
        _lesson(page, _all_inputs(matrix, bend, half), many=domains[page.domain])
        for page, matrix in zip(taught, matrices, strict=True)
    ]
    normal = usual(lessons)
    gate = train_gate(lessons, normal, bend, half)
    passed = [
        np.flatnonzero(gate.logits(matrix, np.arange(len(matrix)), lesson.inputs.codes) >= _TAUGHT)
        for matrix, lesson in zip(matrices, lessons, strict=True)
    ]
    left = [
        (matrix[at], lesson.at(at))
        for at, matrix, lesson in zip(passed, matrices, lessons, strict=True)
        if len(at)
    ]
    if not left:
        raise DataError("no block of the pages looks like content; is their truth empty?")
    net = train_net([lesson for _, lesson in left], normal)
    random = np.random.default_rng(1)
    rows = [_rows(matrix, lesson, random) for matrix, lesson in left]
    matrix, labels, weights = (np.concatenate(part) for part in zip(*rows, strict=True))
    forest = train_forest(matrix, labels, weights, threads=threads)
    ends = np.array([0.0, 1.0])
    return BlockModel(bend, half, gate, net, forest, expected=ends, found=ends)


def score(model: BlockModel, page: TrainingPage) -> Score:
    """What the identifier would score on the page with this model."""
    choice, types = choose(model, page)
    wanted = type_of(page)
    is_right = None if wanted is None else PAGE_TYPES[int(np.argmax(types))] == wanted
    return Score(page.f1(choice.keep), choice.expected, is_right)


def choose(model: BlockModel, page: TrainingPage) -> tuple[Choice, NDArray[np.float64]]:
    """What the identifier would keep with this model, and the probabilities of page types."""
    texts = texts_of(page)
    reading = model.read(inputs_of(page), texts, page.words[texts], page.group[texts])
    likely, choice = chosen(reading, page.words[texts])
    keep, probability = np.zeros(len(page.words), dtype=np.bool_), np.zeros(len(page.words))
    keep[texts], probability[texts] = choice.keep, likely
    wanted = page.convention.headline
    keep = completed(keep, probability, page.matrix, headline=wanted)
    return replace(choice, keep=keep), reading.type_probabilities


def with_confidence(model: BlockModel, scores: Sequence[Score]) -> BlockModel:
    """The model with a table from expected to found F-measures, which never falls."""
    if len(scores) < _STEPS:
        return model
    order = sorted(scores, key=lambda item: item.expected)
    parts = np.array_split(np.array([(item.expected, item.f1) for item in order]), _STEPS)
    means = np.array([part.mean(axis=0) for part in parts])
    return replace(model, expected=means[:, 0], found=np.maximum.accumulate(means[:, 1]))


def mean_by(pages: Sequence[TrainingPage], scores: Sequence[Score]) -> dict[str, float]:
    """Mean F1 of each set, and of each page type of the set that has types."""
    groups: dict[str, list[float]] = {}
    for page, item in zip(pages, scores, strict=True):
        groups.setdefault(page.set, []).append(item.f1)
        if page.set in SET_WEIGHTS and page.type:
            groups.setdefault(f"{page.set} {page.type}", []).append(item.f1)
    return {name: round(float(np.mean(values)), 4) for name, values in sorted(groups.items())}


def describe(pages: Sequence[TrainingPage], scores: Sequence[Score], **more: Any) -> dict[str, Any]:
    """What the model file says of itself."""
    types = [
        item.type_is_right
        for page, item in zip(pages, scores, strict=True)
        if page.set in SET_WEIGHTS and item.type_is_right is not None
    ]
    return {
        "inputs": list(FEATURE_NAMES),
        "pages": dict(Counter(page.set for page in pages)),
        "out_of_fold_word_f1": mean_by(pages, scores),
        "out_of_fold_type_accuracy": round(float(np.mean(types)), 4) if types else None,
        **more,
    }


def type_of(page: TrainingPage) -> str | None:
    """The type of the page, where it is known and one of PAGE_TYPES."""
    known = _TYPE_OF_SET.get(page.set, page.type)
    return known if known in PAGE_TYPES else None


def texts_of(page: TrainingPage) -> NDArray[np.intp]:
    """The blocks that the identifier looks at."""
    hidden = page.matrix[:, FEATURE_NAMES.index("hidden")]
    return readable(page.words, hidden.astype(np.int32))


def inputs_of(page: TrainingPage) -> Single:
    """The features under the convention of the page's set."""
    matrix = page.matrix.copy()
    set_convention(matrix, headline=page.convention.headline, comments=page.convention.comments)
    return matrix


def _all_inputs(matrix: Single, bend: Single, half: Single) -> Inputs:
    every = np.arange(len(matrix))
    return Inputs(bent(matrix, every, bend, half), coded(matrix, every))


def _lesson(page: TrainingPage, inputs: Inputs, *, many: int) -> Lesson:
    """What a page teaches.

    A block weighs by its share of the words that are at stake, mixed with the root of its words so
    that short blocks count too. Pages whose truth does not fit the page weigh less, and so do the
    pages of a domain with `many`.
    """
    texts = texts_of(page)
    words = page.words[texts]
    at_stake = max(page.truth.total(), 0.25 * words.sum(), 20.0)
    weights = 7.0 * np.minimum(words / at_stake, 1.0) + 3.0 * np.sqrt(words) / np.sqrt(words).sum()
    wanted = type_of(page)
    return Lesson(
        inputs=inputs,
        group=page.group[texts],
        words=words,
        labels=page.label[texts],
        weights=weights.astype(np.float32),
        weight=_quality(page)
        * SET_WEIGHTS.get(page.set, 1.0)
        * min(1.0, (_MANY_OF_A_DOMAIN / many) ** 0.6),
        truth_words=page.truth.total(),
        type=-1 if wanted is None else PAGE_TYPES.index(wanted),
    )


def _rows(
    matrix: Single, lesson: Lesson, random: np.random.Generator
) -> tuple[Single, Single, NDArray[np.float64]]:
    """Features, labels and weights for the forest; a sample of the blocks where there are many."""
    size = len(lesson.words)
    at = np.arange(size)
    if size > _MAX_BLOCKS:
        at = np.sort(random.choice(size, _MAX_BLOCKS, replace=False))
    scale = lesson.weight * max(1.0, size / _MAX_BLOCKS)
    return matrix[at], lesson.labels[at], lesson.weights[at].astype(np.float64) * scale


def _quality(page: TrainingPage) -> float:
    """How far the truth can be trusted: 1, or less where even the best blocks score badly."""
    if not page.truth:
        return 1.0
    return float(np.clip((page.ceiling - 0.5) / 0.4, _LOWEST_QUALITY, 1.0))
