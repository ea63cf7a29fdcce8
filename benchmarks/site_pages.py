"""Quality against the number of pages seen: `python -m benchmarks.site_pages --data DIR`.

Of every site with enough pages some are held back; the algorithms learn from 1, 2, 3, 5, 10, 20 and
all of the others, and are scored on those held back, the same ones each time. The papers say that
five to ten pages are enough. With `--fold-models`, `site` uses page models that have not seen the
domain. Prints a table for each set and writes a plot, `site-pages-<set>.svg`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from thresher.errors import ThresherError
from thresher.evaluation.datasets import Example, convention, read_set
from thresher.evaluation.page_scores import page_key
from thresher.evaluation.report.figures import WIDTH, axes
from thresher.evaluation.report.svg import Drawing, Scale, colour, spread
from thresher.evaluation.site_level import sites
from thresher.evaluation.splits import fold
from thresher.evaluation.text_metrics import word_score
from thresher.pipeline import Pipeline

ALGORITHMS = ("site", "content-extractor", "shingling", "site-style-tree")
SETS = ("docs", "daniel", "cleanportaleval")
COUNTS = (1, 2, 3, 5, 10, 20)
MIN_PAGES = 11
MAX_HELD_BACK = 10
ALONE = "thresher, page alone"
HEIGHT = 300.0

Curves = dict[str, dict[int, float]]
"""Algorithm → pages seen (0 stands for all) → mean word F1."""


def pipeline(name: str, example: Example, models: Path | None) -> Pipeline:
    """An algorithm with the convention of the set, and a model that does not know the domain."""
    options: dict[str, Any] = {}
    if name in ("site", "thresher"):
        own = convention(example.set)
        options = {"headline": own.headline, "comments": own.comments}
        if models is not None:
            options["model"] = str(models / f"fold-{fold(example.domain)}.npz")
    return Pipeline(name, **options)


def lessons(pages: Sequence[Example]) -> Iterator[tuple[int, Sequence[Example], Sequence[Example]]]:
    """(number, pages to learn from, pages held back); the same order every time."""
    ordered = sorted(pages, key=page_key)
    held_back = ordered[: min(MAX_HELD_BACK, len(ordered) // 2)]
    known = ordered[len(held_back) :]
    for count in COUNTS:
        yield count, known[:count], held_back
    yield 0, known, held_back


def score(ready: Pipeline, page: Example) -> float:
    try:
        return word_score(ready.extract(page.html).text, page.text or "").f1
    except ThresherError:
        return 0.0


def curves(examples: Iterator[Example], models: Path | None) -> Curves:
    """Mean over pages; a site with fewer pages than asked for learns from those it has."""
    found: dict[str, dict[int, list[float]]] = {name: {} for name in (ALONE, *ALGORITHMS)}
    for pages in sites(example for example in examples if example.text):
        if len(pages) < MIN_PAGES:
            continue
        alone = pipeline("thresher", pages[0], models)
        for count, known, held_back in lessons(pages):
            found[ALONE].setdefault(count, []).extend(score(alone, page) for page in held_back)
            for name in ALGORITHMS:
                ready = pipeline(name, pages[0], models).fit(page.html for page in known)
                found[name].setdefault(count, []).extend(score(ready, page) for page in held_back)
    return {
        name: {count: float(np.mean(scores)) for count, scores in by_count.items()}
        for name, by_count in found.items()
    }


def table(name: str, found: Curves) -> str:
    """The curves as Markdown."""
    counts = [*map(str, COUNTS), "all"]
    lines = [f"| {name} | {' | '.join(counts)} |", f"| --- |{' --- |' * len(counts)}"]
    for algorithm, values in found.items():
        cells = [f"{values[count]:.3f}".removeprefix("0") for count in (*COUNTS, 0)]
        lines.append(f"| {algorithm} | {' | '.join(cells)} |")
    return "\n".join(lines)


def plot(name: str, found: Curves) -> str:
    """The curves as SVG; all pages stand at the right end."""
    drawing = Drawing(WIDTH, HEIGHT, f"word F1 on {name}, by the number of pages learned from")
    last = 2.0 * COUNTS[-1]
    x = Scale(1, last, 56, WIDTH - 190, is_log=True)
    lowest = min(value for values in found.values() for value in values.values())
    y = Scale(max(lowest - 0.02, 0.0), 1.0, HEIGHT - 44, 12)
    axes(drawing, x, y, "pages learned from (at the right end: all)", "word F1")
    places = spread([y(values[0]) for values in found.values()], 13, 12, HEIGHT - 48)
    for number, ((algorithm, values), label) in enumerate(zip(found.items(), places, strict=True)):
        path = [(x(count or last), y(values[count])) for count in (*COUNTS, 0)]
        drawing.path(path, stroke=colour(number), stroke_width=1.6)
        for point in path:
            drawing.marker(*point, number)
        drawing.text(path[-1][0] + 12, label + 4, algorithm, class_="name")
    # Beside a page of Markdown there is no style sheet; the report has its own.
    look = 'font-family="sans-serif" font-size="12" style="background:#fff"'
    return drawing.svg().replace("<svg ", f"<svg {look} ", 1)


@click.command()
@click.option("--data", help="Folder of the page sets (or THRESHER_DATA).")
@click.option("--sets", default=",".join(SETS), show_default=True)
@click.option("--fold-models", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--output", type=click.Path(path_type=Path), default=Path(), help="Where plots go.")
def main(data: str | None, sets: str, fold_models: Path | None, output: Path) -> None:
    """Print and plot quality against the number of pages seen."""
    for name in sets.split(","):
        found = curves(read_set(name, data), fold_models)
        click.echo(table(name, found) + "\n")
        (output / f"site-pages-{name}.svg").write_text(plot(name, found), encoding="utf-8")


if __name__ == "__main__":
    main()
