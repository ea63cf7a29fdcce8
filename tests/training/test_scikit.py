"""What is said when scikit-learn is not there."""

from __future__ import annotations

import sys

import pytest

from thresher.errors import MissingExtra
from thresher.pipeline import Pipeline
from thresher.training.scikit import scikit_learn


def test_a_missing_package_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(MissingExtra, match=r"pip install 'thresher\[train\]'"):
        scikit_learn("svm")
    with pytest.raises(MissingExtra):
        Pipeline("mountain").fit(["<p>One sentence.</p>"], ["One sentence."])
