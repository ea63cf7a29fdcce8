"""The plots of a report. Each is made from scores alone; one without data is None."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from thresher.evaluation.cells import number, percent
from thresher.evaluation.intervals import Interval
from thresher.evaluation.page_scores import PageScore
from thresher.evaluation.report.svg import Drawing, Scale, colour, spread
from thresher.evaluation.results import Results
from thresher.evaluation.scores import Score
from thresher.evaluation.summary import ACCEPTABLE, GOOD, Summary, f1

WIDTH = 760.0
_BUCKETS = 10
_ALL = "all pages"


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing and what it shows."""

    title: str
    svg: str
    caption: str


def figures(results: Results, set_name: str, rows: Sequence[Summary]) -> list[Figure]:
    """Every plot that the scores of a set are enough for."""
    made = (
        accuracy_by_type(set_name, rows),
        distribution(results, set_name, rows),
        accuracy_and_time(set_name, rows),
        time_of_pages(results, set_name, rows),
    )
    return [figure for figure in made if figure is not None]


def accuracy_by_type(set_name: str, rows: Sequence[Summary]) -> Figure | None:
    """Word F1 of each contestant with its interval, for all pages and each type."""
    shown = [(place, row) for place, row in enumerate(rows) if row.f1 is not None]
    if len(shown) < 2:
        return None
    groups = [_ALL, *sorted({kind for _, row in shown for kind in row.by_type})]
    step, head = 11.0, 30.0 + 16 * ((len(shown) + 3) // 4)
    band = step * len(shown) + 12
    drawing = Drawing(WIDTH, head + band * len(groups) + 26, f"Word F1 by type on {set_name}")
    across = Scale(0, 1, 130, WIDTH - 16)
    _legend(drawing, [(place, row.contestant.name) for place, row in shown])
    bottom = head + band * len(groups)
    for tick in across.ticks():
        x = across(tick)
        drawing.line(x, head, x, bottom, class_="grid")
        drawing.text(x, bottom + 16, number(tick, 1), class_="tick", text_anchor="middle")
    for index, group in enumerate(groups):
        top = head + band * index
        drawing.line(0, top, WIDTH, top, class_="rule")
        drawing.text(0, top + band / 2 + 4, group, class_="name")
        for offset, (place, row) in enumerate(shown):
            interval = row.f1 if group == _ALL else row.by_type.get(group)
            if interval is not None:
                _whisker(drawing, across, top + 11 + step * offset, interval, place)
    drawing.line(0, bottom, WIDTH, bottom, class_="rule")
    return Figure(
        "Word F1 by type of page",
        drawing.svg(),
        "Mean word F1 with its 95 % bootstrap interval, over all pages and each type of page.",
    )


def _whisker(drawing: Drawing, across: Scale, y: float, interval: Interval, place: int) -> None:
    drawing.line(
        across(interval.low), y, across(interval.high), y, stroke=colour(place), stroke_width=1.4
    )
    drawing.marker(across(interval.mean), y, place)


def _legend(drawing: Drawing, names: Sequence[tuple[int, str]]) -> None:
    for offset, (place, name) in enumerate(names):
        x, y = 8 + (offset % 4) * (WIDTH / 4), 10 + 16 * (offset // 4)
        drawing.marker(x, y, place)
        drawing.text(x + 10, y + 4, name, class_="name")


def distribution(results: Results, set_name: str, rows: Sequence[Summary]) -> Figure | None:
    """Share of pages in each tenth of F, a panel for each contestant [Mountain08 Figs. 5–7]."""
    shown = [
        (place, row)
        for place, row in enumerate(rows)
        if row.f1 is not None and row.contestant.kind != "ceiling"
    ]
    if not shown:
        return None
    columns, panel, high = 3, WIDTH / 3, 150.0
    lines = (len(shown) + columns - 1) // columns
    drawing = Drawing(WIDTH, lines * high, f"Pages by F on {set_name}")
    for offset, (place, row) in enumerate(shown):
        scores = results.of(set_name, row.contestant.name)
        left, top = (offset % columns) * panel, (offset // columns) * high
        _panel(drawing, left, top, place, row, scores)
    return Figure(
        "How many pages come out how well",
        drawing.svg(),
        "Share of pages in each tenth of F: bars by word F1, the line by sentences, as in "
        "[Mountain08 Figs. 5–7]. Right of the name: pages with word F1 of at least "
        f"{number(GOOD, 1)} and {number(ACCEPTABLE, 1)}.",
    )


def _panel(
    drawing: Drawing, left: float, top: float, place: int, row: Summary, scores: list[PageScore]
) -> None:
    inside, base = left + 30, top + 122
    across = Scale(0, _BUCKETS, inside, left + WIDTH / 3 - 14)
    up = Scale(0, 1, base, top + 26)
    drawing.text(inside, top + 14, row.contestant.name, class_="name strong")
    shares = f"{percent(row.good)} % · {percent(row.acceptable)} %"
    drawing.text(across(_BUCKETS), top + 14, shares, class_="tick", text_anchor="end")
    for share in (0, 0.5, 1):
        drawing.line(inside, up(share), across(_BUCKETS), up(share), class_="grid")
        drawing.text(
            inside - 4, up(share) + 3, f"{100 * share:.0f}", class_="tick", text_anchor="end"
        )
    bar = across(1) - across(0)
    for bucket, share in enumerate(buckets([score.words for score in scores])):
        drawing.box(
            across(bucket) + 1, up(share), bar - 2, base - up(share), fill=colour(place),
            fill_opacity=0.55,
        )  # fmt: skip
    steps: list[tuple[float, float]] = []
    for bucket, share in enumerate(buckets([score.sentences for score in scores])):
        steps += [(across(bucket), up(share)), (across(bucket + 1), up(share))]
    drawing.path(steps, stroke=colour(place), stroke_width=1.4)
    drawing.line(inside, base, across(_BUCKETS), base, class_="axis")
    for tick in (0, 5, 10):
        drawing.text(
            across(tick), base + 14, number(tick / 10, 1), class_="tick", text_anchor="middle"
        )


def buckets(scores: Sequence[Score | None]) -> list[float]:
    """Share of the scores in each tenth of F; 1 belongs to the last."""
    counts = [0] * _BUCKETS
    known = [score.f1 for score in scores if score is not None]
    for value in known:
        counts[min(int(value * _BUCKETS + 1e-9), _BUCKETS - 1)] += 1
    return [count / max(len(known), 1) for count in counts]


def accuracy_and_time(set_name: str, rows: Sequence[Summary]) -> Figure | None:
    """Word F1 against the CPU time of a page."""
    shown = [
        (place, row.contestant.name, row.f1.mean, 1000 * row.times.median)
        for place, row in enumerate(rows)
        if row.f1 is not None and row.times is not None and row.times.median > 0
    ]
    if len(shown) < 2:
        return None
    height = 300.0
    drawing = Drawing(WIDTH, height, f"Word F1 and time on {set_name}")
    slowest, fastest = max(ms for *_, ms in shown), min(ms for *_, ms in shown)
    lowest = max(0.0, min(mean for _, _, mean, _ in shown) - 0.05)
    across = Scale(fastest / 1.5, slowest * 1.5, 48, WIDTH - 150, is_log=True)
    up = Scale(lowest, min(1.0, max(mean for _, _, mean, _ in shown) + 0.05), height - 44, 12)
    axes(drawing, across, up, "median CPU time of a page, ms", "word F1")
    places = spread([up(mean) for _, _, mean, _ in shown], 13, 12, height - 44)
    for (place, name, mean, ms), y in zip(shown, places, strict=True):
        drawing.marker(across(ms), up(mean), place, 5)
        if abs(y - up(mean)) > 2:
            drawing.line(across(ms) + 6, up(mean), across(ms) + 11, y, class_="grid")
        drawing.text(across(ms) + 13, y + 4, name, class_="name")
    return Figure(
        "Accuracy against time",
        drawing.svg(),
        "Mean word F1 against the median CPU time of one page, from HTML to text; higher and "
        "further left is better.",
    )


def time_of_pages(results: Results, set_name: str, rows: Sequence[Summary]) -> Figure | None:
    """CPU time, summed up, against the number of pages [Debnath05 Figs. 7, 9]."""
    lines = []
    for place, row in enumerate(rows):
        seconds = [
            score.seconds + score.fit_seconds
            for score in results.of(set_name, row.contestant.name)
            if score.seconds is not None
        ]
        if len(seconds) > 1:
            lines.append((place, row.contestant.name, list(accumulate(seconds))))
    if not lines:
        return None
    height = 320.0
    drawing = Drawing(WIDTH, height, f"Time against number of pages on {set_name}")
    most = max(len(sums) for *_, sums in lines)
    longest = max(sums[-1] for *_, sums in lines)
    shortest = min(max(sums[max(0, most // 50 - 1)], 1e-4) for *_, sums in lines if sums)
    across = Scale(0, most, 56, WIDTH - 150)
    up = Scale(shortest, longest * 1.3, height - 44, 12, is_log=True)
    axes(drawing, across, up, "pages", "CPU seconds, all pages so far")
    places = spread([up(sums[-1]) for *_, sums in lines], 13, 16, height - 48)
    for (place, name, sums), y in zip(lines, places, strict=True):
        step = max(1, len(sums) // 120)
        points = [
            (across(count), up(total))
            for count, total in enumerate(sums, start=1)
            if total >= shortest and (count % step == 0 or count == len(sums))
        ]
        drawing.path(points, stroke=colour(place), stroke_width=1.6)
        drawing.marker(points[-1][0], points[-1][1], place)
        drawing.text(points[-1][0] + 12, y + 4, name, class_="name")
    return Figure(
        "Time against number of pages",
        drawing.svg(),
        "CPU time for so many pages, learning included, as in [Debnath05 Figs. 7, 9]; the vertical "
        "axis is logarithmic.",
    )


def accuracy_by_lesson(every: Sequence[Results], set_name: str) -> Figure | None:
    """Word F1 against the number of pages learned from, over several runs [Debnath05 Fig. 10]."""
    points: dict[str, dict[int, float]] = {}
    for results in every:
        for each in results.contestants:
            scores = [score for score in results.of(set_name, each.name) if score.fit_pages]
            if scores:
                learned = max(score.fit_pages for score in scores)
                mean = sum(f1(score.words) for score in scores) / len(scores)
                points.setdefault(each.name, {})[learned] = mean
    points = {name: found for name, found in points.items() if len(found) > 1}
    if not points:
        return None
    height = 280.0
    drawing = Drawing(WIDTH, height, f"Word F1 against pages learned from on {set_name}")
    means = [mean for found in points.values() for mean in found.values()]
    most = max(learned for found in points.values() for learned in found)
    across = Scale(0, most, 56, WIDTH - 170)
    up = Scale(max(0.0, min(means) - 0.05), min(1.0, max(means) + 0.05), height - 44, 12)
    axes(drawing, across, up, "pages of the site learned from", "word F1")
    ends = [sorted(found.items())[-1][1] for found in points.values()]
    places = spread([up(mean) for mean in ends], 13, 12, height - 48)
    for place, ((name, found), y) in enumerate(zip(points.items(), places, strict=True)):
        line = [(across(learned), up(mean)) for learned, mean in sorted(found.items())]
        drawing.path(line, stroke=colour(place), stroke_width=1.6)
        for x, height_of in line:
            drawing.marker(x, height_of, place)
        drawing.text(line[-1][0] + 12, y + 4, name, class_="name")
    return Figure(
        "Accuracy against pages learned from",
        drawing.svg(),
        "Mean word F1 after learning from so many other pages of the site, as in "
        "[Debnath05 Fig. 10]; one run for each number, with --site-pages.",
    )


def axes(drawing: Drawing, across: Scale, up: Scale, below: str, beside: str) -> None:
    """Both axes with ticks, grid and names."""
    base, left = up.start, across.start
    for tick in up.ticks():
        drawing.line(left, up(tick), across.end, up(tick), class_="grid")
        drawing.text(left - 6, up(tick) + 4, _tick(tick), class_="tick", text_anchor="end")
    for tick in across.ticks():
        drawing.line(across(tick), base, across(tick), base + 4, class_="axis")
        drawing.text(across(tick), base + 17, _tick(tick), class_="tick", text_anchor="middle")
    drawing.line(left, base, across.end, base, class_="axis")
    middle = (left + across.end) / 2
    drawing.text(middle, base + 36, below, class_="tick", text_anchor="middle")
    height = (base + up.end) / 2
    drawing.text(
        12, height, beside, class_="tick", text_anchor="middle",
        transform=f"rotate(-90 12 {height:.1f})",
    )  # fmt: skip


def _tick(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"
