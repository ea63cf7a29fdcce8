"""The steps of the block net that are no matrix products. Hot: compiled when possible.

The types are in the .pxd; see `block_net` for what the steps are for.
"""

from __future__ import annotations

from typing import Any


def bend_rows(matrix: Any, rows: Any, bend: Any, half: Any, out: Any) -> int:
    """Some rows of the matrix, with every x as x / (bend·|x| + half)."""
    for place in range(rows.shape[0]):
        row = rows[place]
        for column in range(matrix.shape[1]):
            value = matrix[row, column]
            size = value if value >= 0 else -value
            out[place, column] = value / (bend[column] * size + half[column])
    return 0


def bend_columns(matrix: Any, rows: Any, columns: Any, bend: Any, half: Any, out: Any) -> int:
    """The same, of some columns only; `bend` and `half` are of these columns."""
    for place in range(rows.shape[0]):
        row = rows[place]
        for unit in range(columns.shape[0]):
            value = matrix[row, columns[unit]]
            size = value if value >= 0 else -value
            out[place, unit] = value / (bend[unit] * size + half[unit])
    return 0


def code_rows(matrix: Any, rows: Any, columns: Any, values: int, out: Any) -> int:
    """The values of coded columns as row numbers; each column has `values` rows of its own."""
    for place in range(rows.shape[0]):
        row = rows[place]
        for number in range(columns.shape[0]):
            value = int(matrix[row, columns[number]])
            out[place, number] = number * values + min(max(value, 0), values - 1)
    return 0


def add_rows(table: Any, codes: Any, out: Any) -> int:
    """Add to each row of `out` the rows of `table` that its codes name; then cut off below 0."""
    width = out.shape[1]
    for block in range(codes.shape[0]):
        for place in range(codes.shape[1]):
            row = codes[block, place]
            for unit in range(width):
                out[block, unit] += table[row, unit]
        for unit in range(width):
            if out[block, unit] < 0:
                out[block, unit] = 0
    return 0


def mean_states(state: Any, group: Any, share: Any, totals: Any, out: Any) -> int:
    """Into `out`: the mean state of each group, by shares, and in the last row that of the page.

    `totals` are the sums of the shares, of each group and of the page; a group without blocks has
    none, and its row is 0.
    """
    width = state.shape[1]
    last = out.shape[0] - 1
    for number in range(last + 1):
        for unit in range(width):
            out[number, unit] = 0
    for block in range(state.shape[0]):
        number = group[block]
        mine = share[block]
        for unit in range(width):
            part = mine * state[block, unit]
            out[number, unit] += part
            out[last, unit] += part
    for number in range(last + 1):
        total = totals[number]
        if total > 0:
            for unit in range(width):
                out[number, unit] /= total
    return 0


def mix(state: Any, around: Any, grouped: Any, group: Any, constant: Any, reach: int) -> int:
    """Add to each state what is above 0 in the sum of all that is around it."""
    width = state.shape[1]
    size = state.shape[0]
    for block in range(size):
        number = group[block]
        for unit in range(width):
            change = around[block, unit] + grouped[number, unit] + constant[unit]
            if block >= reach:
                change += around[block - reach, width + unit]
            if block + reach < size:
                change += around[block + reach, 2 * width + unit]
            if change > 0:
                state[block, unit] += change
    return 0


def weigh(state: Any, weights: Any, bias: float, out: Any) -> int:
    """Each state's units times the weights, and the bias."""
    for block in range(state.shape[0]):
        total = bias
        for unit in range(state.shape[1]):
            total += float(state[block, unit] * weights[unit])
        out[block] = total
    return 0
