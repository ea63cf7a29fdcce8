"""Universal against site-oriented classifiers: `python -m benchmarks.mountain_sites`.

As in [Mountain08 §5, Fig. 7]: for every domain of a set with enough pages, mountain is fitted on
some of them and scored on the others, beside the classifier that ships.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import click
import numpy as np

from thresher.evaluation.datasets import Example, read_set
from thresher.evaluation.text_metrics import sentence_score, share_at_least, word_score
from thresher.pipeline import Pipeline

GOOD_ENOUGH = 0.9
MIN_TEST_PAGES = 6
MAX_TEST_PAGES = 20


def scores(pipeline: Pipeline, pages: Sequence[Example]) -> list[float]:
    """Mean word F1, and share of pages with a sentence F that is good enough."""
    pairs = [(pipeline.extract(page.html).text, page.text or "") for page in pages]
    words = float(np.mean([word_score(*pair).f1 for pair in pairs]))
    return [words, share_at_least([sentence_score(*pair).f1 for pair in pairs], GOOD_ENOUGH)]


@click.command()
@click.option("--data", help="Folder of the page sets (or THRESHER_DATA).")
@click.option("--set", "name", default="daniel", show_default=True)
@click.option("--pages", default=10, show_default=True, help="Training pages of each domain.")
def compare(data: str | None, name: str, pages: int) -> None:
    """Print word F1 and share of good pages for both classifiers, domain by domain."""
    domains: defaultdict[str, list[Example]] = defaultdict(list)
    for example in read_set(name, data):
        if example.text:
            domains[example.domain].append(example)
    universal = Pipeline("mountain")
    rows = []
    click.echo(f"{'':24} pages   universal     site-oriented")
    for domain, all_pages in domains.items():
        if len(all_pages) < pages + MIN_TEST_PAGES:
            continue
        own = sorted(all_pages, key=lambda example: example.html_digest)
        known, unseen = own[:pages], own[pages : pages + MAX_TEST_PAGES]
        texts = [example.text for example in known]
        fitted = Pipeline("mountain").fit([example.html for example in known], texts)
        rows.append([*scores(universal, unseen), *scores(fitted, unseen)])
        click.echo(_line(domain, len(unseen), rows[-1]))
    if rows:
        click.echo(_line("mean", len(rows), np.mean(rows, axis=0).tolist()))


def _line(name: str, pages: int, row: Sequence[float]) -> str:
    return f"{name:24}{pages:6}  " + " ".join(f"{value:6.3f}" for value in row)


if __name__ == "__main__":
    compare()
