"""Cost of learning a site: `python -m benchmarks.site_fit [--data DIR] [--pages 10000]`.

A site of any size is synthesised from a golden page: its template stays, with a greeting, a date
and a counter that change, and its paragraphs are written anew from a vocabulary with the
frequencies of a language. Times are CPU times of one thread, parsing included; only ratios mean
anything on another machine. Memory is the highest of a process of its own.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import thresher
from thresher.errors import DataError
from thresher.evaluation.datasets import data_folder, read_set

GOLDEN = Path(__file__).parent.parent / "tests" / "pages" / "news-article" / "page.html"
ALGORITHMS = ("content-extractor", "info-discoverer", "pagelets")
_VOCABULARY = 60_000
_PARAGRAPHS = 20


def site(pages: int) -> Iterator[str]:
    """Pages of one site, each with its own text."""
    source = GOLDEN.read_text(encoding="utf-8")
    head, found, tail = source.partition("</article>")
    start = head.index("<article")
    head, article = head[:start], head[start : head.index(">", start) + 1]
    dice = Random(1)
    words = [f"{chr(97 + number % 26)}{number:x}" for number in range(_VOCABULARY)]
    weights = [1 / (number + 3) for number in range(_VOCABULARY)]
    for number in range(pages):
        drawn = iter(dice.choices(words, weights, k=_PARAGRAPHS * 50))
        text = "".join(
            f"<p>{' '.join(next(drawn) for _ in range(50))}.</p>" for _ in range(_PARAGRAPHS)
        )
        changing = (
            f"<p>Welcome back reader{number}, we are glad that you came to see us again today</p>"
            f"<p>Printed on {number % 28 + 1} {number % 12 + 1} {2000 + number % 25}</p>"
            f"<p>{number * 31} visitors</p>"
        )
        yield f"{head}{article}{text}{found}{changing}{tail}"


def seconds(algorithm: str, pages: list[str]) -> float:
    begin = time.process_time()
    thresher.Pipeline(algorithm).fit(pages)
    return time.process_time() - begin


def growth() -> None:
    """1,000 pages against 100: linear is 10."""
    pages = list(site(1000))
    print(f"{'':20}{'ms/page, 100':>14}{'ms/page, 1000':>15}{'cost ratio':>12}")
    for algorithm in ALGORITHMS:
        few = min(seconds(algorithm, pages[:100]) for _ in range(3))
        many = seconds(algorithm, pages)
        print(f"{algorithm:20}{few * 10:14.2f}{many:15.2f}{many / few:12.2f}")


def on_docs(data: str | None) -> None:
    """Pages a second on real documentation pages."""
    try:
        pages = [example.html for example in read_set("docs", data_folder(data))]
    except DataError:
        print("\nno set docs: name a data folder with --data or THRESHER_DATA", file=sys.stderr)
        return
    print(f"\n{'docs':20}{'pages/s':>10}")
    for algorithm in ALGORITHMS:
        print(f"{algorithm:20}{len(pages) / seconds(algorithm, pages):10.0f}")


def memory(pages: int) -> None:
    """Highest memory of a process that learns `pages` pages, one at a time."""
    print(f"\n{f'{pages:,} pages':20}{'MB':>10}")
    for algorithm in ALGORITHMS:
        command = [sys.executable, "-m", "benchmarks.site_fit", "--measure", algorithm, str(pages)]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        print(f"{algorithm:20}{result.stdout.strip():>10}")


def measure(algorithm: str, pages: int) -> None:
    thresher.Pipeline(algorithm).fit(site(pages))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="folder of the evaluation sets")
    parser.add_argument("--pages", type=int, default=10_000, help="pages for the memory test")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.measure[0], int(arguments.measure[1]))
        return
    growth()
    on_docs(arguments.data)
    memory(arguments.pages)


if __name__ == "__main__":
    main()
