"""The tables of a comparison, the same for the terminal, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from thresher.evaluation.cells import (
    NOTHING,
    Table,
    name_of,
    number,
    percent,
    share,
    signed,
    with_interval,
)
from thresher.evaluation.claim_tables import page_types, reliability
from thresher.evaluation.intervals import Interval
from thresher.evaluation.results import Results
from thresher.evaluation.structure import KINDS
from thresher.evaluation.summary import (
    ACCEPTABLE,
    GOOD,
    YARDSTICK,
    SiteSummary,
    Summary,
    by_site,
    summarise,
)
from thresher.registry import algorithms

# A table to read; the scores of every site are in the results themselves.
_MAX_SITES = 20
_SITE_NOTE = (
    "Each page is judged after learning from other pages of its site, without labels. Rows of "
    "several sites are means over sites."
)


def tables(results: Results) -> list[Table]:
    """Every table that the results have numbers for, set by set."""
    return [table for each in results.sets for table in set_tables(results, each.name)]


def set_tables(results: Results, set_name: str) -> list[Table]:
    """The tables of one set."""
    summaries = summarise(results, set_name)
    makers = (
        accuracy, accuracy_by_type, empties, other_measures, reliability, page_types, blocks,
        structure, times,
    )  # fmt: skip
    found = [table for make in makers if (table := make(set_name, summaries)) is not None]
    if results.origin.by == "site":
        found += site_tables(set_name, by_site(results, set_name))
    return found


def accuracy(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Word F1 of all pages, with intervals, and the paired difference to the first contestant."""
    rows = [row for row in rows if row.f1 is not None]
    if not rows:
        return None
    first = rows[0].contestant.name
    columns = ("", "pages", "all pages", f"against {first}", "without empty truth", "no answer")
    cells = tuple(
        (
            name_of(row), str(row.pages), with_interval(row.f1), signed(row.difference),
            with_interval(row.f1_of_filled), str(row.failed),
        )
        for row in rows
    )  # fmt: skip
    best = _best(rows, {2: lambda row: _mean(row.f1), 4: lambda row: _mean(row.f1_of_filled)})
    note = (
        "Word F1, mean over pages, ± half of the 95 % bootstrap interval. * = the interval of the "
        "paired difference does not contain 0. A page without an answer counts as 0."
    )
    return Table(f"{set_name}: word F1", columns, cells, note, best)


