"""Tells tables that hold data from tables that only place things, and dissolves the latter.

A layout table becomes ordinary blocks, so that its text reads in order; a data table goes to
`data_tables`, which gives it the shape that a Markdown table can have.
"""

from __future__ import annotations

from typing import Final

from turbohtml import Element, Text

from thresher.markup.data_tables import is_too_ragged, own_rows, shape_table
from thresher.markup.tags import HEADINGS, class_names, first_block, has_content

_DATA_PARTS: Final = ("th", "thead", "caption")
_LONG_CELL: Final = 400
_MAX_CELL_BLOCKS: Final = 6
_FORM_CONTROLS: Final = ("input", "select", "textarea", "button")


def settle_tables(tables: list[Element]) -> None:
    """Dissolve the layout tables and shape the data tables, the inner ones first."""
    outer = {_enclosing_table(table) for table in tables}
    for table in reversed(tables):
        # Code blocks may have swallowed a table since it was found.
        if table.parent is None or _enclosing_pre(table):
            continue
        if table in outer or is_layout(table):
            _dissolve(table)
        else:
            shape_table(table)


def _enclosing_table(table: Element) -> Element | None:
    for ancestor in table.ancestors:
        if isinstance(ancestor, Element) and ancestor.tag == "table":
            return ancestor
    return None


def _enclosing_pre(table: Element) -> bool:
    return isinstance(table.parent, Element) and table.parent.tag == "pre"


def is_layout(table: Element) -> bool:
    """Whether a table without tables inside is there for its looks only."""
    if table.attr("role") in ("presentation", "none"):
        return True
    all_rows = [cells for _, cells in own_rows(table)]
    rows = [[cell for cell in cells if has_content(cell)] for cells in all_rows]
    rows = [row for row in rows if row]
    if max(map(len, rows), default=0) < 2 or is_too_ragged(all_rows):
        return True
    cells = [cell for row in rows for cell in row]
    if any(_holds_a_section(cell) for cell in cells):
        return True
    if next(iter(table.iter_elements(_DATA_PARTS)), None) is not None:
        return False
    if len(rows) < 2 or any(len(cell.text) > _LONG_CELL for cell in cells):
        return True
    lonely = sum(sum(map(_says_something, row)) < 2 for row in rows)
    return lonely * 2 >= len(rows) or table.find(list(_FORM_CONTROLS)) is not None


def _says_something(cell: Element) -> bool:
    """Whether a cell holds more than a bullet or an arrow."""
    return any(map(str.isalnum, cell.text)) or cell.find("img") is not None


def _holds_a_section(cell: Element) -> bool:
    """A cell with headings or a run of blocks is a part of the page, not a value."""
    blocks = cell.iter_elements((*HEADINGS, "p", "blockquote", "pre", "ul", "ol"))
    return any(
        block.tag in HEADINGS or number > _MAX_CELL_BLOCKS for number, block in enumerate(blocks, 1)
    )


def _dissolve(table: Element) -> None:
    """Rename the parts to plain blocks; a row of short inline cells stays on one line."""
    for row, cells in own_rows(table):
        full = [cell for cell in cells if has_content(cell)]
        on_one_line = all(first_block(cell) is None for cell in full)
        for cell in cells:
            if on_one_line:
                cell.insert_after(Text(" "))
            cell.tag = "span" if on_one_line else "div"
        _rename(row, "div")
    for part in table.children:
        if isinstance(part, Element) and part.tag in ("thead", "tbody", "tfoot", "caption"):
            _rename(part, "div")
    _rename(table, "div")


def _rename(element: Element, tag: str) -> None:
    element.tag = tag
    if class_names(element):
        del element.attrs["class"]
