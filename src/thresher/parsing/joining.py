"""The readable text of a set of rows, straight from the columns."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.parsing.table import NodeTable

# By gap: GLUED, SPACE, BREAK, CELL, LINE, PARAGRAPH.
SEPARATORS: Final = ("", " ", "\n", "\t", "\n", "\n\n")
# Blank lines go, the indentation of a first line of code stays.
_LEADING_BLANK_LINES: Final = re.compile(r"\A(?:[^\S\n]*\n)+")


def join_rows(table: NodeTable, rows: NDArray[np.intp]) -> str:
    """Join the text leaves among `rows` (sorted), with what the page puts between them.

    Where rows in between are left out, the strongest gap found there separates the two.
    """
    texts = table.texts
    kept = [row for row in rows.tolist() if texts[row] is not None]
    if not kept:
        return ""
    parts: list[str] = []
    in_pre = table.flags[kept] & tags.IN_PRE
    for row, gap, is_pre in zip(kept, _gaps(table, kept), in_pre.tolist(), strict=True):
        text = texts[row] or ""
        # Preformatted text brings its own white space, so that none is added.
        parts.append("" if is_pre and gap == tags.SPACE else SEPARATORS[gap])
        parts.append(text if is_pre else " ".join(text.split()))
    return _LEADING_BLANK_LINES.sub("", "".join(parts[1:])).rstrip()


def _gaps(table: NodeTable, rows: list[int]) -> list[int]:
    """The gap before each row, counted from the row before it in `rows`."""
    begin, stop = np.searchsorted(table.leaves, (rows[0], rows[-1] + 1))
    leaves = table.leaves[begin:stop]
    positions = np.searchsorted(leaves, rows)
    starts = np.concatenate(([0], positions[:-1] + 1))
    gaps: list[int] = np.maximum.reduceat(table.gap[leaves], starts).tolist()
    return gaps
