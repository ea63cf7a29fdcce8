"""Trains an algorithm of the papers on labelled pages, and scores it on domains it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from thresher.errors import DataError, ThresherError
from thresher.evaluation.datasets import Example
from thresher.evaluation.splits import FOLDS, fold
from thresher.evaluation.text_metrics import word_score
from thresher.pipeline import Pipeline

Progress = Callable[[str], None]


def train(
    algorithm: str, examples: Sequence[Example], progress: Progress
) -> tuple[Pipeline, dict[str, float]]:
    """A pipeline that learned from all examples, and the mean word F1 out of fold of each set."""
    labelled = [example for example in examples if example.text]
    folds = {_fold(example) for example in labelled}
    if len(folds) < 2:
        raise DataError(
            f"{len(labelled)} pages with truth are too few for a cross-validation over domains; "
            "give pages of several sites"
        )
    scores: dict[str, list[float]] = {}
    for held_out in sorted(folds):
        progress(f"fold {held_out + 1} of {FOLDS}")
        rest = [example for example in labelled if _fold(example) != held_out]
        pipeline = fitted(algorithm, rest)
        for example in labelled:
            if _fold(example) == held_out:
                scores.setdefault(example.set, []).append(_f1(pipeline, example))
    progress("all pages")
    means = {name: round(float(np.mean(values)), 4) for name, values in sorted(scores.items())}
    return fitted(algorithm, labelled), means


def fitted(algorithm: str, examples: Sequence[Example]) -> Pipeline:
    """A pipeline that learned from examples with truth texts."""
    return Pipeline(algorithm).fit(
        (example.html for example in examples), [example.text or "" for example in examples]
    )


def _fold(example: Example) -> int:
    return fold(example.domain or example.id)


def _f1(pipeline: Pipeline, example: Example) -> float:
    try:
        return word_score(pipeline.extract(example.html).text, example.text or "").f1
    except ThresherError:
        return 0.0
