"""`thresher segment`: the blocks of pages."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.table import Table

from thresher.cli.console import console
from thresher.cli.inputs import algorithm_options, parse_options, read_page
from thresher.errors import BadOption, ThresherError
from thresher.features.counts import kind_counts
from thresher.registry import load_segmenter
from thresher.types import Segmentation


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@algorithm_options(default="leaves")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="A table to read, or JSON with the whole text.",
)
def segment(pages: tuple[str, ...], algorithm: str, options: tuple[str, ...], form: str) -> int:
    """Show the blocks of pages, with what is in them.

    PAGE is a file, a URL, or - for standard input. Images, links, strings (pieces of text), scripts
    and tables are counted in each block.

    \b
    thresher segment page.html
    thresher segment page.html -a get-block-set -O whole_tables=yes
    thresher segment page.html -a key-patterns -f json
    """
    segmenter = load_segmenter(algorithm, parse_options(options))
    failed = False
    for name in pages:
        try:
            segmentation = segmenter.segment(read_page(name))
        except BadOption:
            raise  # wrong for every page
        except ThresherError as error:
            click.echo(f"thresher: {name}: {error}", err=True)
            failed = True
            continue
        if form == "json":
            click.echo(json.dumps(_as_dict(name, algorithm, segmentation), ensure_ascii=False))
        else:
            _print_table(name, segmentation)
    return 1 if failed else 0


def _as_dict(name: str, algorithm: str, segmentation: Segmentation) -> dict[str, Any]:
    kinds = {
        kind: counts.astype(int).tolist() for kind, counts in kind_counts(segmentation).items()
    }
    return {
        "page": name,
        "algorithm": algorithm,
        "blocks": [
            {
                "index": block.index,
                "tag": block.tag,
                "path": block.path,
                "hidden": block.hidden,
                "counts": {kind: counts[block.index] for kind, counts in kinds.items()},
                "text": block.text,
            }
            for block in segmentation
        ],
    }


def _print_table(name: str, segmentation: Segmentation) -> None:
    kinds = kind_counts(segmentation)
    title = f"{name}: {len(segmentation)} blocks"
    table = Table(title=title, title_justify="left", box=None, header_style="bold", expand=True)
    table.add_column("#", justify="right")
    table.add_column("tag", style="cyan")
    for kind in kinds:
        table.add_column(kind, justify="right")
    table.add_column("text", overflow="ellipsis", no_wrap=True, ratio=1)
    for block in segmentation:
        counts = (f"{int(column[block.index])}" for column in kinds.values())
        text = " ".join(block.text.split())
        shown = f"(hidden) {text}" if block.hidden else text
        table.add_row(str(block.index), block.tag, *counts, shown)
    out = console()
    out.print(table)
    blocks_of = ", ".join(f"{kind} {int((column > 0).sum())}" for kind, column in kinds.items())
    out.print(f"blocks with: {blocks_of}", style="dim")
