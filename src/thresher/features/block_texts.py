"""The visible text of every block at once, without white space that does not matter."""

from __future__ import annotations

import numpy as np

from thresher.parsing import tags
from thresher.types import Segmentation


def block_texts(segmentation: Segmentation) -> list[str]:
    """The text of each block on one line; empty for blocks that a reader does not see.

    `Block.text` lays one block out for reading; this is for comparing all of them, and much faster.
    """
    table = segmentation.page.table
    shown = segmentation.shown & ((table.flags & tags.HAS_TEXT) != 0)
    rows = np.flatnonzero(shown)
    owners = segmentation.owner[rows]
    seen = ~segmentation.hidden[owners]
    parts: list[list[str]] = [[] for _ in range(len(segmentation))]
    columns = zip(
        rows[seen].tolist(),
        owners[seen].tolist(),
        (table.gap[rows[seen]] != tags.GLUED).tolist(),
        strict=True,
    )
    for row, owner, is_apart in columns:
        if is_apart:
            parts[owner].append(" ")
        parts[owner].append(table.texts[row] or "")
    texts = [" ".join("".join(part).split()) for part in parts]
    for place, outside in enumerate(segmentation.outside, segmentation.tree_blocks):
        texts[place] = " ".join(outside.text.split())
    return texts
