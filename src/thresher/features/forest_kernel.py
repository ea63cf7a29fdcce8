"""Walks boosted trees. Hot: compiled when possible, with the types of the .pxd.

A node is three numbers: the column it looks at, its threshold, and the place of its left child;
the right child stands next to the left one. A leaf looks at no column (-1) and has its value in
place of a threshold.
"""

from __future__ import annotations

from typing import Any


def add_trees(matrix: Any, rows: Any, forest: Any, out: Any) -> int:
    """Add the values of all trees for the given rows of the matrix."""
    column = forest.column
    threshold = forest.threshold
    child = forest.child
    roots = forest.roots
    for tree in range(len(roots)):
        root = roots[tree]
        for place in range(len(rows)):
            row = rows[place]
            node = root
            look = column[node]
            while look >= 0:
                node = child[node] + (matrix[row, look] > threshold[node])
                look = column[node]
            out[place] += threshold[node]
    return 0
