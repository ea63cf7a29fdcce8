"""Walks boosted trees. Hot: compiled when possible, with the types of the .pxd.

Trees stand one after another in preorder: the left child of a node is the next one. A leaf has the
feature -1 and its value in place of a threshold.
"""

from __future__ import annotations

from typing import Any


def add_trees(matrix: Any, rows: Any, forest: Any, out: Any) -> int:
    """Add the values of all trees for the given rows of the matrix."""
    feature = forest.feature
    threshold = forest.threshold
    right = forest.right
    roots = forest.roots
    for place in range(len(rows)):
        row = rows[place]
        total = 0.0
        for tree in range(len(roots)):
            node = roots[tree]
            column = feature[node]
            while column >= 0:
                node = node + 1 if matrix[row, column] <= threshold[node] else right[node]
                column = feature[node]
            total += threshold[node]
        out[place] = total
    return 0
