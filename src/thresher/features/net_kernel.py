"""Sums of rows for the block net. Hot: compiled when possible, with the types of the .pxd."""

from __future__ import annotations

from typing import Any


def add_rows(table: Any, codes: Any, out: Any) -> int:
    """Add to each row of `out` the rows of `table` that its codes name."""
    width = out.shape[1]
    for block in range(codes.shape[0]):
        for place in range(codes.shape[1]):
            row = codes[block, place]
            for unit in range(width):
                out[block, unit] += table[row, unit]
    return 0


def group_means(hidden: Any, group: Any, weight: Any, sums: Any, totals: Any, out: Any) -> int:
    """Give each block the weighted mean of its group; `sums` and `totals` start at zero."""
    width = hidden.shape[1]
    for block in range(hidden.shape[0]):
        number = group[block]
        share = weight[block]
        totals[number] += share
        for unit in range(width):
            sums[number, unit] += share * hidden[block, unit]
    for block in range(hidden.shape[0]):
        number = group[block]
        share = totals[number]
        for unit in range(width):
            out[block, unit] = sums[number, unit] / share
    return 0
