"""Speed as ratios within one run: `python -m benchmarks.speed [--data DIR] [--pages 200]`.

Pages are a seeded sample of wcxb-dev when the data are there (`--data` or THRESHER_DATA), otherwise
the golden pages of the tests. Times are CPU times of one thread; only their ratios mean anything on
another machine.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import turbohtml

import thresher
from thresher.errors import DataError
from thresher.evaluation.datasets import data_folder, read_set
from thresher.segmenters.leaves import Leaves

Work = Callable[[str], object]
GOLDEN = Path(__file__).parent.parent / "tests" / "pages"


def sample(data: str | None, count: int) -> tuple[str, list[str]]:
    """The name of the sample and its pages."""
    try:
        pages = [example.html for example in read_set("wcxb-dev", data_folder(data))]
    except DataError:
        files = sorted(GOLDEN.glob("*/page.html"))
        return "golden pages", [file.read_bytes().decode("utf-8", "replace") for file in files]
    return f"{count} pages of wcxb-dev", Random(1).sample(pages, count)


def cpu_times(work: dict[str, Work], pages: list[str]) -> dict[str, list[float]]:
    """CPU seconds of each contender on each page, the best of three.

    All of them take turns on every page, so that a machine that slows down slows all of them down.
    """
    best = {name: [float("inf")] * len(pages) for name in work}
    for _ in range(3):
        gc.collect()
        for place, page in enumerate(pages):
            for name, call in work.items():
                begin = time.process_time()
                call(page)
                best[name][place] = min(best[name][place], time.process_time() - begin)
    return best


def contenders() -> dict[str, Work]:
    work: dict[str, Work] = {
        "parse alone": lambda page: turbohtml.parse(page, allow_declarative_shadow_roots=False),
        "parse + node table + leaves": lambda page: Leaves().segment(thresher.Page.parse(page)),
    }
    for entry in thresher.algorithms("identifier"):
        if entry.kind == "page":
            pipeline = thresher.Pipeline(entry.name)
            work[f"{entry.name}, text"] = lambda page, pipe=pipeline: pipe.extract(page).text  # type: ignore[misc]
    default = thresher.Pipeline()
    work["thresher, markdown"] = lambda page: default.extract(page).markdown
    try:
        from resiliparse.extract.html2text import extract_plain_text
    except ImportError:
        print("resiliparse is not installed: pip install 'thresher[bench]'", file=sys.stderr)
    else:
        work["resiliparse, text"] = lambda page: extract_plain_text(page, main_content=True)
    return work


def compare(pages: list[str]) -> None:
    """Every contender on the same pages, against resiliparse (or parsing alone)."""
    times = cpu_times(contenders(), pages)
    yardstick = "resiliparse, text" if "resiliparse, text" in times else "parse alone"
    median = statistics.median(times[yardstick])
    mean = statistics.mean(times[yardstick])
    print(f"{'':32}{'median ms':>10}{'mean ms':>10}   ratio to {yardstick}: median, mean")
    for name, measured in times.items():
        mine, average = statistics.median(measured), statistics.mean(measured)
        print(
            f"{name:32}{mine * 1e3:10.2f}{average * 1e3:10.2f}"
            f"{mine / median:26.2f}{average / mean:8.2f}"
        )


def growth() -> None:
    """Cost of the default against page size, from 10 KB to 5 MB: linear when ns/byte is level."""
    part = (GOLDEN / "news-article" / "page.html").read_text(encoding="utf-8")
    head, _, body = part.partition("<body")
    _, _, inner = body.partition(">")
    inner, _, tail = inner.rpartition("</body>")
    default = thresher.Pipeline()
    print(f"\n{'page size':>12}{'ms':>10}{'ns/byte':>10}")
    for size in (10_000, 50_000, 250_000, 1_000_000, 5_000_000):
        page = f"{head}<body>{inner * max(1, size // len(inner))}</body>{tail}"
        work: dict[str, Work] = {"": lambda html: default.extract(html).text}
        seconds = cpu_times(work, [page])[""][0]
        print(f"{len(page):12,}{seconds * 1e3:10.1f}{seconds / len(page) * 1e9:10.1f}")


def import_time() -> None:
    """`import thresher` against `import numpy, turbohtml`, in fresh processes."""

    def seconds(statement: str) -> float:
        code = f"import time; t = time.process_time(); {statement}; print(time.process_time() - t)"
        runs = [
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
            for _ in range(7)
        ]
        return min(float(run.stdout) for run in runs)

    ours, theirs = seconds("import thresher"), seconds("import numpy, turbohtml")
    print(f"\nimport thresher / import numpy, turbohtml: {ours / theirs:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="folder of the evaluation sets")
    parser.add_argument("--pages", type=int, default=200)
    arguments = parser.parse_args()
    name, pages = sample(arguments.data, arguments.pages)
    print(f"{name}, {sum(map(len, pages)) / len(pages) / 1000:.0f} KB on average\n")
    compare(pages)
    growth()
    import_time()


if __name__ == "__main__":
    main()