def accuracy_by_type(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Word F1 of each type of page, with intervals."""
    types = sorted({kind for row in rows for kind in row.by_type})
    if not types:
        return None
    cells = tuple(
        (name_of(row), *(with_interval(row.by_type.get(kind)) for kind in types)) for row in rows
    )
    best = _best(rows, {place: _of_type(kind) for place, kind in enumerate(types, start=1)})
    return Table(f"{set_name}: word F1 by type of page", ("", *types), cells, best=best)


def _of_type(kind: str) -> Callable[[Summary], float | None]:
    return lambda row: _mean(row.by_type.get(kind))


def empties(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Pages for which nothing was given, wrongly and rightly.

    No cell is brought out: keeping all or nothing is best in one half and worst in the other.
    """
    known = [(row, row.empties) for row in rows if row.empties is not None]
    if not known:
        return None
    columns = (
        "", "with content", "false empty", "%", "without content", "rightly empty", "%"
    )  # fmt: skip
    cells = tuple(
        (
            name_of(row), str(own.filled), str(own.missed), share(own.missed, own.filled),
            str(own.empty), str(own.left), share(own.left, own.empty),
        )
        for row, own in known
    )  # fmt: skip
    note = (
        "Pages for which nothing was given, of those with content and of those without. Pages "
        "without an answer are not counted."
    )
    return Table(f"{set_name}: empty answers", columns, cells, note)


def other_measures(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Shares of good pages, stricter text measures, snippets."""
    rows = [row for row in rows if row.f1 is not None]
    if not rows:
        return None
    columns = (
        "", f"F1 ≥ {number(GOOD, 1)}, %", f"F1 ≥ {number(ACCEPTABLE, 1)}, %", "sentence F",
        "4-gram F1", "snippets found, %", "snippets leaked, %",
    )  # fmt: skip
    cells = tuple(
        (
            name_of(row), percent(row.good), percent(row.acceptable), number(row.sentences),
            number(row.shingles), percent(row.snippets), percent(row.leaks),
        )
        for row in rows
    )  # fmt: skip
    best = _best(
        rows,
        {
            1: lambda row: row.good,
            2: lambda row: row.acceptable,
            3: lambda row: row.sentences,
            4: lambda row: row.shingles,
            5: lambda row: row.snippets,
            6: lambda row: None if row.leaks is None else -row.leaks,
        },
    )
    return Table(f"{set_name}: other measures of the text", columns, cells, best=best)


def blocks(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Block scores of the algorithms, with what their segmentation could reach."""
    with_blocks = [(row, row.blocks) for row in rows if row.blocks is not None]
    if not with_blocks:
        return None
    columns = ("", "b-precision", "b-recall", "b-F", "ceiling, word F1", "segmentation F")
    cells = tuple(
        (
            name_of(row), number(own.precision), number(own.recall), number(own.f1),
            number(own.ceiling), number(own.segmentation),
        )
        for row, own in with_blocks
    )  # fmt: skip
    note = (
        "A block is content when at least half of its words are in the truth. Ceiling: the text "
        "of exactly these blocks. Algorithms with other segmenters have other blocks."
    )
    return Table(f"{set_name}: blocks", columns, cells, note)


def structure(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """Structure kept in the Markdown of those that write it."""
    rows = [row for row in rows if row.structure]
    if not rows:
        return None
    kinds = [kind for kind in KINDS if any(kind in row.structure for row in rows)]
    columns = ("", "all kinds", *(kind.replace("_", " ") for kind in kinds))
    cells = tuple(
        (name_of(row), *(number(row.structure.get(kind)) for kind in ("all", *kinds)))
        for row in rows
    )
    best = _best(
        rows, {place: _of_kind(kind) for place, kind in enumerate(("all", *kinds), start=1)}
    )
    note = (
        "F1 of the pieces of structure in the Markdown against the source of the page. The content "
        "slot is the ceiling: the element that holds the content, in our own Markdown."
    )
    return Table(f"{set_name}: structure kept", columns, cells, note, best)


def _of_kind(kind: str) -> Callable[[Summary], float | None]:
    return lambda row: row.structure.get(kind)


def times(set_name: str, rows: Sequence[Summary]) -> Table | None:
    """CPU time of a page."""
    timed = [(row, row.times) for row in rows if row.times is not None]
    if not timed:
        return None
    columns: tuple[str, ...] = (
        "", "mean, ms", "median, ms", f"mean ÷ {YARDSTICK}", "learning a site, ms"
    )  # fmt: skip
    cells: tuple[tuple[str, ...], ...] = tuple(
        (
            name_of(row), f"{1000 * own.mean:.2f}", f"{1000 * own.median:.2f}",
            NOTHING if own.ratio is None else f"{own.ratio:.2f}",
            NOTHING if own.learning is None else f"{1000 * own.learning:.1f}",
        )
        for row, own in timed
    )  # fmt: skip
    best = _best(
        [row for row, _ in timed],
        {
            1: lambda row: -row.times.mean if row.times else None,
            2: lambda row: -row.times.median if row.times else None,
        },
    )
    note = "CPU time of one call, from HTML to text. Of milliseconds, only ratios carry over."
    if not any(own.learning for _, own in timed):
        columns, cells = columns[:-1], tuple(line[:-1] for line in cells)
    return Table(f"{set_name}: time of a page", columns, cells, note, best)


def site_tables(set_name: str, rows: Sequence[SiteSummary]) -> list[Table]:
    """Per site and algorithm: b-precision, b-recall, b-F, word F1 [Debnath05 Tables 2, 3, 6]."""
    measures: dict[str, Callable[[SiteSummary], float | None]] = {
        "b-precision": lambda row: row.blocks.precision if row.blocks else None,
        "b-recall": lambda row: row.blocks.recall if row.blocks else None,
        "b-F": lambda row: row.blocks.f1 if row.blocks else None,
        "word F1": lambda row: row.f1,
    }
    sites = {row.site: row.pages for row in rows}
    names = list(dict.fromkeys(row.contestant for row in rows))
    made = []
    for title, measure in measures.items():
        values = {(row.site, row.contestant): measure(row) for row in rows}
        shown = [name for name in names if any(values[site, name] is not None for site in sites)]
        if shown:
            cells = tuple(_site_rows(sites, shown, values))
            columns = ("", "pages", *shown)
            made.append(Table(f"{set_name}: {title} by site", columns, cells, _SITE_NOTE))
    return made


def _site_rows(
    sites: dict[str, int], names: list[str], values: dict[tuple[str, str], float | None]
) -> Iterator[tuple[str, ...]]:
    """The largest sites, the others in one row, and the mean over all."""

    def row(title: str, group: Sequence[str]) -> tuple[str, ...]:
        cells = []
        for name in names:
            known = [value for site in group if (value := values[site, name]) is not None]
            cells.append(number(sum(known) / len(known) if known else None))
        return (title, str(sum(sites[site] for site in group)), *cells)

    largest = sorted(sites, key=lambda site: (-sites[site], site))
    for site in largest[:_MAX_SITES]:
        yield row(site, [site])
    others = largest[_MAX_SITES:]
    if others:
        yield row(f"{len(others)} other sites", others)
    if len(largest) > 1:
        yield row(f"all {len(largest)} sites", largest)


def properties(every: Iterable[Results]) -> Table | None:
    """What each algorithm is and needs [Debnath05 Table 4]."""
    entries = {entry.name: entry for entry in algorithms("identifier")}
    needs = {"page": "the page alone", "site": "pages of the site", "labels": "labelled pages"}
    cells = {}
    for each in (each for results in every for each in results.contestants):
        entry = entries.get(each.algorithm) if each.kind == "algorithm" else None
        if entry is not None:
            cells[each.name] = (each.name, needs[entry.kind], entry.paper, entry.summary)
    if not cells:
        return None
    columns = ("", "learns from", "paper", "what it keeps")
    return Table("The algorithms", columns, tuple(cells.values()), is_text=True)


def _mean(interval: Interval | None) -> float | None:
    return None if interval is None else interval.mean


def _best(
    rows: Sequence[Summary], measures: dict[int, Callable[[Summary], float | None]]
) -> frozenset[tuple[int, int]]:
    """The highest cell of each column; ceilings do not compete, nor does a single row."""
    found = set()
    for column, measure in measures.items():
        values = {
            place: value
            for place, row in enumerate(rows)
            if row.contestant.kind != "ceiling" and (value := measure(row)) is not None
        }
        if len(values) > 1:
            found.add((max(values, key=lambda place: values[place]), column))
    return frozenset(found)
