"""Whether a confidence keeps its word: what was promised of pages against what came out."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from thresher.evaluation.intervals import Interval, mean_interval
from thresher.evaluation.page_scores import PageScore

BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Pages of like confidence: the mean of it, and the word F1 that they had."""

    confidence: float
    f1: Interval
    pages: int


def reliability(scores: Sequence[PageScore]) -> tuple[Bin, ...]:
    """Bins of as many pages each, by rising confidence; a page without one is left out."""
    known = [
        (score.confidence, score.words.f1)
        for score in scores
        if score.confidence is not None and score.words is not None
    ]
    # By confidence alone: ties in order of F1 would make the bins look better than they are.
    known.sort(key=lambda pair: pair[0])
    cuts = [len(known) * number // BINS for number in range(BINS + 1)]
    bins = [known[start:end] for start, end in pairwise(cuts) if end > start]
    return tuple(
        Bin(
            statistics.fmean(confidence for confidence, _ in pages),
            mean_interval([f1 for _, f1 in pages]),
            len(pages),
        )
        for pages in bins
    )


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: how far confidence and word F1 are apart, mean over pages."""
    apart = sum(each.pages * abs(each.confidence - each.f1.mean) for each in bins)
    return apart / sum(each.pages for each in bins)
