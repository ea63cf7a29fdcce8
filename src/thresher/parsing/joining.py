"""The readable text of a set of rows, straight from the columns."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.parsing.table import NodeTable

_KERNEL: Final = "thresher.parsing.shown_text"
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
    return _joined(kernel(_KERNEL).pieces(table, rows, start, SEPARATORS))


def join_kept(
    table: NodeTable,
    owner: NDArray[np.int32],
    keep: NDArray[np.bool_],
    shown: NDArray[np.bool_],
) -> str:
    """Join the text leaves that are `shown` and whose owner is in `keep`, in the same way."""
    owner = np.ascontiguousarray(owner, dtype=np.int32)
    marks = keep.view(np.uint8), shown.view(np.uint8)
    return _joined(kernel(_KERNEL).kept_pieces(table, owner, *marks, SEPARATORS))


def _joined(pieces: list[str]) -> str:
    return _LEADING_BLANK_LINES.sub("", "".join(pieces)).rstrip()
