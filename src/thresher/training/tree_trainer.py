"""Decision trees from scikit-learn, turned into the plain arrays of `features.decision_tree`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thresher.features.decision_tree import DecisionTree
from thresher.training.scikit import scikit_learn


def train_tree(
    matrix: NDArray[np.float64],
    labels: NDArray[np.bool_],
    *,
    min_leaf_rows: int,
    max_leaves: int = 1000,
) -> DecisionTree:
    """A tree by information gain, as C5's [Kumar09 §4.4].

    Deviation: C5 prunes by an error estimate, which scikit-learn does not have. Leaves of fewer
    than `min_leaf_rows` rows are not made, and of all leaves those with the greatest gain.
    """
    trainer = scikit_learn("tree").DecisionTreeClassifier
    if not len(labels):
        return _leaf(0.0)
    if labels.all() or not labels.any():
        return _leaf(float(labels[0]))
    fitted = trainer(
        criterion="entropy",
        min_samples_leaf=min(min_leaf_rows, max(len(labels) // 2, 1)),
        max_leaf_nodes=max_leaves,
        random_state=0,
    ).fit(matrix, labels)
    tree = fitted.tree_
    is_leaf = tree.children_left < 0
    counts = tree.value[:, 0, :]
    return DecisionTree(
        feature=np.where(is_leaf, -1, tree.feature).astype(np.int32),
        threshold=np.where(is_leaf, 0.0, tree.threshold),
        left=tree.children_left.astype(np.int32),
        right=tree.children_right.astype(np.int32),
        share=counts[:, 1] / counts.sum(axis=1),
    )


def _leaf(share: float) -> DecisionTree:
    none = np.full(1, -1, dtype=np.int32)
    return DecisionTree(none, np.zeros(1), none, none, np.array([share]))
