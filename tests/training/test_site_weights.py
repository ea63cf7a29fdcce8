from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.training.site import page, story
from thresher.evaluation.datasets import Example
from thresher.evaluation.splits import FOLDS
from thresher.features.site_evidence import TERMS
from thresher.models import shipped
from thresher.training.site_weights import Judged, judged_pages, search

LONG = TERMS.index("long text repeats")


def judged(repeats: float, true: float) -> Judged:
    """Two blocks of ten words: one that is surely content, and one that a term speaks about."""
    terms = np.zeros((2, len(TERMS)))
    terms[1, LONG] = -repeats
    words = np.array([10.0, 10.0])
    return Judged("set", 0, 1.0, np.array([5.0, 1.0]), terms, words, words, words * [1, true], 10)


def test_f1_by_hand() -> None:
    # both blocks are kept: 10 of 20 words are true, and there are 10 in the truth
    assert judged(1, 0).f1(np.zeros(len(TERMS))) == pytest.approx(2 * 10 / (20 + 10))
    assert judged(1, 0).f1(np.full(len(TERMS), 3.0)) == 1


def test_a_term_that_tells_template_gets_weight_and_others_keep_theirs() -> None:
    found = search([judged(1, 0)], np.zeros(len(TERMS)))
    assert found[LONG] > 0
    assert not np.delete(found, LONG).any()


def test_pages_of_a_site_come_with_the_evidence_of_the_others(tmp_path: Path) -> None:
    for number in range(FOLDS):
        shutil.copy(shipped("thresher"), tmp_path / f"fold-{number}.npz")
    examples = [
        Example(str(number), "docs", "grain.example", page(number), text=story(number))
        for number in range(3)
    ]
    pages = list(judged_pages(iter(examples), tmp_path))
    assert len(pages) == 3
    for each in pages:
        assert each.terms.shape == (len(each.words), len(TERMS))
        assert len(each.tokens) == len(each.true) == len(each.words)
        assert each.true.sum() > 0.9 * each.truth > 0
