"""What is shown of blocks, and its text: compiled and plain agree; the parts by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.material import golden_pages, names
from tests.strategies import pages
from thresher.compiled import compiled_name
from thresher.parsing import shown_text, tags
from thresher.parsing.joining import SEPARATORS
from thresher.parsing.page import Page
from thresher.registry import load_segmenter
from thresher.segmenters.leaves import Leaves

COMPILED = compiled_name("thresher.parsing.shown_text")


@pytest.mark.parametrize("name", ["SPACE", "IN_PRE", "HAS_TEXT"])
def test_the_constants_are_those_of_tags(name: str) -> None:
    assert getattr(shown_text, name) == getattr(tags, name)


@given(st.text(st.sampled_from("ab \n\t\xa0\u3000\x1c\u200b")) | st.text())
@example("a b")
@example(" a  b ")
@example("a\nb")
@example("a\xa0b")
def test_tidy_text_has_single_spaces(text: str) -> None:
    assert shown_text.tidy(text) == " ".join(text.split())


def assert_same(source: str | bytes) -> None:
    compiled = pytest.importorskip(COMPILED, reason="the kernel was not compiled")
    segmentation = Leaves().segment(Page.parse(source))
    table = segmentation.page.table
    results = []
    for loops in (shown_text, compiled):
        hidden = np.zeros(segmentation.tree_blocks, dtype=np.uint8)
        shown = np.zeros(len(table), dtype=np.uint8)
        loops.show(segmentation.owner, table, hidden, shown)
        texts = loops.pieces(table, table.leaves, 0, SEPARATORS)
        keep = (np.arange(segmentation.tree_blocks) % 3 > 0).astype(np.uint8)
        some = loops.kept_pieces(table, segmentation.owner, keep, shown, SEPARATORS)
        results.append((hidden.tolist(), shown.tolist(), texts, some))
    assert results[0] == results[1]


@given(pages)
def test_compiled_and_plain_agree(page: str) -> None:
    assert_same(page)


@pytest.mark.parametrize("name", golden_pages())
def test_compiled_and_plain_agree_on_golden_pages(name: str) -> None:
    assert_same(golden_pages()[name])


@pytest.mark.parametrize("name", names("segmenter"))
def test_only_leaves_have_an_owner(name: str) -> None:
    """The loops look at no other rows."""
    segmenter = load_segmenter(name)
    for source in golden_pages().values():
        segmentation = segmenter.segment(Page.parse(source))
        owned = np.flatnonzero(segmentation.owner >= 0)
        assert np.isin(owned, segmentation.page.table.leaves).all()
