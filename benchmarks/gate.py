"""The gate: `make gate` fails when an algorithm falls under its floor.

Always on the golden pages and sites; on samples of page sets too, where THRESHER_DATA names them.

    python -m benchmarks.gate
    python -m benchmarks.gate --raise
    python -m benchmarks.gate --lower core-ex --reason "keeps captions now, as its paper says"
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from thresher.errors import ThresherError
from thresher.evaluation.gate import (
    Floors,
    Measured,
    falls,
    lowered,
    measure_golden,
    measure_sample,
    measure_sites,
    raised,
)

ROOT = Path(__file__).resolve().parent.parent


@click.command()
@click.option("--raise", "should_raise", is_flag=True, help="Pin what is measured now.")
@click.option("--lower", metavar="NAME", help="Lower the floors of one algorithm.")
@click.option("--reason", default="", metavar="TEXT", help="Why; it is kept in the file.")
@click.option("--data", default=lambda: os.environ.get("THRESHER_DATA"), metavar="FOLDER")
@click.option(
    "--floors",
    "path",
    type=click.Path(path_type=Path),
    default=ROOT / "benchmarks" / "floors.json",
    metavar="FILE",
)
def gate(should_raise: bool, lower: str | None, reason: str, data: str | None, path: Path) -> None:
    """Compare the accuracy of every algorithm with its floor."""
    try:
        floors = Floors.load(path)
        measured = [measure_golden(ROOT / "tests" / "pages")]
        measured += measure_sites(ROOT / "tests" / "sites")
        if data:
            measured += measure_sample(Path(data))
        if lower is not None:
            floors = lowered(floors, measured, lower, reason)
        if should_raise:
            floors = raised(floors, measured)
        if lower is not None or should_raise:
            floors.save(path)
    except ThresherError as error:
        raise click.ClickException(str(error)) from error
    _show(floors, measured)
    wrong = list(falls(floors, measured))
    for line in wrong:
        click.echo(line, err=True)
    sys.exit(1 if wrong else 0)


def _show(floors: Floors, measured: Sequence[Measured]) -> None:
    for each in measured:
        pinned = floors.sets.get(each.set)
        click.echo(f"{each.set}  {each.digest[:12]}")
        for name, score in sorted(each.scores.items()):
            floor = None if pinned is None else pinned.floors.get(name)
            shown = "not pinned" if floor is None else f"floor {floor:.3f}"
            click.echo(f"  {name:<24} {score:.4f}  {shown}")


if __name__ == "__main__":
    gate()
