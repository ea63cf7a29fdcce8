"""What every segmenter promises, whatever the page."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.material import as_text, golden_pages, names, some_pages, variants
from thresher.options import build, option_names, options_of
from thresher.parsing.page import Page
from thresher.registry import load_segmenter
from thresher.types import Segmentation

SEGMENTERS = names("segmenter")
VARIANTS = [(name, options) for name in SEGMENTERS for options in variants(name, "segmenter")]
each_segmenter = pytest.mark.parametrize("name", SEGMENTERS)
each_variant = pytest.mark.parametrize(("name", "options"), VARIANTS)

NESTED = 50_000


def ink(text: str) -> str:
    """The text without its white space, which is for the segmenter to choose."""
    return "".join(text.split())


def check(segmentation: Segmentation) -> None:
    """Blocks partition the leaves, hold all the text once, and stand in page order."""
    table = segmentation.page.table
    owner = segmentation.owner
    assert len(owner) == len(table)
    assert (owner[table.text_rows()] >= 0).all(), "a text row belongs to no block"
    is_leaf = np.zeros(len(table), dtype=np.bool_)
    is_leaf[table.leaves] = True
    assert (owner[~is_leaf] == -1).all(), "a row that is no leaf belongs to a block"
    blocks = [block for block in segmentation if block.origin == "page"]
    rows = [block.rows.tolist() for block in blocks]
    assert all(rows), "a block without rows"
    firsts = [block_rows[0] for block_rows in rows]
    assert firsts == sorted(firsts), "blocks are not numbered by their first row"
    assert sorted(chain.from_iterable(rows)) == np.flatnonzero(owner >= 0).tolist()
    assert len(segmentation.hidden) == len(segmentation)
    for block, block_rows in zip(blocks, rows, strict=True):
        texts = [table.texts[row] or "" for row in block_rows if segmentation.shown[row]]
        assert ink(block.text) == ink("".join(texts))


def blocks_of(name: str, source: str | bytes) -> list[tuple[str, str, bool]]:
    segmentation = load_segmenter(name).segment(Page.parse(source))
    return [(block.path, block.text, block.hidden) for block in segmentation]


@each_variant
def test_blocks_partition_every_golden_page(name: str, options: dict[str, Any]) -> None:
    segmenter = load_segmenter(name, options)
    for source in golden_pages().values():
        check(segmenter.segment(Page.parse(source)))


@each_segmenter
@settings(max_examples=60, deadline=None)
@given(
    pieces=st.lists(
        st.sampled_from(
            "<p> </p> <div> </div> <b> </b> <table> <tr> <td> </td> </table> <ul> <li> <br>"
            " <br><br> <hr> <span> <pre> <a> </a> <img> <script> </script> <style> <select>"
            " <option> <svg> </svg> <template> </template> <noscript> <!--x--> <textarea>"
            " <p\xa0hidden> grain \n chaff <div\xa0style=display:none> 谷物 &amp; <".split(" ")
        ),
        max_size=30,
    )
)
def test_blocks_partition_any_tag_soup(name: str, pieces: list[str]) -> None:
    markup = "<html>" + " ".join(pieces).replace("\xa0", " ")
    check(load_segmenter(name).segment(Page.parse(markup)))


@each_segmenter
@pytest.mark.parametrize("source", ["", " ", "<html></html>", "<!doctype html><!-- only this -->"])
def test_a_page_without_content_has_no_blocks(name: str, source: str) -> None:
    segmentation = load_segmenter(name).segment(Page.parse(source))
    assert len(segmentation) == 0
    assert segmentation.blocks == []


@each_segmenter
def test_a_page_with_one_text_has_one_block(name: str) -> None:
    segmentation = load_segmenter(name).segment(Page.parse("<p>One and only.</p>"))
    assert [block.text for block in segmentation] == ["One and only."]


@each_segmenter
@pytest.mark.parametrize("tag", ["div", "span", "section"])
def test_deep_nesting_loses_no_text(name: str, tag: str) -> None:
    words = [f"w{number}" for number in range(NESTED)]
    page = Page.parse("".join(f"<{tag}>{word} " for word in words))
    segmentation = load_segmenter(name).segment(page)
    rows = page.table.text_rows()
    in_blocks = rows[np.argsort(segmentation.owner[rows], kind="stable")]
    assert (segmentation.owner[rows] >= 0).all()
    assert "".join(page.table.texts[row] or "" for row in in_blocks.tolist()).split() == words


@each_segmenter
def test_the_same_blocks_twice_and_in_any_order_of_pages(name: str) -> None:
    segmenter = load_segmenter(name)
    pages = [Page.parse(source) for source in golden_pages().values()]
    owners = [segmenter.segment(page).owner.tolist() for page in pages]
    again = [segmenter.segment(page).owner.tolist() for page in reversed(pages)]
    assert again[::-1] == owners


@each_segmenter
def test_the_page_is_untouched(name: str) -> None:
    for source in golden_pages().values():
        page = Page.parse(source)
        before = page.document.html
        load_segmenter(name).segment(page)
        assert page.raw == source
        assert page.document.html == before


@each_variant
def test_options_round_trip(name: str, options: dict[str, Any]) -> None:
    segmenter = load_segmenter(name, options)
    assert build(type(segmenter), options_of(segmenter)) == segmenter
    texts = {option: as_text(value) for option, value in options_of(segmenter).items()}
    assert load_segmenter(name, texts) == segmenter
    assert list(texts) == option_names(type(segmenter))


@each_segmenter
def test_a_segmenter_is_a_value_without_state(name: str) -> None:
    segmenter = load_segmenter(name)
    assert type(segmenter).__dataclass_params__.frozen  # type: ignore[attr-defined]
    twin = pickle.loads(pickle.dumps(segmenter))
    assert twin == segmenter
    assert hash(twin) == hash(segmenter)


@each_segmenter
def test_a_segmentation_survives_pickling(name: str) -> None:
    for source in some_pages().values():
        segmentation = load_segmenter(name).segment(Page.parse(source))
        twin = pickle.loads(pickle.dumps(segmentation))
        assert [block.text for block in twin] == [block.text for block in segmentation]
        assert [block.path for block in twin] == [block.path for block in segmentation]


@each_segmenter
def test_the_same_blocks_in_threads_on_shared_pages(name: str) -> None:
    segmenter = load_segmenter(name)
    expected = [
        segmenter.segment(Page.parse(source)).owner.tolist() for source in golden_pages().values()
    ]
    shared = [Page.parse(source) for source in golden_pages().values()]

    def work(_: int) -> list[list[int]]:
        return [segmenter.segment(page).owner.tolist() for page in shared]

    with ThreadPoolExecutor(8) as pool:
        assert all(result == expected for result in pool.map(work, range(8)))


def test_the_same_blocks_in_a_worker_process() -> None:
    jobs = [(name, source) for name in SEGMENTERS for source in some_pages().values()]
    with ProcessPoolExecutor(2) as pool:
        results = list(pool.map(blocks_of, *zip(*jobs, strict=True)))
    assert results == [blocks_of(name, source) for name, source in jobs]
