"""Labels of blocks."""

from __future__ import annotations

from typing import Any

import pytest

import thresher
from thresher.errors import BadOption
from thresher.training.labels import block_labels, paired

PAGE = thresher.segment(
    "<p>Home News Sport Weather</p>"
    "<p>The harvest was better than anybody had expected this year.</p>"
    "<p hidden>The harvest was better than anybody had expected this year.</p>"
    "<p>Farmers sold most of it, as the papers of the town said, before the winter.</p>"
)
TRUTH = (
    "The harvest was better than anybody had expected this year. Farmers sold most of it before "
    "the winter."
)


def test_blocks_that_align_with_the_truth() -> None:
    # of the last one nine of fifteen words align, which is enough
    assert block_labels(PAGE, TRUTH).tolist() == [False, True, False, True]


def test_no_truth_makes_no_block_content() -> None:
    assert not block_labels(PAGE, "").any()


def test_labels_may_be_given() -> None:
    given = [True, False, False, True]
    assert block_labels(PAGE, given).tolist() == given


@pytest.mark.parametrize("label", [[True], [1, 0, 0, 1], ["a", "b", "c", "d"], None, 5, [[True]]])
def test_labels_of_another_form(label: Any) -> None:
    with pytest.raises(BadOption, match="4 blocks"):
        block_labels(PAGE, label)


def test_pages_and_labels_go_in_pairs() -> None:
    assert list(paired([PAGE], ["text"], "x")) == [(PAGE, "text")]
    with pytest.raises(BadOption, match="x learns from labelled pages"):
        paired([PAGE], None, "x")
    with pytest.raises(BadOption, match="2 pages and 1 labels"):
        paired([PAGE, PAGE], ["text"], "x")
