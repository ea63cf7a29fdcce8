"""Walks boosted trees. Hot: compiled when possible, with the types of the .pxd."""

from __future__ import annotations

from typing import Any

# As many rows as the processor's cache holds: of large pages not every tree needs to fetch all.
TOGETHER = 64


def add_trees(
    matrix: Any, rows: Any, column: Any, threshold: Any, value: Any, depth: int, out: Any
) -> int:
    """Add the values of all trees for some rows of the matrix; see `forest` for the layout."""
    total = rows.shape[0]
    first_leaf = (1 << depth) - 1
    for start in range(0, total, TOGETHER):
        stop = min(start + TOGETHER, total)
        for tree in range(value.shape[0]):
            for place in range(start, stop):
                row = rows[place]
                node = 0
                for _ in range(depth):
                    above = matrix[row, column[tree, node]] > threshold[tree, node]
                    node = 2 * node + 1 + above
                out[place] += value[tree, node - first_leaf]
    return 0
