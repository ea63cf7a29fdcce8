"""Labelled pages as numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from thresher.evaluation.datasets import Convention, Example
from thresher.evaluation.splits import fold
from thresher.evaluation.text_metrics import word_score
from thresher.features.block_features import FEATURE_NAMES
from thresher.training.examples import TrainingPage, training_page, training_pages

MARKUP = (
    "<html><nav><a href=/>Home</a></nav><h1>On wheat</h1><p>Wheat is cut in June.</p>"
    "<p>Then it is ground.</p><img src=a.png><footer>All rights reserved</footer>"
)
TRUTH = "Wheat is cut in June.\nThen it is ground."


def example(html: str = MARKUP, text: str | None = TRUTH, **more: str) -> Example:
    given: dict[str, Any] = {"id": "1", "set": "mine", "domain": "example.org", **more}
    return Example(html=html, text=text, **given)


def test_a_page_is_measured_and_labelled() -> None:
    page = training_page(example(), 5)
    assert page.matrix.shape == (6, len(FEATURE_NAMES))
    assert page.words.tolist() == [1, 2, 5, 4, 0, 3]
    np.testing.assert_array_equal(page.label >= 0.5, [False, False, True, True, False, False])
    assert len(page.group) == len(page.tokens) == 6
    assert page.truth == Counter("wheat is cut in june then it is ground".split())


def test_the_fold_is_that_of_the_domain() -> None:
    assert training_page(example(), 5).fold == fold("example.org", 5)
    assert training_page(example(domain=""), 5).fold == fold("1", 5)


def test_the_convention_is_that_of_the_set() -> None:
    assert training_page(example(), 5).convention == Convention(headline=False, comments=False)
    assert training_page(example(set="dragnet"), 5).convention == Convention(True, True)


@pytest.mark.parametrize(
    "keep", [[], [2], [2, 3], [0, 1, 2, 3, 4, 5], [0], [1, 3]], ids=lambda keep: str(keep)
)
def test_f1_is_that_of_the_word_score(keep: list[int]) -> None:
    page = training_page(example(), 5)
    texts = [
        "Home",
        "On wheat",
        "Wheat is cut in June.",
        "Then it is ground.",
        "",
        "All rights reserved",
    ]
    mask = np.isin(np.arange(6), keep)
    expected = word_score("\n".join(texts[at] for at in keep), TRUTH).f1
    assert page.f1(mask) == pytest.approx(expected)


def test_a_page_without_content() -> None:
    page = training_page(example(text=""), 5)
    assert page.f1(np.zeros(6, dtype=np.bool_)) == 1.0
    assert page.f1(np.ones(6, dtype=np.bool_)) == 0.0


def test_the_ceiling_is_low_where_the_truth_is_of_another_page() -> None:
    assert training_page(example(), 5).ceiling == 1.0
    assert training_page(example(text="Rain fell on barley"), 5).ceiling < 0.3


def test_pages_without_truth_or_that_are_no_pages_are_left_out() -> None:
    examples = [example(text=None), example("%PDF-1.7 x"), example("<p>ok</p>", "ok")]
    pages = list(training_pages(examples, 5))
    assert [page.words.tolist() for page in pages] == [[1]]


def test_a_page_without_blocks() -> None:
    page: TrainingPage = training_page(example(""), 5)
    assert page.matrix.shape == (0, len(FEATURE_NAMES))
    assert page.ceiling == 0.0
