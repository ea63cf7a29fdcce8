from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.errors import NotFitted, ParseError
from thresher.identifiers.all_text import AllText
from thresher.parsing.page import Page
from thresher.segmenters.cells import Cells
from thresher.segmenters.get_block_set import GetBlockSet
from thresher.segmenters.key_patterns import KeyPatterns
from thresher.segmenters.leaves import Leaves
from thresher.types import (
    Extraction,
    OutsideText,
    PageType,
    Segmentation,
    Segmenter,
    Tree,
    Verdicts,
)

SEGMENTERS: list[Segmenter] = [
    Leaves(),
    GetBlockSet(),
    GetBlockSet(whole_tables=True),
    GetBlockSet(tags=("modern",)),
    KeyPatterns(),
    Cells(),
]
every_segmenter = pytest.mark.parametrize("segmenter", SEGMENTERS, ids=repr)


def parsed(markup: str) -> Page:
    return Page.parse(f"<html>{markup}")


def grouped(markup: str, groups: list[int]) -> Segmentation:
    """Leaves of the page put into blocks by hand."""
    return Segmentation.of_leaves(parsed(markup), np.array(groups))


THREE = "<p>a</p><p>b</p><p>c</p>"


@every_segmenter
@given(markup=pages)
def test_blocks_are_disjoint_ordered_and_cover_the_text(segmenter: Segmenter, markup: str) -> None:
    page = Page.parse(markup)
    segmentation = segmenter.segment(page)
    table = page.table
    rows = [row for block in segmentation for row in block.rows.tolist()]
    assert len(rows) == len(set(rows))
    assert set(table.text_rows().tolist()) <= set(rows) <= set(table.leaves.tolist())
    if not isinstance(segmenter, (Cells, Leaves)):  # some leaves are in no block of these
        assert set(rows) == set(table.leaves.tolist())
    first = [int(block.rows[0]) for block in segmentation]
    assert first == sorted(first)
    assert segmentation.first_rows.tolist() == first
    assert segmentation.last_rows.tolist() == [int(block.rows[-1]) for block in segmentation]
    for block in segmentation:
        assert block.rows.tolist() == sorted(block.rows.tolist())


@every_segmenter
@given(markup=pages)
def test_the_same_page_gives_the_same_blocks(segmenter: Segmenter, markup: str) -> None:
    once = segmenter.segment(Page.parse(markup))
    again = segmenter.segment(Page.parse(markup.encode()))
    assert once.owner.tolist() == again.owner.tolist()


@every_segmenter
@pytest.mark.parametrize("markup", ["", "<html>", "<p> </p>", "<head><script>1</script></head>"])
def test_a_page_without_content_has_no_blocks(segmenter: Segmenter, markup: str) -> None:
    segmentation = segmenter.segment(Page.parse(markup))
    assert len(segmentation) == 0
    assert segmentation.blocks == []
    assert segmentation.first_rows.tolist() == segmentation.last_rows.tolist() == []
    assert segmentation.hidden.tolist() == []
    assert segmentation.sums(segmentation.page.table.words).tolist() == []


def test_of_leaves_numbers_blocks_by_their_first_row() -> None:
    segmentation = grouped(THREE, [9, 2, 9])
    assert [block.text for block in segmentation] == ["a\n\nc", "b"]
    assert segmentation[0].rows.tolist() == segmentation.rows_of(0).tolist()
    assert segmentation.rows_of(0)[0] < segmentation.rows_of(1)[0] < segmentation.rows_of(0)[1]


def test_runs_are_of_neighbouring_leaves() -> None:
    segmentation = grouped("<p>a</p><p>b</p><p>c</p><p>d</p>", [0, 0, 1, 0])
    a, b, c, d = segmentation.page.table.leaves.tolist()
    assert segmentation[0].runs == [(a, b + 1), (d, d + 1)]
    assert segmentation[1].runs == [(c, c + 1)]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_runs_hold_the_rows_and_nothing_else(groups: list[int]) -> None:
    segmentation = grouped("<p>x</p>" * len(groups), groups)
    leaves = segmentation.page.table.leaves.tolist()
    for block in segmentation:
        runs = block.runs
        held = [row for row in leaves if any(start <= row < stop for start, stop in runs)]
        assert held == block.rows.tolist()
        assert runs == sorted(runs)


