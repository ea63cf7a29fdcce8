"""Accuracy against cost: `python -m benchmarks.front --data DIR --fold-models DIR -o front.svg`.

The default with parts of its model left out, and other extractors, all on the pages of wcxb-dev in
one run: word F1, and the CPU time of a page from HTML to text as a ratio to resiliparse. Every page
is judged by the model that has not seen its domain. Prints a table and draws the front.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Final
from unittest.mock import patch

import click

from benchmarks.variants import Trees, Variant
from thresher.evaluation.datasets import Example, read_set, without_repeats
from thresher.evaluation.peers import load_peer
from thresher.evaluation.report.figures import WIDTH, axes
from thresher.evaluation.report.svg import Drawing, Scale, spread
from thresher.evaluation.splits import fold
from thresher.evaluation.text_metrics import word_score
from thresher.identifiers.thresher import load_model
from thresher.pipeline import Pipeline

PARTS: Final[dict[str, tuple[bool, Trees]]] = {
    "gate alone": (False, "never"),
    "gate, trees": (False, "always"),
    "gate, net": (True, "never"),
    "gate, net, trees in doubt": (True, "in doubt"),
    "gate, net, trees always": (True, "always"),
}
SHIPPED: Final = "gate, net, trees in doubt"
YARDSTICK: Final = "resiliparse"
PEERS: Final = (YARDSTICK, "turbohtml", "trafilatura", "readability-lxml", "justext")
HEIGHT: Final = 320.0

Extract = Callable[[Example], str]


@dataclass(frozen=True)
class Point:
    """One contestant."""

    name: str
    f1: float
    median_cost: float
    mean_cost: float


def part(name: str, models: Path) -> Extract:
    """The default with some parts of its model; each page under the model of its own fold."""
    net, trees = PARTS[name]
    pipelines: dict[int, Pipeline] = {}

    def extract(example: Example) -> str:
        number = fold(example.domain or example.id)
        if number not in pipelines:
            pipelines[number] = Pipeline(model=str(models / f"fold-{number}.npz"))
        return pipelines[number].extract(example.html).text

    loaded: dict[str | None, Variant] = {}

    def load(path: str | None) -> Variant:
        if path not in loaded:
            loaded[path] = Variant.of(load_model(path), net=net, trees=trees)
        return loaded[path]

    def patched(example: Example) -> str:
        with patch("thresher.identifiers.thresher.load_model", load):
            return extract(example)

    return extract if name == SHIPPED else patched


def peer(name: str) -> Extract:
    call = load_peer(name).text
    return lambda example: call(example.html)


def measured(extract: Extract, example: Example) -> tuple[float, float]:
    """Word F1 of a page, and its CPU seconds, the better of two."""
    best, text = float("inf"), ""
    for _ in range(2):
        begin = time.process_time()
        try:
            text = extract(example)
        except Exception:  # whatever a peer may raise: a page without an answer
            text = ""
        best = min(best, time.process_time() - begin)
    return word_score(text, example.text or "").f1, best


def points(examples: Sequence[Example], models: Path) -> list[Point]:
    """All contestants take turns on every page: a machine that slows down slows all of them."""
    contestants = {name: part(name, models) for name in PARTS} | {
        name: peer(name) for name in PEERS
    }
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    with click.progressbar(examples, label="pages") as bar:
        for example in bar:
            for name, extract in contestants.items():
                taken[name].append(measured(extract, example))
    yardstick = [seconds for _, seconds in taken[YARDSTICK]]
    found = []
    for name, pairs in taken.items():
        scores, times = zip(*pairs, strict=True)
        ratios = median(times) / median(yardstick), mean(times) / mean(yardstick)
        found.append(Point(name, mean(scores), *ratios))
    return found


def draw(front: Sequence[Point]) -> str:
    drawing = Drawing(WIDTH, HEIGHT, "Word F1 and cost on wcxb-dev")
    costs, scores = [point.median_cost for point in front], [point.f1 for point in front]
    across = Scale(min(costs) / 1.5, max(costs) * 1.5, 48, WIDTH - 170, is_log=True)
    up = Scale(min(scores) - 0.03, max(scores) + 0.03, HEIGHT - 44, 12)
    axes(drawing, across, up, "median CPU time of a page, resiliparse = 1", "word F1")
    for place, is_part in enumerate((True, False)):
        group = [point for point in front if (point.name in PARTS) is is_part]
        group.sort(key=lambda point: -point.f1)
        levels = spread([up(point.f1) for point in group], 13, 12, HEIGHT - 44)
        edge = max(across(point.median_cost) for point in group) if is_part else None
        for point, y in zip(group, levels, strict=True):
            x = across(point.median_cost)
            label = (edge or x) + 13
            drawing.marker(x, up(point.f1), place, 5)
            if is_part:
                drawing.line(x + 6, up(point.f1), label - 2, y, stroke="#bbb")
            drawing.text(label, y + 4, point.name, class_="name")
    # Beside a page of Markdown there is no style sheet.
    look = 'font-family="sans-serif" font-size="12" style="background:#fff"'
    return drawing.svg().replace("<svg ", f"<svg {look} ", 1)


@click.command(help=__doc__)
@click.option("--data", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--fold-models", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("front.svg"))
def main(data: Path, fold_models: Path, output: Path) -> None:
    every = without_repeats(read_set("wcxb-dev", data))
    front = points([example for example in every if example.text is not None], fold_models)
    print("| | word F1 | cost, median | cost, mean |\n| --- | --: | --: | --: |")
    for point in front:
        print(
            f"| {point.name} | {point.f1:.4f} | {point.median_cost:.2f} | {point.mean_cost:.2f} |"
        )
    output.write_text(draw(front), encoding="utf-8")


if __name__ == "__main__":
    main()
