"""`thresher algorithms`: what there is to choose from."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from thresher.cli.console import console
from thresher.errors import UnknownAlgorithm, nearest_first
from thresher.options import option_docs, options_of
from thresher.registry import Entry, load_class
from thresher.registry import algorithms as entries


@click.command()
@click.argument("name", required=False)
def algorithms(name: str | None) -> None:
    """List the algorithms, or the options of one.

    Kind is what an algorithm learns from: nothing but the page, pages of the site, or labels.

    \b
    thresher algorithms
    thresher algorithms k-feature-extractor
    """
    if name is None:
        _print_all()
        return
    matches = [entry for entry in entries() if entry.name == name]
    if not matches:
        known = ", ".join(nearest_first(name, {entry.name for entry in entries()}))
        raise UnknownAlgorithm(f"there is no algorithm {name!r}; known are {known}")
    for entry in matches:
        _print_one(entry)


def _print_all() -> None:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("name", "role", "kind", "paper", "what it does", "file"):
        table.add_column(heading, style="cyan" if heading == "name" else "")
    for entry in entries():
        kind = entry.kind if entry.role == "identifier" else "-"
        table.add_row(entry.name, entry.role, kind, entry.paper, entry.summary, entry.file)
    console().print(table)


def _print_one(entry: Entry) -> None:
    out = console()
    out.print(Text(f"{entry.name} ({entry.role})", style="bold"))
    out.print(f"{entry.summary}. Paper: {entry.paper}. Source: {entry.file}")
    algorithm = load_class(entry.name, entry.role)
    docs = option_docs(algorithm)
    if not docs:
        out.print("No options.")
        return
    defaults = options_of(algorithm())
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("option", "default", "meaning"):
        table.add_column(heading, style="cyan" if heading == "option" else "")
    for option, meaning in docs.items():
        value = defaults[option]
        shown = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        table.add_row(option, shown, meaning)
    out.print(table)
