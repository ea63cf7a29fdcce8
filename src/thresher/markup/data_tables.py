"""Gives a data table the only shape that a Markdown table can have.

That is a full grid of one-line cells under one header row: spans are padded with empty cells,
empty rows and columns go, blocks inside a cell are joined by line breaks.
"""

from __future__ import annotations

from typing import Final

from turbohtml import Element, Node, Text

from thresher.markup.tags import BLOCKS, HEADINGS, first_block, has_content

# The widest span that is believed, and the last column where one is; more than that is a mistake
# or an attack.
_MAX_SPAN: Final = 100
_MAX_PADDING: Final = 20_000
_SECTIONS: Final = ("thead", "tbody", "tfoot")
_BOLD: Final = ("b", "strong")
Row = list[Element]


def own_rows(table: Element) -> list[tuple[Element, Row]]:
    """The rows of this table with their cells, without those of tables inside it."""
    parts: list[Element] = []
    for child in table.children:
        if isinstance(child, Element):
            is_section = child.tag in _SECTIONS
            parts.extend(_children(child, ("tr",)) if is_section else [child])
    return [(row, _children(row, ("td", "th"))) for row in parts if row.tag == "tr"]


def _children(parent: Element, tags: tuple[str, ...]) -> list[Element]:
    return [kid for kid in parent.children if isinstance(kid, Element) and kid.tag in tags]


def is_too_ragged(rows: list[Row]) -> bool:
    """Whether a full grid would be almost only padding."""
    width = max(map(len, rows), default=0)
    return width * len(rows) > 10 * sum(map(len, rows)) + _MAX_PADDING


def shape_table(table: Element) -> None:
    """Make the table a full grid with flat cells and a clear header row."""
    rows = own_rows(table)
    rows = _hoist_title_rows(table, rows)
    grid = _full_grid([cells for _, cells in rows])
    columns = _columns_with_content(grid)
    kept = []
    for (row, _), cells in zip(rows, grid, strict=True):
        row.clear()
        if any(has_content(cell) for cell in cells):
            row.extend(cells[column] for column in columns)
            kept.append(row)
        else:
            row.extract()
    for row in kept:
        for cell in _children(row, ("td", "th")):
            _flatten(cell)
    if kept:
        _settle_header(kept)


def _hoist_title_rows(table: Element, rows: list[tuple[Element, Row]]) -> list[tuple[Element, Row]]:
    """Leading rows of one wide cell are the title of the table, and go in front of it."""
    start = 0
    for row, cells in rows[:-1]:
        if len(cells) != 1 or _span(cells[0], "colspan") < 2:
            break
        title = cells[0]
        if title.tag == "th" and first_block(title) is None:
            title.wrap_children(Element("strong"))
        title.tag = "div"
        table.insert_before(title)
        row.extract()
        start += 1
    return rows[start:]


def _full_grid(rows: list[Row]) -> list[Row]:
    """The cells in a rectangle: what a span covers is filled with empty cells."""
    grid: list[Row] = []
    pending: dict[int, int] = {}
    for cells in rows:
        line: Row = []
        below: dict[int, int] = {}
        queue = iter(cells)
        while True:
            column = len(line)
            if column in pending:
                line.append(Element("td"))
                if pending[column] > 1:
                    below[column] = pending[column] - 1
                continue
            cell = next(queue, None)
            if cell is None:
                break
            height = _span(cell, "rowspan") if column < _MAX_SPAN else 1
            width = _span(cell, "colspan") if column < _MAX_SPAN else 1
            line.append(cell)
            line.extend(Element("td") for _ in range(width - 1))
            if height > 1:
                below.update(dict.fromkeys(range(column, column + width), height - 1))
        below.update({c: n - 1 for c, n in pending.items() if c > len(line) and n > 1})
        pending = below
        grid.append(line)
    width = max(map(len, grid), default=0)
    for line in grid:
        line.extend(Element("td") for _ in range(width - len(line)))
    return grid


def _span(cell: Element, name: str) -> int:
    value = (cell.attr(name) or "").strip()
    return min(max(int(value), 1), _MAX_SPAN) if value.isdecimal() and len(value) < 6 else 1


def _columns_with_content(grid: list[Row]) -> list[int]:
    width = len(grid[0]) if grid else 0
    return [column for column in range(width) if any(has_content(row[column]) for row in grid)]


def _settle_header(rows: list[Element]) -> None:
    """Say in tags what is the header: the first row when it is marked as one, otherwise none."""
    first = _children(rows[0], ("td", "th"))
    section = rows[0].parent
    full = [cell for cell in first if has_content(cell)]
    is_header = (
        (isinstance(section, Element) and section.tag == "thead")
        or all(cell.tag == "th" for cell in full)
        or (len(full) == len(first) and len(rows) > 1 and all(map(_is_bold, full)))
    )
    if not is_header:
        rows[0].insert_before(Element("tr", None, [Element("th") for _ in first]))
    for row in rows:
        for cell in _children(row, ("td", "th")):
            for name in ("colspan", "rowspan"):
                cell.attrs.pop(name, None)


def _is_bold(cell: Element) -> bool:
    inside = [node for node in cell.children if not isinstance(node, Text) or node.data.strip()]
    return len(inside) == 1 and isinstance(inside[0], Element) and inside[0].tag in _BOLD


def _flatten(cell: Element) -> None:
    """Write the blocks of a cell as lines: text, a line break, text…"""
    if first_block(cell) is None:
        return
    lines: list[list[Node]] = [[]]
    _gather(cell, lines)
    cell.clear()
    separator: Element | None = None
    for line in lines:
        content = Element("span", None, line)
        if has_content(content):
            if separator is not None:
                cell.append(separator)
            cell.append(content)
            separator = Element("br")


def _gather(parent: Element, lines: list[list[Node]]) -> None:
    for child in parent.children:
        if not isinstance(child, Element) or (
            child.tag not in BLOCKS and first_block(child) is None
        ):
            if isinstance(child, Element) and child.tag == "br":
                lines.append([])
            else:
                lines[-1].append(child)
            continue
        lines.append([])
        if child.tag == "pre":
            lines.extend([Element("code", None, [Text(line)])] for line in _code_lines(child))
        else:
            if child.tag == "li":
                lines[-1].append(Text("- "))
            if child.tag in HEADINGS:
                child.tag = "b"
                lines[-1].append(child)
            else:
                _gather(child, lines)
        lines.append([])


def _code_lines(pre: Element) -> list[str]:
    return [line for line in pre.text.splitlines() if line.strip()]
