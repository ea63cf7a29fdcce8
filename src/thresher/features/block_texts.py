"""The visible text of every block at once, without white space that does not matter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.types import Segmentation


def block_texts(segmentation: Segmentation) -> list[str]:
    """The text of each block on one line; empty for blocks that a reader does not see.

    `Block.text` lays one block out for reading; this is for comparing all of them, and much faster.
    """
    table = segmentation.page.table
    rows = np.flatnonzero(segmentation.shown & ((table.flags & tags.HAS_TEXT) != 0))
    rows = rows[~segmentation.hidden[segmentation.owner[rows]]]
    owners = segmentation.owner[rows]
    parts: list[list[str]] = [[] for _ in range(len(segmentation))]
    columns = zip(rows.tolist(), owners.tolist(), _apart(table, rows, owners), strict=True)
    for row, owner, is_apart in columns:
        if is_apart:
            parts[owner].append(" ")
        parts[owner].append(table.texts[row] or "")
    texts = [" ".join("".join(part).split()) for part in parts]
    for place, outside in enumerate(segmentation.outside, segmentation.tree_blocks):
        texts[place] = " ".join(outside.text.split())
    return texts


def _apart(table: NodeTable, rows: NDArray[np.intp], owners: NDArray[np.int32]) -> list[bool]:
    """Whether something stands between each row and the one before it, or another block does."""
    if not len(rows):
        return []
    places = np.searchsorted(table.leaves, rows)
    gaps = table.gap[table.leaves[: places[-1] + 1]]
    strongest = np.maximum.reduceat(gaps, np.concatenate(([0], places[:-1] + 1)))
    is_apart = strongest != tags.GLUED
    is_apart[1:] |= owners[1:] != owners[:-1]
    apart: list[bool] = is_apart.tolist()
    return apart
