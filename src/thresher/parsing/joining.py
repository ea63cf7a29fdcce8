"""The readable text of a set of rows, straight from the columns."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.parsing.table import NodeTable

# By gap: GLUED, SPACE, BREAK, CELL, LINE, PARAGRAPH.
SEPARATORS: Final = ("", " ", "\n", "\t", "\n", "\n\n")
# Blank lines go, the indentation of a first line of code stays.
_LEADING_BLANK_LINES: Final = re.compile(r"\A(?:[^\S\n]*\n)+")


def join_rows(table: NodeTable, rows: NDArray[np.intp]) -> str:
    """Join the text leaves among `rows` (sorted), with what the page puts between them.

    Where rows in between are left out, the strongest gap found there separates the two.
    """
    if not len(rows):
        return ""
    rows = np.ascontiguousarray(rows, dtype=np.intp)
    start = int(np.searchsorted(table.leaves, rows[0]))
    pieces = kernel("thresher.parsing.shown_text").pieces(table, rows, start, SEPARATORS)
    return _LEADING_BLANK_LINES.sub("", "".join(pieces)).rstrip()