def test_blocks_by_index() -> None:
    segmentation = grouped(THREE, [0, 1, 2])
    assert segmentation[-1].index == 2
    assert segmentation[1].text == "b"
    for index in (3, -4):
        with pytest.raises(IndexError, match=f"block {index} of a segmentation with 3 blocks"):
            segmentation[index]


def test_sums() -> None:
    segmentation = grouped("<p>one two</p><p>three</p><p>four</p>", [0, 1, 0])
    table = segmentation.page.table
    assert segmentation.sums(table.words).tolist() == [3, 1]
    assert segmentation.sums(np.ones(len(table))).tolist() == [2, 1]


OUTSIDE = (
    OutsideText("from data", "structured data"),
    OutsideText("from a script", "script state"),
)


def with_outside(markup: str) -> Segmentation:
    page = parsed(markup)
    return Segmentation(page, Leaves().segment(page).owner, OUTSIDE)


@pytest.mark.parametrize("markup", ["", "<p>a</p>"])
def test_text_from_outside_the_tree_comes_last(markup: str) -> None:
    segmentation = with_outside(markup)
    inside = segmentation.tree_blocks
    assert len(segmentation) == inside + 2
    block = segmentation[-2]
    assert (block.text, block.origin, block.tag, block.path) == (
        "from data",
        "structured data",
        "",
        "",
    )
    assert segmentation[-1].origin == "script state"
    assert block.rows.tolist() == []
    assert block.runs == []
    assert block.tree() == Tree((), ())
    assert not block.hidden
    assert segmentation.sums(segmentation.page.table.words).tolist()[inside:] == [0, 0]
    if inside:
        assert segmentation[0].origin == "page"


@pytest.mark.parametrize(
    ("markup", "hidden"),
    [
        ("<p>seen</p>", False),
        ("<p hidden>x</p>", True),
        ("<p>seen <span hidden>x</span></p>", False),
        ("<p><span hidden>x</span> <img></p>", True),  # the text decides, not the image
        ("<img>", False),
        ("<img hidden>", True),
    ],
)
def test_hidden_blocks(markup: str, hidden: bool) -> None:
    segmentation = Leaves().segment(parsed(markup))
    assert segmentation.hidden.tolist() == [hidden]
    assert segmentation[0].hidden is hidden


def test_element_is_the_lowest_block_level_element() -> None:
    segmentation = Leaves().segment(
        parsed("<div id=d>own<p>one <b>two</b></p><ul><li><a href=/>x</a></li></ul></div>")
    )
    assert [block.tag for block in segmentation] == ["div", "p", "li"]


def test_element_of_a_block_over_several() -> None:
    assert [block.tag for block in grouped(f"<section>{THREE}</section>", [0, 1, 0])] == [
        "section",
        "p",
    ]


@given(pages)
def test_path_finds_the_element_again(markup: str) -> None:
    page = Page.parse(markup)
    table = page.table
    for block in Leaves().segment(page):
        chain = [block.element]
        while chain[-1] >= 0:
            chain.append(int(table.parent[chain[-1]]))
        if table.is_tag("template")[chain[:-1]].any():
            continue  # a selector cannot reach into the content of a template
        assert page.document.select_one(block.path) is table.nodes[block.element]


def test_tree_by_hand() -> None:
    segmentation = grouped("<ul><li>a <b>b</b></li><li>c</li></ul><p>d</p>", [0, 0, 0, 1])
    assert segmentation[0].tree() == Tree(
        ("ul", "li", "#text", "b", "#text", "li", "#text"), (-1, 0, 1, 1, 3, 0, 5)
    )
    assert segmentation[1].tree() == Tree(("p", "#text"), (-1, 0))


def test_tree_leaves_out_what_is_not_in_the_block() -> None:
    segmentation = grouped(f"<div>{THREE}</div>", [0, 1, 0])
    assert segmentation[0].tree() == Tree(("div", "p", "#text", "p", "#text"), (-1, 0, 1, 0, 3))


@every_segmenter
@given(markup=pages)
def test_tree_is_a_tree_over_the_rows(segmenter: Segmenter, markup: str) -> None:
    segmentation = segmenter.segment(Page.parse(markup))
    for block in segmentation:
        labels, parent = block.tree()
        assert len(labels) == len(parent)
        assert parent[0] == -1
        assert all(0 <= above < place for place, above in enumerate(parent) if place)
        assert labels[0] == block.tag
        texts = [row for row in block.rows if segmentation.page.table.texts[row] is not None]
        assert labels.count("#text") == len(texts)


