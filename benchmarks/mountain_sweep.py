"""The parameter sweeps of [Mountain08 Figs. 3 and 4]: `python -m benchmarks.mountain_sweep`.

For every pair of values, the share of pages with a sentence F of .9 or more, in a four-fold
cross-validation over domains, as in the paper's §4. Fig. 3 varies the smoothing window and the
source distance for a blank cell, Fig. 4 the span window and the peak factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import click
import numpy as np
from numpy.typing import NDArray

from thresher.evaluation.datasets import read_set
from thresher.evaluation.splits import fold
from thresher.evaluation.text_metrics import sentence_score, share_at_least
from thresher.identifiers.mountain import Mountain
from thresher.parsing.page import Page
from thresher.segmenters.cells import Cells
from thresher.training.cross_validation import stacked
from thresher.training.labels import block_labels
from thresher.training.svm_trainer import train_rbf
from thresher.types import Extraction, Segmentation

FOLDS = 4
GOOD_ENOUGH = 0.9
SMOOTHING_WINDOWS = (3, 5, 7, 9, 11)
BLANK_DISTANCES = (50, 100, 200, 300, 500)
SPAN_WINDOWS = (1, 3, 5, 7, 9)
PEAK_FACTORS = (1.0, 2.0, 3.0, 4.0, 5.0)


@dataclass
class Sample:
    """A page, its cells and labels, and the scores of the selections seen so far."""

    cells: Segmentation
    labels: NDArray[np.bool_]
    truth: str
    fold: int
    scores: dict[bytes, float] = field(default_factory=dict)

    def with_blanks(self, distance: int) -> Segmentation:
        """The cells with blank ones for another source distance."""
        gaps = np.maximum(self.cells.columns["start"][1:] - self.cells.columns["end"][:-1], 0)
        blanks = np.zeros(len(self.cells), dtype=np.int32)
        blanks[1:] = gaps // distance
        return replace(self.cells, columns={**self.cells.columns, "blanks_before": blanks})

    def sentence_f(self, extraction: Extraction) -> float:
        """Scored once for every selection: most parameters change few pages."""
        key = extraction.verdicts.keep.tobytes()
        if key not in self.scores:
            self.scores[key] = sentence_score(extraction.text, self.truth).f1
        return self.scores[key]


def samples(names: Sequence[str], folder: str | None, percent: int) -> Iterator[Sample]:
    """Pages of the sets, chosen by a hash of their id."""
    for name in names:
        for example in read_set(name, folder):
            if example.text and fold(f"{name}/{example.id}", 100) < percent:
                cells = Cells().segment(Page.parse(example.html))
                labels = block_labels(cells, example.text)
                yield Sample(cells, labels, example.text, fold(example.domain, FOLDS))


def good_pages(pages: Sequence[Sample], identifier: Mountain, blank_distance: int) -> float:
    """Share of pages that are good enough, out of fold."""
    cells = [page.with_blanks(blank_distance) for page in pages]
    rows = [
        identifier.labelled_ridges(own, page.labels) for own, page in zip(cells, pages, strict=True)
    ]
    scores = []
    for held_out in range(FOLDS):
        known = [row for row, page in zip(rows, pages, strict=True) if page.fold != held_out]
        identifier.svm = train_rbf(*stacked(known))
        for own, page in zip(cells, pages, strict=True):
            if page.fold == held_out:
                extraction = Extraction(own, identifier.judge(own), "mountain")
                scores.append(page.sentence_f(extraction))
    return share_at_least(scores, GOOD_ENOUGH)


def show(title: str, heads: Sequence[object], rows: Sequence[tuple[object, list[float]]]) -> None:
    """A table of shares."""
    click.echo(f"\n{title}")
    click.echo("".join(f"{head!s:>8}" for head in ("", *heads)))
    for name, values in rows:
        click.echo(f"{name!s:>8}" + "".join(f"{value:8.3f}" for value in values))


@click.command()
@click.option("--data", help="Folder of the page sets (or THRESHER_DATA).")
@click.option("--sets", default="wcxb-dev,dragnet,daniel", show_default=True)
@click.option("--percent", default=5, show_default=True, help="How much of each set.")
def sweep(data: str | None, sets: str, percent: int) -> None:
    """Print both figures as tables."""
    pages = list(samples(sets.split(","), data, percent))
    click.echo(f"{len(pages)} pages of {sets}; share with sentence F >= {GOOD_ENOUGH}")
    figure_3 = [
        (window, [good_pages(pages, Mountain(smoothing_window=window), t) for t in BLANK_DISTANCES])
        for window in SMOOTHING_WINDOWS
    ]
    show("Fig. 3: smoothing window (rows), blank distance (columns)", BLANK_DISTANCES, figure_3)
    usual = Cells().blank_distance
    figure_4 = [
        (
            span,
            [
                good_pages(pages, Mountain(span_window=span, peak_factor=factor), usual)
                for factor in PEAK_FACTORS
            ],
        )
        for span in SPAN_WINDOWS
    ]
    show("Fig. 4: span window (rows), peak factor (columns)", PEAK_FACTORS, figure_4)


if __name__ == "__main__":
    sweep()
