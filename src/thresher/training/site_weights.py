"""The weights of `site`, found by search: `python -m thresher.training.site_weights`.

Six weights are few enough to look for the best word F1 itself: one weight after the other is
tried at the values of a grid, until none of them helps. Every page is judged with the evidence of
other pages of its site, under a page model that has not seen its domain. Sets weigh alike, and so
do, by the root of their pages, the sites of a set. The search is done once for each fold of
domains, without that fold, to see what the weights are worth on sites that they were not found on,
and once on all. It begins at 1 for every term, and takes no step that gains next to nothing.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.evaluation.alignment import align_blocks
from thresher.evaluation.datasets import Example, convention, read_set
from thresher.evaluation.site_level import lessons, sites
from thresher.evaluation.splits import FOLDS, fold
from thresher.evaluation.words import words
from thresher.features.block_features import block_features
from thresher.features.block_kernel import W
from thresher.features.choosing import best_set
from thresher.features.forest import sigmoid
from thresher.features.page_sketch import PageSketch
from thresher.features.site_evidence import TERMS, SiteEvidence
from thresher.identifiers.site import WEIGHTS
from thresher.identifiers.thresher import FLOOR, Thresher
from thresher.parsing.page import Page

# l3s-gn1 names no sites: it stands for pages of many sites thrown together.
SETS: Final = ("daniel", "docs", "cleanportaleval", "forum", "wcxb-dev", "l3s-gn1")
GRID: Final = (0.0, 0.15, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
SITE_PAGES: Final = 10
_LEAST_GAIN: Final = 3e-4
_MAX_PAGES: Final = 15
"""Pages of a site that are judged; more of them teach little more."""

Weights = NDArray[np.float64]


@dataclass(frozen=True)
class Judged:
    """A page with the evidence of its site."""

    set: str
    fold: int
    weight: float
    logit: NDArray[np.float64]
    terms: NDArray[np.float64]
    words: NDArray[np.float64]
    tokens: NDArray[np.float64]
    """Words of each block as the metric counts them."""
    true: NDArray[np.float64]
    """Of these, words that align with the truth."""
    truth: int

    def f1(self, weights: Weights) -> float:
        """Word F1, but for words that are in the truth at another place."""
        probability = sigmoid(self.logit + self.terms @ weights)
        if not len(probability) or probability.max() < FLOOR:
            return 0.0
        keep = best_set(probability, self.words).keep
        return float(2 * self.true[keep].sum() / (self.tokens[keep].sum() + self.truth))


@dataclass(frozen=True)
class _Known:
    sketch: PageSketch
    tokens: NDArray[np.float64]
    label: NDArray[np.float64]


def judged_pages(examples: Iterator[Example], models: Path) -> Iterator[Judged]:
    """Pages of sites with at least two, each with the evidence of others."""
    for pages in sites(example for example in examples if example.text):
        known = {page.id: _known(page, models) for page in pages}
        left = _MAX_PAGES
        for learn, targets in lessons(pages, SITE_PAGES):
            distinct = {known[page.id].sketch.key: known[page.id].sketch for page in learn}
            evidence = SiteEvidence.of(list(distinct.values()))
            for page in targets[:left]:
                weight = 1 / np.sqrt(min(len(pages), _MAX_PAGES))
                yield _judged(page, known[page.id], evidence, float(weight))
            left = max(left - len(targets), 0)


def _known(example: Example, models: Path) -> _Known:
    own = convention(example.set)
    model = models / f"fold-{fold(example.domain)}.npz"
    alone = Thresher(headline=own.headline, comments=own.comments, model=str(model))
    segmentation = alone.segmenter().segment(Page.parse(example.html))
    features = block_features(segmentation)
    texts = [block.text for block in segmentation]
    blocks = np.flatnonzero(features.base[:, W] > 0)
    return _Known(
        PageSketch.of(segmentation, features, alone.read(features).probability),
        np.array([len(words(text)) for text in texts], dtype=np.float64)[blocks],
        np.asarray(align_blocks(texts, example.text or ""), dtype=np.float64)[blocks],
    )


def _judged(example: Example, known: _Known, evidence: SiteEvidence, weight: float) -> Judged:
    return Judged(
        example.set,
        fold(example.domain),
        weight,
        known.sketch.logit,
        evidence.terms(known.sketch),
        known.sketch.words,
        known.tokens,
        known.tokens * known.label,
        len(words(example.text or "")),
    )


def search(pages: Sequence[Judged], start: Weights) -> Weights:
    """The weights from which no single step helps."""
    totals: defaultdict[str, float] = defaultdict(float)
    for page in pages:
        totals[page.set] += page.weight
    shares = np.array([page.weight / totals[page.set] for page in pages])
    weights, best = start.copy(), _mean(pages, shares, start)
    is_better = True
    while is_better:
        is_better = False
        for term in range(len(weights)):
            for value in GRID:
                tried = weights.copy()
                tried[term] = value
                score = _mean(pages, shares, tried)
                if score > best + _LEAST_GAIN:
                    weights, best, is_better = tried, score, True
    return weights


def _mean(pages: Sequence[Judged], shares: Weights, weights: Weights) -> float:
    return float(np.average([page.f1(weights) for page in pages], weights=shares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the page sets")
    parser.add_argument("--fold-models", type=Path, required=True, help="from train --folds-to")
    parser.add_argument("--sets", default=",".join(SETS))
    given = parser.parse_args()
    names = given.sets.split(",")
    pages = [
        page
        for name in names
        for page in judged_pages(read_set(name, given.data), given.fold_models)
    ]
    start = np.ones(len(TERMS))
    print(f"{len(pages)} pages; {'; '.join(TERMS)}")
    apart = np.zeros(len(pages))
    for held_out in range(FOLDS):
        found = search([page for page in pages if page.fold != held_out], start)
        print(f"without fold {held_out}: {found.tolist()}", flush=True)
        for place, page in enumerate(pages):
            if page.fold == held_out:
                apart[place] = page.f1(found)
    print(f"on all: {search(pages, start).tolist()}")
    shipped = np.array([WEIGHTS[term] for term in TERMS])
    columns = {
        "alone": np.array([page.f1(np.zeros(len(TERMS))) for page in pages]),
        "out of fold": apart,
        "as shipped": np.array([page.f1(shipped) for page in pages]),
    }
    for name in names:
        of_set = np.array([page.set == name for page in pages])
        means = [f"{title} {values[of_set].mean():.4f}" for title, values in columns.items()]
        print(f"{name:18} {'  '.join(means)}")


if __name__ == "__main__":
    main()