def test_repr_shows_the_start_of_the_text() -> None:
    segmentation = Leaves().segment(parsed(f"<p>{'long ' * 40}</p><p>short</p>"))
    assert repr(segmentation[1]) == "<Block 1 p 'short'>"
    assert "…" in repr(segmentation[0])
    assert len(repr(segmentation[0])) < 90


def test_the_first_reason_that_holds() -> None:
    yes, no = np.array([True, True, False]), np.array([False, True, False])
    verdicts = Verdicts.choose(yes, np.array([1, 2, 3]), {"second": no, "first": yes}, "neither")
    assert [verdict.why for verdict in verdicts] == ["first", "second", "neither"]
    assert verdicts[0] == (True, 1.0, "first")
    assert [type(value) for value in verdicts[2]] == [bool, float, str]
    assert len(verdicts) == 3


def extracted(segmentation: Segmentation) -> Extraction:
    return Extraction(segmentation, AllText().judge(segmentation), "all-text")


def test_extraction() -> None:
    extraction = extracted(Leaves().segment(parsed("<title>t</title><p>a</p><p hidden>b</p>")))
    assert [block.text for block in extraction.kept] == ["a"]
    assert [(block.text, verdict.keep) for block, verdict in extraction] == [
        ("a", True),
        ("b", False),
    ]
    assert len(extraction) == 2
    assert extraction
    assert extraction.page is extraction.segmentation.page
    assert extraction.metadata is extraction.page.metadata
    assert extraction.text == "a"
    assert repr(extraction) == "<Extraction by all-text: 1 of 2 blocks kept>"


def test_what_is_said_of_the_whole_page() -> None:
    segmentation = Leaves().segment(parsed("<p>a</p>"))
    verdicts = AllText().judge(segmentation)
    silent = Extraction(segmentation, verdicts, "all-text")
    assert (silent.confidence, silent.page_type) == (None, None)
    told = replace(verdicts, confidence=0.75, page_type=PageType("forum", 0.5))
    extraction = Extraction(segmentation, told, "thresher")
    assert extraction.confidence == 0.75
    assert extraction.page_type == ("forum", 0.5)
    assert silent.summary == "all-text: 1 of 1 blocks kept"
    assert extraction.summary == "thresher: 1 of 1 blocks kept · forum (50%) · confidence 0.75"
    assert repr(extraction) == f"<Extraction by {extraction.summary}>"
    assert list(told) == list(verdicts)


def test_an_empty_extraction_is_valid() -> None:
    extraction = extracted(Leaves().segment(parsed("")))
    assert not extraction
    assert (extraction.text, extraction.kept, list(extraction)) == ("", [], [])
    assert extraction.to_dict()["blocks"] == []


def test_a_failed_page_says_so() -> None:
    segmentation = Leaves().segment(parsed(""))
    error = ParseError("cannot be read")
    extraction = Extraction(segmentation, AllText().judge(segmentation), "all-text", error)
    assert "ParseError" in repr(extraction)
    assert extraction.to_dict()["error"] == "cannot be read"


@every_segmenter
@given(markup=pages)
def test_to_dict_is_json(segmenter: Segmenter, markup: str) -> None:
    segmentation = segmenter.segment(Page.parse(markup, url="https://example.org/"))
    extraction = extracted(segmentation)
    plain = extraction.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert [block["text"] for block in plain["blocks"]] == [block.text for block in segmentation]
    assert [block["keep"] for block in plain["blocks"]] == extraction.verdicts.keep.tolist()


def test_outside_texts_are_in_the_answer() -> None:
    extraction = extracted(with_outside("<p>a</p>"))
    assert extraction.text == "a\n\nfrom data\n\nfrom a script"
    assert [block["origin"] for block in extraction.to_dict()["blocks"]] == [
        "page",
        "structured data",
        "script state",
    ]


def test_an_identifier_that_learns_nothing() -> None:
    identifier = AllText()
    assert identifier.fit([]) is identifier
    assert identifier.export() is None
    assert not identifier.needs_fit
    with pytest.raises(NotFitted, match="AllText learns nothing"):
        identifier.restore({})
