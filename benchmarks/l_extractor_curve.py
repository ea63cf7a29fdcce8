"""The curve of [Debnath05 Fig. 10]: `python -m benchmarks.l_extractor_curve`.

Accuracy of finding the informative blocks against the number of training pages: in the five-fold
cross-validation over the training pages, as in the paper, and on pages of other domains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
import numpy as np

from thresher.evaluation.datasets import Example, read_set
from thresher.evaluation.splits import fold
from thresher.identifiers.l_extractor import LExtractor
from thresher.parsing.page import Page
from thresher.training.paper_models import Rows, TrainableLExtractor

SIZES = (10, 25, 50, 100, 150, 200, 250)
TEST_FOLD = 0
TEST_PAGES = 100


def chosen(names: Sequence[str], folder: str | None, percent: int) -> Iterator[Example]:
    """Pages of the sets, by a hash of their id."""
    for name in names:
        for example in read_set(name, folder):
            if example.text and fold(f"{name}/{example.id}", 100) < percent:
                yield example


def rows_of(examples: Sequence[Example]) -> list[Rows]:
    trainable = TrainableLExtractor()
    return [
        trainable.rows(trainable.segment(Page.parse(example.html)), example.text or "")
        for example in examples
    ]


def accuracy_on(identifier: LExtractor, pages: Sequence[Rows]) -> float:
    """Share of the blocks that are decided rightly."""
    learned = identifier.learned
    assert learned is not None
    right = total = 0
    for vectors, truth in pages:
        decided = learned.classifier.decide(identifier.values(vectors, learned.maxima)) > 0
        right += int((decided == truth).sum())
        total += len(truth)
    return right / max(total, 1)


@click.command()
@click.option("--data", help="Folder of the page sets (or THRESHER_DATA).")
@click.option("--sets", default="wcxb-dev,dragnet,daniel", show_default=True)
@click.option("--percent", default=15, show_default=True, help="How much of each set.")
def curve(data: str | None, sets: str, percent: int) -> None:
    """Print the curve of both classifiers as a table."""
    pages = sorted(chosen(sets.split(","), data, percent), key=lambda page: page.html_digest)
    tests = [page for page in pages if fold(page.domain) == TEST_FOLD][:TEST_PAGES]
    others = [page for page in pages if fold(page.domain) != TEST_FOLD]
    training, held_out = rows_of(others[: max(SIZES)]), rows_of(tests)
    share = float(np.concatenate([truth for _, truth in held_out]).mean())
    click.echo(f"{sets}; {len(tests)} test pages of other domains, {share:.3f} of blocks are true")
    click.echo(f"{'pages':>6}{'blocks':>8}   svm: 5-fold  others   tree: 5-fold  others")
    for size in (size for size in SIZES if size <= len(training)):
        part = training[:size]
        values: list[float] = []
        for identifier in (LExtractor(), LExtractor("tree", min_leaf_blocks=10)):
            identifier.fit_vectors(part)
            folds = identifier.learned.accuracy if identifier.learned else None
            values += [folds or 0.0, accuracy_on(identifier, held_out)]
        blocks = sum(len(truth) for _, truth in part)
        click.echo(
            f"{size:6}{blocks:8}{values[0]:14.3f}{values[1]:8.3f}{values[2]:15.3f}{values[3]:8.3f}"
        )


if __name__ == "__main__":
    curve()
