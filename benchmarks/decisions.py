"""The ratios that docs/decisions quotes, measured in one run: `python -m benchmarks.decisions`.

Pages are made up here or taken from tests/pages. CPU times are the best of several repeats in one
process, so ratios within a line compare; milliseconds of two machines do not.
"""

from __future__ import annotations

import html.parser
import importlib
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import numpy as np
import turbohtml

from thresher import Pipeline, algorithms
from thresher.compiled import KERNELS, compiled_name, kernel
from thresher.evaluation.text_metrics import word_score
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable
from thresher.segmenters.get_block_set import PAPER_TAGS, GetBlockSet
from thresher.segmenters.leaves import Leaves

REPEATS: Final = 7
PAGES: Final = Path(__file__).resolve().parent.parent / "tests" / "pages"
_WORDS: Final = (
    "grain chaff field harvest market river report council weather price open road the and of to"
).split()


def synthetic_page(paragraphs: int, seed: int = 1) -> str:
    """A page with a menu, teasers, a table and `paragraphs` paragraphs of running text."""
    draw = random.Random(seed)

    def text(words: int) -> str:
        return " ".join(draw.choices(_WORDS, k=words))

    def teaser() -> str:
        return f"<div class=teaser><a href=/{text(1)}>{text(5)}</a><p>{text(9)}</p></div>"

    parts = ["<!doctype html><title>Page</title><ul>"]
    parts += [f"<li><a href=/{n}>{text(2)}</a></li>" for n in range(30)]
    parts.append("</ul><div><h1>Headline</h1>")
    for number in range(paragraphs):
        parts.append(f"<p>{text(30)} <a href=/x>{text(2)}</a> <b>{text(3)}</b> {text(20)}</p>")
        if number % 5 == 4:
            parts.append(teaser())
        if number % 20 == 19:
            cells = "".join(f"<td>{text(2)}</td>" for _ in range(4))
            parts.append(f"<table>{f'<tr>{cells}</tr>' * 5}</table>")
    parts.append(f"</div><div>{text(12)}</div>")
    return "".join(parts)


