"""Labelled pages turned into numbers: features, labels and weights of their blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ThresherError
from thresher.evaluation.alignment import align_blocks
from thresher.evaluation.datasets import Convention, Example, convention
from thresher.evaluation.splits import fold
from thresher.evaluation.words import words
from thresher.features.block_features import block_features
from thresher.features.block_kernel import GROUP
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves


@dataclass(frozen=True)
class TrainingPage:
    """One page with truth, ready for learning and for scoring out of fold."""

    set: str
    type: str | None
    domain: str
    fold: int
    convention: Convention
    matrix: NDArray[np.float32]
    group: NDArray[np.int32]
    label: NDArray[np.float32]
    """Share of each block's words that align with the truth, in order."""
    words: NDArray[np.float64]
    """Words of each block, as the metric counts them."""
    tokens: list[Counter[str]]
    truth: Counter[str]

    @property
    def ceiling(self) -> float:
        """Word F1 of the blocks that are mostly truth: low where truth and page disagree."""
        return self.f1(self.label >= 0.5)

    def f1(self, keep: NDArray[np.bool_]) -> float:
        """Word F1 of a set of blocks, as `text_metrics.word_score` counts it."""
        total = self.truth.total()
        kept: Counter[str] = Counter()
        for index in np.flatnonzero(keep).tolist():
            kept.update(self.tokens[index])
        if not total:
            return 0.0 if kept else 1.0
        hits = sum(min(count, kept[word]) for word, count in self.truth.items())
        return 2.0 * hits / (kept.total() + total)


def training_pages(examples: Iterable[Example], folds: int) -> Iterator[TrainingPage]:
    """The examples that have a truth text and can be parsed."""
    for example in examples:
        if example.text is None:
            continue
        try:
            yield training_page(example, folds)
        except ThresherError:
            continue


def training_page(example: Example, folds: int) -> TrainingPage:
    """Segment, measure and label one page."""
    segmentation = Leaves().segment(Page.parse(example.html, url=example.url))
    features = block_features(segmentation)
    texts = [block.text for block in segmentation]
    tokens = [Counter(words(text)) for text in texts]
    truth = example.text or ""
    return TrainingPage(
        set=example.set,
        type=example.type,
        domain=example.domain or example.id,
        fold=fold(example.domain or example.id, folds),
        convention=convention(example.set),
        matrix=features.matrix,
        group=features.info[:, GROUP].copy(),
        label=np.asarray(align_blocks(texts, truth), dtype=np.float32),
        words=np.array([counter.total() for counter in tokens], dtype=np.float64),
        tokens=tokens,
        truth=Counter(words(truth)),
    )
