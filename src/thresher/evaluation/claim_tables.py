"""Tables of what algorithms claim of a whole page: how well it came out, and of what type it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thresher.evaluation.calibration import calibration_error
from thresher.evaluation.cells import NOTHING, Table, name_of, number, share
from thresher.evaluation.summary import Summary


def reliability(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Confidence against word F1, in bins, of those that give one."""
    rows = [row for row in rows if row.reliability]
    if not rows:
        return None
    bins = max(len(row.reliability) for row in rows)
    cells = []
    for row in rows:
        own, rest = row.reliability, [NOTHING] * (bins - len(row.reliability))
        for title, values in (
            ("confidence", [number(each.confidence) for each in own]),
            ("word F1", [number(each.f1.mean) for each in own]),
            ("pages", [str(each.pages) for each in own]),
        ):
            cells.append((f"{name_of(row)}: {title}", *values, *rest))
    errors = ", ".join(
        f"{name_of(row)} {number(calibration_error(row.reliability))}" for row in rows
    )
    note = (
        "Pages in bins of the same size, from the lowest confidence to the highest; means of each. "
        "Pages of which the algorithm could not tell are left out. "
        f"Expected calibration error, the mean distance of the two: {errors}."
    )
    columns = ("", *(str(place) for place in range(1, bins + 1)))
    return Table(f"{set_name}: confidence and what came of it", columns, tuple(cells), note)


def page_types(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """How often those that tell the type of a page are right."""
    rows = [row for row in rows if row.page_types]
    if not rows:
        return None
    types = sorted({true for row in rows for true, _ in row.page_types})
    groups = [types, *([kind] for kind in types)]
    cells = tuple(
        (name_of(row), str(row.page_types.total()), *(_right(row, group) for group in groups))
        for row in rows
    )
    note = "Share of the pages, of all and of each true type, whose type was told rightly."
    columns = ("", "pages", "all, %", *(f"{kind}, %" for kind in types))
    return Table(f"{set_name}: type of page told", columns, cells, note)


def _right(row: Summary, types: Sequence[str]) -> str:
    pages = sum(count for (true, _), count in row.page_types.items() if true in types)
    return share(sum(row.page_types[kind, kind] for kind in types), pages)


def confusions(set_name: str, rows: Sequence[Summary]) -> Iterator[Table]:
    """True types against those told, a table for each contestant that tells them."""
    for row in rows:
        types = sorted({kind for pair in row.page_types for kind in pair})
        cells = tuple(
            (true, *(str(row.page_types[true, told]) for told in types)) for true in types
        )
        if cells:
            title = f"{set_name}: types that {name_of(row)} told, by the true type"
            best = frozenset((place, place + 1) for place in range(len(types)))
            note = "Pages; a row for each true type, a column for each type told."
            yield Table(title, ("", *types), cells, note, best)
