"""Trained trees decide as scikit-learn's own do."""

from __future__ import annotations

import numpy as np
import pytest

from thresher.training.tree_trainer import train_tree

tree = pytest.importorskip("sklearn.tree", reason="training needs the extra 'train'")

RANDOM = np.random.default_rng(3)
ROWS = RANDOM.random((200, 4))
LABELS = (ROWS[:, 1] > 0.4) ^ (ROWS[:, 3] > 0.7)
OTHERS = RANDOM.random((50, 4)).astype(np.float32).astype(np.float64)


def test_decides_as_the_library_does() -> None:
    library = tree.DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=5, max_leaf_nodes=1000, random_state=0
    ).fit(ROWS, LABELS)
    ours = train_tree(ROWS, LABELS, min_leaf_rows=5).decide(OTHERS)
    assert ours == pytest.approx(2 * library.predict_proba(OTHERS)[:, 1] - 1, abs=1e-12)
    assert ((ours > 0) == library.predict(OTHERS)).all()


def test_the_number_of_leaves_is_limited() -> None:
    made = train_tree(ROWS, LABELS, min_leaf_rows=1, max_leaves=4)
    assert (made.feature < 0).sum() == 4


@pytest.mark.parametrize(("labels", "share"), [([True] * 4, 1.0), ([False] * 4, 0.0), ([], 0.0)])
def test_rows_of_one_class(labels: list[bool], share: float) -> None:
    made = train_tree(ROWS[: len(labels)], np.array(labels, dtype=bool), min_leaf_rows=2)
    assert made.share.tolist() == [share]
