"""Results as one HTML file that needs nothing else: tables, plots, and where each came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from thresher.evaluation.cells import Table
from thresher.evaluation.claim_tables import confusions
from thresher.evaluation.report.figures import Figure, accuracy_by_lesson, figures
from thresher.evaluation.report.reliability import reliability
from thresher.evaluation.report.style import CSS
from thresher.evaluation.report.sweeps import sweeps
from thresher.evaluation.results import Results, SetInfo
from thresher.evaluation.summary import summarise
from thresher.evaluation.tables import properties, set_tables

_MAX_FAILURES = 200


def to_html(every: Sequence[Results]) -> str:
    """The report on one or several evaluations."""
    body = [
        "<h1>Evaluation</h1>",
        '<p class="soft">Algorithms and other extractors on pages whose content is known.</p>',
    ]
    for results in every:
        for each in results.sets:
            body += _set_section(results, each)
        body += _failures(results)
    body += _lessons(every)
    body += _properties(every)
    body += _origins(every)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Thresher: evaluation</title><style>{CSS}</style></head>\n<body><main>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


def _set_section(results: Results, info: SetInfo) -> Iterable[str]:
    rows = summarise(results, info.name)
    by = ", learned site by site" if results.origin.by == "site" else ""
    headline, comments = (
        "counted" if is_in else "left out" for is_in in (info.headline, info.comments)
    )
    yield f"<h2>{escape(info.name)}{by}</h2>"
    yield (
        f'<p class="soft">{info.pages:,} pages. In the truth, the headline is {headline} and '
        f"comments of readers are {comments}.</p>"
    )
    for note in results.notes:
        yield f'<p class="note">{escape(note)}</p>'
    for table in (*set_tables(results, info.name), *confusions(info.name, rows)):
        yield table_html(table)
    plots = (
        *figures(results, info.name, rows),
        *reliability(info.name, rows),
        *sweeps(info.name, rows),
    )
    for figure in plots:
        yield _figure_html(figure, results, info)


def table_html(table: Table) -> str:
    """A table with its title and note."""
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    lines = []
    for row, cells in enumerate(table.rows):
        shown = [f"<td>{escape(cell)}</td>" for cell in cells]
        for place in range(len(cells)):
            if (row, place) in table.best:
                shown[place] = f'<td class="best">{escape(cells[place])}</td>'
        lines.append(f"<tr>{''.join(shown)}</tr>")
    words = ' class="words"' if table.is_text else ""
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<h3>{escape(table.title)}</h3><div class="scroll"><table{words}><thead><tr>{head}</tr>'
        f"</thead><tbody>{''.join(lines)}</tbody></table></div>{note}"
    )


def _figure_html(figure: Figure, results: Results, info: SetInfo) -> str:
    data = f"{info.name}, {info.pages:,} pages, SHA-256 {info.digest[:12]}…"
    return (
        f"<figure>{figure.svg}<figcaption><b>{escape(figure.title)}.</b> "
        f"{escape(figure.caption)} Data: {escape(data)}. "
        f"<code>{escape(results.origin.command)}</code></figcaption></figure>"
    )


def _failures(results: Results) -> Iterable[str]:
    failures = results.failures
    if not failures:
        return
    cells = tuple(
        (score.contestant, score.set, score.id, score.error or "")
        for score in failures[:_MAX_FAILURES]
    )
    note = "Each counts as 0."
    if len(failures) > len(cells):
        note += f" The first {len(cells)} of {len(failures)}."
    yield "<h2>Pages without an answer</h2>"
    yield table_html(
        Table("", ("", "set", "page", "what happened"), cells, note=note, is_text=True)
    )


def _lessons(every: Sequence[Results]) -> Iterable[str]:
    sets = {info.name: (results, info) for results in every for info in results.sets}
    made = [(accuracy_by_lesson(every, name), *where) for name, where in sets.items()]
    if any(figure for figure, *_ in made):
        yield "<h2>Learning from more pages</h2>"
    for figure, results, info in made:
        if figure is not None:
            yield _figure_html(figure, results, info)


def _properties(every: Sequence[Results]) -> Iterable[str]:
    table = properties(every)
    if table is not None:
        yield "<h2>What was compared</h2>"
        yield table_html(table)


def _origins(every: Sequence[Results]) -> Iterable[str]:
    yield "<h2>Where the numbers come from</h2>"
    for results in every:
        origin = results.origin
        yield f'<code class="command">{escape(origin.command)}</code>'
        facts = {
            "made": origin.made,
            "machine": ", ".join(f"{name} {value}" for name, value in origin.machine.items()),
            "versions": ", ".join(f"{name} {value}" for name, value in origin.versions.items()),
            **{f"data {each.name}": f"SHA-256 {each.digest}" for each in results.sets},
        }
        if results.missing:
            facts["not installed"] = ", ".join(results.missing)
        items = "".join(
            f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items()
        )
        yield f"<dl>{items}</dl>"
