"""`thresher fit --explain`: the template that was learned, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from thresher.cli.console import console
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline

_MAX_TEXT = 90


def print_template(pipeline: Pipeline, sample: Sequence[Page]) -> None:
    """The dropped blocks of some pages, those that most pages hold first.

    The model holds no text, so the blocks are shown as the pages of the sample have them.
    """
    learned = pipeline.identifier.export() or {}
    dropped: dict[str, tuple[int, float]] = {}
    for page in sample:
        found = {
            " ".join(block.text.split()): verdict.score
            for block, verdict in pipeline.extract(page)
            if not verdict.keep and verdict.why != "hidden"
        }
        for text, score in found.items():
            if text:
                dropped[text] = (dropped.get(text, (0, 0.0))[0] + 1, score)
    table = Table()
    table.add_column(f"of {len(sample)} pages", justify="right")
    table.add_column("score", justify="right")
    table.add_column("template block")
    for text, (pages, score) in sorted(dropped.items(), key=lambda item: (-item[1][0], item[0])):
        shown = text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"
        table.add_row(str(pages), f"{score:.2f}", Text(shown))
    out = console()
    out.print(Text(_title(pipeline, learned), style="bold"))
    out.print(table)


def _title(pipeline: Pipeline, learned: dict[str, Any]) -> str:
    pages = learned.get("pages")
    number = len(pages) if isinstance(pages, list) else pages
    thresholds = {
        name: learned.get(name, getattr(pipeline.identifier, name, None))
        for name in ("threshold", "theta", "epsilon", "min_pages")
    }
    shown = [f"{name} = {value}" for name, value in thresholds.items() if value is not None]
    return ", ".join([pipeline.name, f"{number} distinct pages", *shown])
