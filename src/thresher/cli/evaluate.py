"""`thresher evaluate`: algorithms and other extractors side by side, on pages with an answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from rich.text import Text

from thresher.cli.console import console

if TYPE_CHECKING:
    from thresher.evaluation.cells import Table
    from thresher.evaluation.contestants import Contestant
    from thresher.evaluation.results import Results
    from thresher.evaluation.run import Settings

F = TypeVar("F", bound=Callable[..., Any])

_MAX_FAILURES_SHOWN = 20


def _names(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> list[str]:
    """Names separated by commas, the flag given once or several times, each name once."""
    given = [name.strip() for part in value for name in part.split(",")]
    return list(dict.fromkeys(name for name in given if name))


def _named(*flags: str, help: str) -> Callable[[F], F]:
    return click.option(*flags, multiple=True, callback=_names, metavar="NAME,…", help=help)


@click.command()
@click.option("--data", metavar="FOLDER", help="Where the sets are; else THRESHER_DATA.")
@_named("--sets", help="Sets of the data folder.")
@click.option(
    "--my-pages",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Your own pages instead: page.html beside page.txt.",
)
@_named("-a", "--algorithms", help="Algorithms, as name or name:option=value.  [default: thresher]")
@_named("--peers", help="Other extractors that are installed here.")
@click.option(
    "--by",
    type=click.Choice(["page", "site"]),
    default="page",
    show_default=True,
    help="site: for each page, first learn from other pages of its site, unlabelled.",
)
@click.option(
    "--site-pages", type=click.IntRange(1), default=10, show_default=True, help="How many of these."
)
@click.option(
    "--convention",
    type=click.Choice(["own", "default", "both"]),
    default="own",
    show_default=True,
    help="Tell algorithms what the truth of the set counts as content, or leave their defaults.",
)
@click.option(
    "--fold-models",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Judge each page by the model that has not seen its domain (`thresher train --folds-to`).",
)
@click.option(
    "--split",
    type=click.Choice(["all", "dev", "test"]),
    default="all",
    show_default=True,
    help="Only pages of these domains; what is learned on dev is measured on test.",
)
@click.option("--limit", type=click.IntRange(1), help="At most so many pages of each set.")
@click.option("--worst", type=click.IntRange(1), metavar="N", help="Show the N worst pages.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write all scores as JSON; a run that was stopped goes on from there.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.1),
    default=60.0,
    show_default=True,
    help="Seconds for one page.",
)
@click.option(
    "--processes", type=click.IntRange(1), help="Processes.  [default: one for each core]"
)
def evaluate(output: Path | None, worst: int | None, **given: Any) -> int:
    """Compare algorithms with each other and with other extractors.

    A page that a contestant crashes or takes too long on counts as 0 and is listed. The first
    algorithm is the one that the others are compared with, and whose worst pages are shown.

    \b
    thresher evaluate --data DATA --sets wcxb-dev --peers trafilatura,resiliparse
    thresher evaluate --data DATA --sets wcxb-dev --algorithms thresher,core-ex -o out.json
    thresher evaluate --data DATA --sets docs,daniel --by site -a thresher
    thresher evaluate --my-pages saved/ --worst 10
    thresher report out.json -o report.html
    """
    from thresher.evaluation import run

    settings = _settings(**given)
    if output is not None and not output.absolute().parent.is_dir():
        raise click.UsageError(f"there is no folder {output.parent} to write {output.name} to")
    side_file = None if output is None else output.with_name(output.name + ".partial.jsonl")
    with _progress_bar() as bar:
        row = bar.add_task("pages × contestants", total=None)
        results = run.evaluate(
            settings,
            side_file=side_file,
            progress=lambda done, total: bar.update(row, completed=done, total=total),
        )
    if output is not None:
        results.save(output)
        if side_file is not None:
            side_file.unlink(missing_ok=True)
    print_results(results)
    if worst is not None:
        _write_worst(results, settings, worst, output)
    own = {each.name for each in results.contestants if each.kind == "algorithm"}
    return 1 if any(score.contestant in own for score in results.failures) else 0


def _settings(
    data: str | None,
    sets: list[str],
    my_pages: Path | None,
    limit: int | None,
    processes: int | None,
    **given: Any,
) -> Settings:
    from thresher.evaluation.datasets import data_folder, set_names, set_path
    from thresher.evaluation.run import Settings

    chosen = (given.pop(name) for name in ("algorithms", "peers", "convention", "fold_models"))
    contestants = _contestants(*chosen)
    if my_pages is not None:
        if sets or data:
            raise click.UsageError("--my-pages stands alone: leave out --data and --sets")
        found = [(my_pages.resolve().name, my_pages)]
    else:
        folder = data_folder(data)
        if not sets:
            known = ", ".join(set_names(folder)) or "none"
            raise click.UsageError(f"name the sets with --sets; there are: {known}")
        found = [(name, set_path(name, folder)) for name in sets]
    if processes is not None:
        given["processes"] = processes
    return Settings(
        tuple(found), tuple(contestants), limit=limit, own_pages=my_pages is not None, **given
    )


def _contestants(
    names: list[str], peers: list[str], mode: str, fold_models: Path | None
) -> list[Contestant]:
    from thresher.evaluation.contestants import algorithm, content_slot, has_convention, peer

    found = []
    for name in names or ["thresher"]:
        if mode != "default":
            found.append(algorithm(name, fold_models=fold_models))
        if mode == "default" or (mode == "both" and has_convention(name.partition(":")[0])):
            found.append(algorithm(name, "default", fold_models))
    return [*found, *map(peer, peers), content_slot()]


def _progress_bar() -> Progress:
    errors = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )  # fmt: skip
    return Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)


def print_results(results: Results) -> None:
    """Every table on standard output; what went wrong on standard error."""
    from thresher.evaluation.tables import tables

    out = console()
    for table in tables(results):
        out.print(Text(table.title, style="bold"))
        out.print(_as_rich(table))
        if table.note:
            out.print(Text(table.note, style="dim"))
        out.print()
    for note in results.notes:
        click.echo(f"thresher: {note}", err=True)
    if results.missing:
        click.echo(f"thresher: not installed: {', '.join(results.missing)}", err=True)
    failures = results.failures
    for score in failures[:_MAX_FAILURES_SHOWN]:
        click.echo(
            f"thresher: {score.contestant} on {score.set} {score.id}: {score.error}", err=True
        )
    if len(failures) > _MAX_FAILURES_SHOWN:
        more = len(failures) - _MAX_FAILURES_SHOWN
        click.echo(f"thresher: and {more} more without an answer; -o writes all", err=True)


def _as_rich(table: Table) -> RichTable:
    shown = RichTable(box=None, header_style="dim", pad_edge=False)
    for place, column in enumerate(table.columns):
        is_name = place == 0 or table.is_text
        shown.add_column(
            column,
            justify="left" if is_name else "right",
            style="cyan" if place == 0 else "",
            no_wrap=True,
        )
    for row, cells in enumerate(table.rows):
        shown.add_row(
            *(
                Text(cell, style="bold" if (row, place) in table.best else "")
                for place, cell in enumerate(cells)
            )
        )
    return shown


def _write_worst(results: Results, settings: Settings, count: int, output: Path | None) -> None:
    from thresher.evaluation.worst import write_worst

    name = "worst-pages" if output is None else f"{output.stem}-worst"
    folder = (output.parent if output is not None else Path()) / name
    index = write_worst(results, settings, count, folder)
    click.echo(f"thresher: worst pages: {index}", err=True)
