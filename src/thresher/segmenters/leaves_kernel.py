"""The loop of `leaves`. Hot: compiled when possible, with the types of the .pxd."""

from __future__ import annotations

from typing import Any


def number_blocks(table: Any, is_seen: Any, widest: int, owner: Any) -> int:
    """Give each leaf that is seen its block: a new one begins where the gap is `widest` or more.

    All leaves have tags that `is_seen` knows.
    """
    leaves = table.leaves
    tag = table.tag
    gap = table.gap
    block = -1
    for place in range(len(leaves)):
        row = leaves[place]
        if is_seen[tag[row]]:
            if gap[row] >= widest:
                block += 1
            owner[row] = block
    return block + 1