def best(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Shortest CPU time of `work`, in milliseconds."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def show(what: str, base: tuple[str, float], *others: tuple[str, float]) -> None:
    """One line: the choice that was made, and how many times longer the others take."""
    name, reference = base
    ratios = ", ".join(f"{other} {took / reference:.1f}x" for other, took in others)
    print(f"{what}: {name} {reference:.2f} ms = 1; {ratios}")


def parsers(pages: list[str]) -> None:
    """0001: parsing alone, no walk over the tree."""

    def standard_library(page: str) -> None:
        html.parser.HTMLParser().feed(page)

    def turbo(page: str) -> object:
        return turbohtml.parse(page, allow_declarative_shadow_roots=False)

    others: list[tuple[str, Callable[[str], object]]] = [("html.parser", standard_library)]
    try:
        resiliparse = importlib.import_module("resiliparse.parse.html")
    except ImportError:
        print("0001 resiliparse is not installed (extra bench): left out")
    else:
        others.append(("resiliparse", resiliparse.HTMLTree.parse))

    def all_with(parse: Callable[[str], object]) -> float:
        return best(lambda: [parse(page) for page in pages])

    show(
        f"0001 parse {len(pages)} pages",
        ("turbohtml", all_with(turbo)),
        *((name, all_with(parse)) for name, parse in others),
    )
    deep = "<div>" * 50_000 + "grain"
    kept = "grain" in turbohtml.parse(deep).text
    print(f"0001 text below 50,000 nested tags kept: {kept}")


def words_by_columns(table: NodeTable) -> list[float]:
    """Words and linked words below every element."""
    linked = np.where((table.flags & tags.IN_LINK) != 0, table.words, 0)
    return [*table.subtree_sums(table.words), *table.subtree_sums(linked)]


def words_by_nodes(document: turbohtml.Document) -> dict[Any, tuple[int, int]]:
    """The same by walking: children are added up into their parents, last node first."""
    totals: dict[Any, tuple[int, int]] = {}
    for node in reversed(list(document.descendants)):
        words, linked = totals.get(node, (0, 0))
        if isinstance(node, turbohtml.Text):
            words = len(node.data.split())
        elif isinstance(node, turbohtml.Element) and node.tag == "a":
            linked = words
        totals[node] = words, linked
        above = totals.get(node.parent, (0, 0))
        totals[node.parent] = above[0] + words, above[1] + linked
    return totals


def columns(pages: list[str]) -> None:
    """0002: the first measure, and every further one, by columns and by nodes."""
    documents = [turbohtml.parse(page) for page in pages]
    tables = [NodeTable.of(document) for document in documents]
    first = best(lambda: [words_by_columns(NodeTable.of(document)) for document in documents])
    for table in tables:
        words_by_columns(table)  # texts are measured once and kept
    again = best(lambda: [words_by_columns(table) for table in tables])
    walked = best(lambda: [words_by_nodes(document) for document in documents])
    show("0002 first measure, table included", ("columns", first), ("nodes", walked))
    show("0002 each further measure", ("columns", again), ("nodes", walked))


@contextmanager
def plain_kernels() -> Iterator[None]:
    before = os.environ.get("THRESHER_PURE")
    os.environ["THRESHER_PURE"] = "1"
    kernel.cache_clear()
    try:
        yield
    finally:
        kernel.cache_clear()
        if before is None:
            del os.environ["THRESHER_PURE"]
        else:
            os.environ["THRESHER_PURE"] = before


def kernels(pages: list[str]) -> None:
    """0003: compiled against plain."""
    if any(kernel(name).__name__ != compiled_name(name) for name in KERNELS):
        print("0003 no compiled kernels here (no C compiler, or THRESHER_PURE): left out")
        return
    documents = [turbohtml.parse(page) for page in pages]

    def build() -> object:
        return [NodeTable.of(document) for document in documents]

    def measure() -> object:
        for table in tables:
            vars(table).pop("shape", None)  # past the cache
        return [table.shape for table in tables]

    tables = [NodeTable.of(document) for document in documents]
    compiled_build, compiled_measure = best(build), best(measure)
    with plain_kernels():
        plain_build, plain_measure = best(build), best(measure)
    show("0003 node table", ("compiled", compiled_build), ("plain", plain_build))
    show("0003 measuring texts", ("compiled", compiled_measure), ("plain", plain_measure))


def owner_column(pages: list[str]) -> None:
    """0004: a sum over every block, by the owner column and by a list of rows for each block."""
    cut = [Leaves().segment(Page.parse(page)) for page in pages]
    rows = [[block.rows for block in segmentation] for segmentation in cut]
    words = [segmentation.page.table.words for segmentation in cut]
    for segmentation, column in zip(cut, words, strict=True):
        segmentation.sums(column)

    def by_owner() -> object:
        return [one.sums(column) for one, column in zip(cut, words, strict=True)]

    def by_lists() -> object:
        return [
            [column[block].sum() for block in blocks]
            for blocks, column in zip(rows, words, strict=True)
        ]

    show("0004 words per block", ("owner column", best(by_owner)), ("row lists", best(by_lists)))


Part = tuple[list[int], frozenset[int]]


def literal_rounds(table: NodeTable) -> list[list[int]]:
    """GetBlockSet as the paper writes it: tag after tag, until no block holds any of them.

    A block is its rows and the elements it was made from, which cut it no further.
    """
    cutting = table.is_tag(" ".join(PAPER_TAGS)).tolist()
    names = [table.names[code] for code in table.tag.tolist()]
    above: list[list[int]] = []
    """The cutting elements around each row, outermost first, itself included."""
    for row, parent in enumerate(table.parent.tolist()):
        around = above[parent] if parent >= 0 else []
        above.append([*around, row] if cutting[row] else around)
    parts: list[Part] = [(list(range(len(table))), frozenset())]
    before: list[Part] = []
    while parts != before:
        before = parts
        for tag in PAPER_TAGS:
            parts = [new for part in parts for new in _cut(part, tag, names, above)]
    leaves = set(table.leaves.tolist())
    found = ([row for row in rows if row in leaves] for rows, _ in parts)
    return [rows for rows in found if rows]


def _cut(part: Part, tag: str, names: list[str], above: list[list[int]]) -> list[Part]:
    rows, used = part

    def outermost(row: int) -> int:
        return next((at for at in above[row] if names[at] == tag and at not in used), -1)

    groups = [(at, list(group)) for at, group in groupby(rows, outermost)]
    return [(group, used | {at} if at >= 0 else used) for at, group in groups]


def block_set(pages: list[str]) -> None:
    """0005: the partition computed directly, and by the rounds of the paper."""
    parsed = [Page.parse(page) for page in pages]
    segmenter = GetBlockSet()
    same = 0
    for page in parsed:
        direct = [block.rows.tolist() for block in segmenter.segment(page)]
        same += direct == literal_rounds(page.table)
    print(f"0005 same blocks on {same} of {len(parsed)} pages")
    show(
        "0005 GetBlockSet",
        ("direct", best(lambda: [segmenter.segment(page) for page in parsed])),
        ("literal rounds", best(lambda: [literal_rounds(page.table) for page in parsed], 3)),
    )


def golden_scores() -> None:
    """Word F1 of the page-level identifiers on tests/pages, for the algorithms' own pages.

    These pages are made to be hard, one case each: the order means something, the numbers little.
    """
    pages = [(path.read_bytes(), _truth(path)) for path in sorted(PAGES.glob("*/page.html"))]
    for entry in algorithms("identifier"):
        if entry.kind == "page":
            pipeline = Pipeline(entry.name)
            scores = [word_score(pipeline.extract(page).text, truth).f1 for page, truth in pages]
            print(f"tests/pages {entry.name}: word F1 {sum(scores) / len(scores):.3f}")


def _truth(page: Path) -> str:
    return page.with_name("truth.txt").read_text(encoding="utf-8")


def main() -> None:
    golden = sorted(PAGES.glob("*/page.html"))
    own = [path.read_bytes().decode("utf-8", "replace") for path in golden]
    made = [synthetic_page(size, seed=size) for size in (20, 50, 100, 200, 400)]
    pages = own + made
    size = sum(map(len, pages))
    print(f"{len(own)} pages of tests/pages and {len(made)} made up, {size:,} characters")
    for measurement in (parsers, columns, kernels, owner_column, block_set):
        measurement(pages)
    golden_scores()


if __name__ == "__main__":
    main()
