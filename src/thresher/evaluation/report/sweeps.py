"""Plots of parameter sweeps: one algorithm under several values of its options.

A sweep is a run with `-a name:option=value` for each value, or with two options for each pair; with
Mountain08's options it is that paper's Figs. 3 and 4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from thresher.evaluation.report.figures import WIDTH, Figure, axes
from thresher.evaluation.report.svg import Drawing, Scale, colour, spread
from thresher.evaluation.summary import GOOD, Summary

_HEIGHT = 280.0
_LEAST_VALUES = 3
"""Fewer values than this are a comparison, not a curve."""

Settings = tuple[tuple[str, float], ...]


def sweeps(set_name: str, rows: Sequence[Summary]) -> Iterator[Figure]:
    """A plot for every algorithm and pair of options (or single option) that was swept."""
    groups: defaultdict[tuple[str, ...], dict[Settings, float]] = defaultdict(dict)
    for row in rows:
        settings = numeric_settings(row.contestant.name)
        if settings and row.good is not None:
            key = (row.contestant.algorithm, *(name for name, _ in settings))
            groups[key][settings] = row.good
    for (algorithm, *options), shares in groups.items():
        across = max(options, key=lambda option: len(_values(shares, option)))
        if len(options) <= 2 and len(_values(shares, across)) >= _LEAST_VALUES:
            yield _plot(set_name, algorithm, across, shares)


def numeric_settings(name: str) -> Settings:
    """The options in `name:option=value:…`, sorted; empty unless all of them are numbers."""
    settings = []
    for part in name.split(":")[1:]:
        option, _, value = part.partition("=")
        try:
            settings.append((option, float(value)))
        except ValueError:
            return ()
    return tuple(sorted(settings))


def _values(shares: dict[Settings, float], option: str) -> set[float]:
    return {dict(settings)[option] for settings in shares}


def _plot(set_name: str, algorithm: str, across: str, shares: dict[Settings, float]) -> Figure:
    lines: defaultdict[Settings, list[tuple[float, float]]] = defaultdict(list)
    for settings, share in shares.items():
        others = tuple(pair for pair in settings if pair[0] != across)
        lines[others].append((dict(settings)[across], share))
    drawing = Drawing(WIDTH, _HEIGHT, f"{algorithm} on {set_name}, by {across}")
    values = _values(shares, across)
    x = Scale(min(values), max(values), 56, WIDTH - 190)
    y = Scale(0.0, max(max(shares.values()) * 1.1, 0.01), _HEIGHT - 44, 12)
    axes(drawing, x, y, across, f"share of pages with F1 ≥ {GOOD}")
    ends = [max(points)[1] for points in lines.values()]
    places = spread([y(end) for end in ends], 13, 12, _HEIGHT - 48)
    for place, ((others, points), label) in enumerate(zip(lines.items(), places, strict=True)):
        path = [(x(value), y(share)) for value, share in sorted(points)]
        drawing.path(path, stroke=colour(place), stroke_width=1.6)
        for point in path:
            drawing.marker(*point, place)
        name = ", ".join(f"{option} {value:g}" for option, value in others) or algorithm
        drawing.text(path[-1][0] + 12, label + 4, name, class_="name")
    return Figure(
        f"{algorithm}, by {across}",
        drawing.svg(),
        "Share of pages that come out well under each value of its options, as in "
        "[Mountain08 Figs. 3, 4].",
    )
