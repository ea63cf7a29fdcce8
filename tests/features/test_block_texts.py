from __future__ import annotations

from hypothesis import given

import thresher
from tests.strategies import pages
from thresher.features.block_texts import block_texts
from thresher.types import OutsideText, Segmentation


def texts(source: str) -> list[str]:
    return block_texts(thresher.segment(source, algorithm="get-block-set"))


def test_white_space_is_collapsed_and_words_stay_whole() -> None:
    assert texts("<p>tall\n  r<b>y</b>e <i>and</i><br>oats</p>") == ["tall rye and oats"]


def test_hidden_blocks_have_no_text() -> None:
    assert texts("<p>seen</p><p hidden>unseen</p><p>a<i hidden>b</i></p>") == ["seen", "", "a"]


def test_text_from_outside_the_tree_comes_last() -> None:
    page = thresher.segment("<p>inside</p>")
    outside = (OutsideText("from  elsewhere", "structured data"),)
    assert block_texts(Segmentation(page.page, page.owner, outside)) == ["inside", "from elsewhere"]


@given(pages)
def test_the_words_are_those_of_the_block(source: str) -> None:
    segmentation = thresher.segment(source, algorithm="get-block-set")
    for block, text in zip(segmentation, block_texts(segmentation), strict=True):
        assert text.split() == ([] if block.hidden else block.text.split())
