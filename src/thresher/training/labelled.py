"""Trains an algorithm of the papers on labelled pages, and scores it on domains it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from thresher.errors import DataError, ThresherError
from thresher.evaluation.datasets import Example
from thresher.evaluation.splits import fold
from thresher.evaluation.text_metrics import word_score
from thresher.pipeline import Pipeline

FOLDS: Final = 5

Progress = Callable[[str], None]


def train(
    algorithm: str, examples: Sequence[Example], progress: Progress, **options: Any
) -> tuple[Pipeline, dict[str, float]]:
    """A pipeline that learned from all examples, and the mean word F1 out of fold of each set."""
    labelled = [example for example in examples if example.text]
    folds = {fold(example.domain or example.id, FOLDS) for example in labelled}
    if len(folds) < 2:
        raise DataError(
            f"{len(labelled)} pages with truth are too few for a cross-validation over domains; "
            "give pages of several sites"
        )
    scores: dict[str, list[float]] = {}
    for held_out in sorted(folds):
        progress(f"fold {held_out + 1} of {FOLDS}")
        rest = [e for e in labelled if fold(e.domain or e.id, FOLDS) != held_out]
        pipeline = fitted(algorithm, rest, **options)
        for example in labelled:
            if fold(example.domain or example.id, FOLDS) == held_out:
                scores.setdefault(example.set, []).append(_f1(pipeline, example))
    progress("all pages")
    means = {name: round(float(np.mean(values)), 4) for name, values in sorted(scores.items())}
    return fitted(algorithm, labelled, **options), means


def fitted(algorithm: str, examples: Sequence[Example], **options: Any) -> Pipeline:
    """A pipeline that learned from examples with truth texts."""
    return Pipeline(algorithm, **options).fit(
        (example.html for example in examples), [example.text or "" for example in examples]
    )


def _f1(pipeline: Pipeline, example: Example) -> float:
    try:
        return word_score(pipeline.extract(example.html).text, example.text or "").f1
    except ThresherError:
        return 0.0
