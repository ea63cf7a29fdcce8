"""The loops of `choosing`. Hot: compiled when possible, with the types of the .pxd."""

from __future__ import annotations

from typing import Any

# Columns of the block features, as in block_kernel. A test compares them.
W = 0
ELEMENT = 2

# Places among the reasons of `identifiers.thresher`. A test compares them.
KEPT = 2  # what is kept has this one or one of the next two
HIDDEN = 5
BESIDE = 6
ADDED = 8

IN_TITLE = 0.4
"""Share of its words that a headline has in common with the title."""


def keep_best(order: Any, probability: Any, words: Any, beta: float, keep: Any) -> float:
    """Mark the blocks at the front of `order` that promise most; returns what they promise."""
    wanted = 0.0
    for block in range(len(order)):
        wanted += probability[block] * words[block]
    wanted = beta * beta * wanted + 1e-9
    hits = 0.0
    kept = 0.0
    best = -1.0
    size = 0
    for place in range(len(order)):
        block = order[place]
        hits += probability[block] * words[block]
        kept += words[block]
        if hits / (kept + wanted) > best:
            best = hits / (kept + wanted)
            size = place + 1
    for place in range(size):
        keep[order[place]] = 1
    return (1.0 + beta * beta) * best


def add_headline(matrix: Any, columns: Any, probability: Any, keep: Any, reach: int) -> int:
    """Keep the nearest headline among `reach` blocks before the first kept one; returns its place.

    A headline is a large heading with words of the title. Where one is kept already, or none is
    near, nothing changes and -1 is returned.
    """
    size = len(keep)
    first = size
    for block in range(size):
        if keep[block]:
            first = block if block < first else first
            if is_headline(matrix, columns, block):
                return -1
    for block in range(first - 1, -1, -1):
        if reach == 0 or first == size:
            return -1
        if probability[block] > 0:
            reach -= 1
            if is_headline(matrix, columns, block):
                keep[block] = 1
                return block
    return -1


def is_headline(matrix: Any, columns: Any, block: int) -> bool:
    """True for a visible heading of level 1 or 2 that shares enough of its words with the title."""
    level = matrix[block, columns[0]]
    is_near_title = matrix[block, columns[1]] >= IN_TITLE and matrix[block, columns[2]] == 0
    return bool(1 <= level <= 2 and is_near_title)


def add_headings(matrix: Any, columns: Any, probability: Any, keep: Any, least: float) -> int:
    """Keep visible headings before a kept block, but none before the first; returns how many.

    Below `least` they are not kept; blocks without a probability are passed over.
    """
    first = 0
    while first < len(keep) and not keep[first]:
        first += 1
    added = 0
    is_kept_below = False
    for block in range(len(keep) - 1, first, -1):
        if probability[block] <= 0:
            continue
        if keep[block] or matrix[block, columns[0]] <= 0:
            is_kept_below = keep[block] != 0
        elif is_kept_below and probability[block] >= least and matrix[block, columns[2]] == 0:
            keep[block] = 1
            added += 1
    return added


def add_code(matrix: Any, columns: Any, probability: Any, keep: Any, least: float) -> int:
    """Keep visible preformatted text right after a kept block; returns how much.

    Below `least` it is not kept; blocks without a probability are passed over.
    """
    added = 0
    is_kept_above = False
    for block in range(len(keep)):
        if probability[block] <= 0:
            continue
        if (
            is_kept_above
            and not keep[block]
            and probability[block] >= least
            and matrix[block, columns[3]] > 0
            and matrix[block, columns[2]] == 0
        ):
            keep[block] = 1
            added += 1
        is_kept_above = keep[block] != 0
    return added


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
