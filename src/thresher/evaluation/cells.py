"""A table as plain cells, and how numbers are written in them."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.evaluation.intervals import Difference, Interval
from thresher.evaluation.summary import Summary

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells to print; the first column holds names, the others numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    best: frozenset[tuple[int, int]] = frozenset()
    """(row, column) of the cells to bring out."""
    is_text: bool = False
    """The cells hold words, not numbers."""


def number(value: float | None, digits: int = 3) -> str:
    """A share without the leading zero, which only takes room."""
    if value is None:
        return NOTHING
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 and not text.startswith("1") else text


def percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f}"


def with_interval(interval: Interval | None) -> str:
    """Mean and half the width of its interval, if it has one: a single page has none."""
    if interval is None:
        return NOTHING
    if interval.high == interval.low:
        return number(interval.mean)
    return f"{number(interval.mean)} ±{number((interval.high - interval.low) / 2)}"


def signed(difference: Difference | None) -> str:
    """The difference with its bounds; a star where it is more than noise."""
    if difference is None:
        return NOTHING
    inside = difference.interval
    star = "*" if difference.is_clear else ""
    return f"{_sign(inside.mean)}{star} ({_sign(inside.low)} to {_sign(inside.high)})"


def _sign(value: float) -> str:
    return ("−" if value < 0 else "+") + number(abs(value))


def share(part: int, whole: int) -> str:
    """A part in percent, where there is a whole."""
    return percent(part / whole if whole else None)


def name_of(row: Summary) -> str:
    """The contestant as tables call it; of peers, the version matters."""
    own = row.contestant
    return f"{own.name} {own.version}" if own.kind == "peer" else own.name
