"""The reliability plot: confidence against the word F1 that came of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from thresher.evaluation.calibration import BINS, calibration_error
from thresher.evaluation.cells import number
from thresher.evaluation.report.figures import WIDTH, Figure, axes
from thresher.evaluation.report.svg import Drawing, Scale, colour, spread
from thresher.evaluation.summary import Summary

_SIDE = 340.0


def reliability(set_name: str, rows: Sequence[Summary]) -> Iterator[Figure]:
    """A line for each contestant that gives a confidence; no plot where none does."""
    shown = [(place, row) for place, row in enumerate(rows) if row.reliability]
    if not shown:
        return
    drawing = Drawing(WIDTH, _SIDE + 60, f"Confidence and word F1 on {set_name}")
    least = min(min(each.confidence, each.f1.low) for _, row in shown for each in row.reliability)
    # Both axes start at the same tenth, so that the diagonal goes from corner to corner.
    low = min(math.floor(10 * least) / 10, 0.9)
    across, up = Scale(low, 1, 56, 56 + _SIDE), Scale(low, 1, _SIDE + 12, 12)
    axes(drawing, across, up, "confidence", "word F1")
    corners = [(across.start, up.start), (across.end, up.end)]
    drawing.path(corners, stroke="#5b6068", stroke_dasharray="4 4")
    labels = spread([up(row.reliability[-1].f1.mean) for _, row in shown], 13, 12, _SIDE)
    for (place, row), y in zip(shown, labels, strict=True):
        points = [(across(each.confidence), up(each.f1.mean)) for each in row.reliability]
        drawing.path(points, stroke=colour(place), stroke_width=1.6)
        for (x, middle), each in zip(points, row.reliability, strict=True):
            drawing.line(x, up(each.f1.low), x, up(each.f1.high), stroke=colour(place))
            drawing.marker(x, middle, place)
        drawing.marker(across.end + 20, y, place)
        drawing.text(across.end + 32, y + 4, row.contestant.name, class_="name")
    errors = ", ".join(
        f"{row.contestant.name} {number(calibration_error(row.reliability))}" for _, row in shown
    )
    yield Figure(
        "Confidence and what came of it",
        drawing.svg(),
        f"Mean confidence against mean word F1, with its 95 % bootstrap interval, of up to {BINS} "
        "bins with the same number of pages; on the dashed line a confidence keeps its word. "
        "Pages of which the algorithm could not tell are left out. "
        f"Expected calibration error: {errors}.",
    )
