"""The loops of `thresher` over the verdicts of a page. Hot: compiled when possible, with the types
of the .pxd."""

from __future__ import annotations

from typing import Any

# Columns of the block features, as in block_kernel. A test compares them.
W = 0
ELEMENT = 2

# Places among the reasons of `thresher`. A test compares them.
KEPT = 2  # what is kept has this one or one of the next two
HIDDEN = 5
BESIDE = 6
ADDED = 8


def add_beside(base: Any, info: Any, parent: Any, hidden: Any, keep: Any) -> int:
    """Keep blocks without words (images, players) between kept blocks, or in one element with one.

    The neighbours of such a block are the nearest ones with words; hidden ones are not kept.
    """
    size = len(base)
    before = -1
    after = 0
    for block in range(size):
        if base[block, W] > 0:
            before = block
            continue
        if after <= block:
            after = block + 1
            while after < size and not base[after, W] > 0:
                after += 1
        if hidden[block]:
            continue
        kept_before = before >= 0 and keep[before]
        kept_after = after < size and keep[after]
        if kept_before and kept_after:
            keep[block] = 1
        elif kept_before:
            keep[block] = are_together(info, parent, before, block)
        elif kept_after:
            keep[block] = are_together(info, parent, after, block)
    return 0


def are_together(info: Any, parent: Any, one: int, other: int) -> bool:
    """True when the elements of two blocks are in the same one."""
    first = info[one, ELEMENT]
    second = info[other, ELEMENT]
    return bool(parent[first if first > 0 else 0] == parent[second if second > 0 else 0])


def list_readable(words: Any, hidden: Any, never: int, out: Any) -> int:
    """List the blocks with words that are not hidden for one of the reasons of the bits `never`."""
    size = 0
    for block in range(len(words)):
        if words[block] > 0 and (never >> hidden[block]) & 1 == 0:
            out[size] = block
            size += 1
    return size


def explain(
    base: Any, added: Any, keep: Any, hidden: Any, probability: Any, levels: Any, why: Any
) -> int:
    """Fill in why each block is kept or not; see `identifiers.thresher` for the numbers."""
    for block in range(len(keep)):
        if added[block]:
            why[block] = ADDED
        elif keep[block] and not base[block, W] > 0:
            why[block] = BESIDE
        elif hidden[block] and not keep[block]:
            why[block] = HIDDEN
        else:
            level = 0
            while level < len(levels) and probability[block] >= levels[level]:
                level += 1
            if keep[block]:
                why[block] = max(level + 1, KEPT)
            else:
                why[block] = min(level, KEPT - 1)
    return 0
