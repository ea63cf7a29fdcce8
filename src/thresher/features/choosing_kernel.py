"""The loops of `choosing`. Hot: compiled when possible, with the types of the .pxd."""

from __future__ import annotations

from typing import Any

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
    is_visible = matrix[block, columns[2]] == 0
    return bool(is_visible and 1 <= level <= 2 and matrix[block, columns[1]] >= IN_TITLE)


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
