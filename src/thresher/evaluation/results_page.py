"""Results as a page of Markdown: the tables of the documentation, which are never typed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from thresher.evaluation.cells import Table
from thresher.evaluation.results import Results
from thresher.evaluation.tables import properties, set_tables


def to_markdown(every: Sequence[Results]) -> str:
    """All tables, and where the numbers come from."""
    lines = [
        "# Results",
        "",
        "Written by `thresher report`; do not edit. Each section names the command that finds its",
        "numbers again; `DATA` stands for the folder with the page sets.",
        "",
    ]
    for results in every:
        lines += [f"## {_title(results)}", "", "```", results.origin.command, "```", ""]
        for each in results.sets:
            for table in set_tables(results, each.name):
                lines += _table(table)
        lines += _origin(results)
    listed = properties(every)
    if listed is not None:
        lines += ["## What was compared", "", *_table(listed, with_title=False)]
    return "\n".join(lines).rstrip() + "\n"


def _title(results: Results) -> str:
    names = ", ".join(each.name for each in results.sets)
    return f"{names}, site by site" if results.origin.by == "site" else names


def _table(table: Table, with_title: bool = True) -> Iterable[str]:
    if with_title:
        yield from (f"### {table.title}", "")
    yield _row(table.columns)
    places = range(len(table.columns))
    yield _row("---" if place == 0 or table.is_text else "--:" for place in places)
    for number, cells in enumerate(table.rows):
        yield _row(
            f"**{_plain(cell)}**" if (number, place) in table.best else _plain(cell)
            for place, cell in enumerate(cells)
        )
    yield ""
    if table.note:
        yield from (table.note.replace("*", r"\*"), "")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(cell: str) -> str:
    return cell.replace("|", r"\|").replace("*", r"\*")


def _origin(results: Results) -> Iterable[str]:
    origin = results.origin
    versions = ", ".join(f"{name} {value}" for name, value in origin.versions.items())
    machine = ", ".join(f"{name}: {value}" for name, value in origin.machine.items())
    failed = len(results.failures)
    yield f"Made {origin.made} with {versions}; {machine}."
    for each in results.sets:
        yield f"Data of {each.name}: {each.pages:,} pages, SHA-256 `{each.digest[:16]}…`."
    if failed:
        yield f"{failed} times there was no answer; each counts as 0."
    yield from results.notes
    if results.missing:
        yield f"Not installed: {', '.join(results.missing)}."
    yield ""
