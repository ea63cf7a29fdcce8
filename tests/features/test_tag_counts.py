"""Elements of many tags, counted per block."""

from __future__ import annotations

import numpy as np
import pytest

from tests.material import golden_pages
from thresher.features.counts import count_elements
from thresher.features.tag_counts import tag_counts
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.segmenters.get_block_set import GetBlockSet


def test_counts_by_hand() -> None:
    page = Page.parse("<p>One <b>two</b> <a>three</a><a>four</a></p><p><b>five</b><br></p>")
    blocks = GetBlockSet().segment(page)
    counts = tag_counts(blocks, tags.codes_of("a b br i"))
    assert counts.tolist() == [[2, 1, 0, 0], [0, 1, 1, 0]]


def test_a_page_without_blocks() -> None:
    assert tag_counts(GetBlockSet().segment(Page.parse("")), tags.codes_of("a b")).shape == (0, 2)


def test_elements_of_a_page_s_own_are_no_trouble() -> None:
    blocks = GetBlockSet().segment(Page.parse("<p><my-tag><b>x</b></my-tag></p>"))
    assert tag_counts(blocks, tags.codes_of("b")).tolist() == [[1]]


@pytest.mark.parametrize("tag", ["a", "br", "li", "img", "script", "h2"])
def test_the_same_as_counting_one_kind(tag: str) -> None:
    for source in golden_pages().values():
        blocks = GetBlockSet().segment(Page.parse(source))
        one = count_elements(blocks, blocks.page.table.is_tag(tag))
        assert np.array_equal(tag_counts(blocks, tags.codes_of(["b", tag]))[:, 1], one)
