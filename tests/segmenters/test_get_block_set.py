from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.errors import BadOption
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable
from thresher.segmenters.get_block_set import MODERN_TAGS, PAPER_TAGS, GetBlockSet


def blocks(markup: str, segmenter: GetBlockSet | None = None) -> list[str]:
    segmenter = segmenter or GetBlockSet()
    return [block.text for block in segmenter.segment(Page.parse(f"<html>{markup}"))]


NESTED = """
<table><tr>
  <td>menu</td>
  <td>lead <table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table> rest</td>
</tr></table>
"""


def test_nested_tables_are_cut_into_cells() -> None:
    assert blocks(NESTED) == ["menu", "lead", "a", "b", "c", "rest"]


def test_whole_tables_keeps_the_deepest_table() -> None:
    assert blocks(NESTED, GetBlockSet(whole_tables=True)) == ["menu", "lead", "a\tb\nc", "rest"]


def test_whole_tables_keeps_what_is_in_the_cells_together() -> None:
    markup = "<table><tr><td><p>a</p>b</td><td>c</td></tr></table><p>d</p>"
    assert blocks(markup) == ["a", "b", "c", "d"]
    assert blocks(markup, GetBlockSet(whole_tables=True)) == ["a\n\nb\tc", "d"]


def test_a_page_without_tables() -> None:
    assert blocks("<h1>head</h1><p>one</p><p>two</p>tail") == ["head", "one", "two", "tail"]


def test_a_page_without_any_tag_of_the_set_is_one_block() -> None:
    assert blocks("<h1>head</h1> text <b>bold</b>") == ["head\n\ntext bold"]


def test_hr_separates() -> None:
    assert blocks("one<hr>two<hr><hr>three") == ["one", "two", "three"]


def test_text_between_tables() -> None:
    table = "<table><tr><td>{}</td></tr></table>"
    markup = f"before{table.format('a')}between{table.format('b')}after"
    assert blocks(markup) == ["before", "a", "between", "b", "after"]


def test_spans_are_cut_by_the_paper_but_not_by_the_modern_set() -> None:
    markup = "<section>one <span>two</span> three</section><section>four</section>"
    assert blocks(markup) == ["one", "two", "three\n\nfour"]
    assert blocks(markup, GetBlockSet(tags=("modern",))) == ["one two three", "four"]


def test_list_items_are_cut_by_the_modern_set_only() -> None:
    markup = "<ul><li>a</li><li>b</li></ul>"
    assert blocks(markup) == ["a\nb"]
    assert blocks(markup, GetBlockSet(tags=("modern",))) == ["a", "b"]


def test_the_paper_s_order() -> None:
    assert PAPER_TAGS == ("table", "tr", "td", "th", "p", "hr", "ul", "div", "span")
    assert "span" not in MODERN_TAGS
    assert set(PAPER_TAGS) - {"span"} <= set(MODERN_TAGS)


def test_an_unknown_tag_is_named() -> None:
    with pytest.raises(BadOption, match=r"tags: tabel is not an HTML tag.*table,tr"):
        blocks("<p>x", GetBlockSet(tags=("tabel", "p")))


def test_empty_page() -> None:
    assert blocks("") == []


# The rounds of the paper, taken literally, on lists of rows. A block knows which occurrences it
# was made from (`used`), so that an element is a place to cut only for the blocks around it.
Block = tuple[list[int], frozenset[int]]


def ancestors(table: NodeTable, row: int) -> list[int]:
    """The row and those above it, outermost first."""
    chain = []
    while row >= 0:
        chain.append(row)
        row = int(table.parent[row])
    return chain[::-1]


def get_blocks(block: Block, occurrences: Sequence[list[int]]) -> list[Block]:
    """GetBlocks [Debnath05 §4.2]: the outermost occurrences of a tag and the pieces between."""
    rows, used = block

    def outermost(row: int) -> int:
        return next((at for at in occurrences[row] if at not in used), -1)

    parts = [(at, list(part)) for at, part in groupby(rows, outermost)]
    return [(part, used | {at} if at >= 0 else used) for at, part in parts]


def get_block_set(table: NodeTable, tag_set: Sequence[str], closed: set[int]) -> list[list[int]]:
    """GetBlockSet [Debnath05 §4.1]: tag after tag, until no block holds any; rows of leaves.

    Rows of `closed` are no places to cut.
    """
    chains = [ancestors(table, row) for row in range(len(table))]
    names = [table.names[code] for code in table.tag]
    blocks: list[Block] = [(list(range(len(table))), frozenset())]
    while True:
        before = blocks
        for tag in tag_set:
            occurrences = [
                [at for at in chain if names[at] == tag and at not in closed] for chain in chains
            ]
            blocks = [part for block in blocks for part in get_blocks(block, occurrences)]
        if blocks == before:
            break
    leaves = set(table.leaves.tolist())
    found = [[row for row in rows if row in leaves] for rows, _ in blocks]
    return [rows for rows in found if rows]


def inside_deepest_tables(table: NodeTable) -> set[int]:
    closed: set[int] = set()
    for row in np.flatnonzero(table.tag == tags.CODES["table"]):
        below = range(row + 1, table.end[row])
        if not any(table.tag[other] == tags.CODES["table"] for other in below):
            closed.update(below)
    return closed


@given(pages, st.permutations(PAPER_TAGS), st.booleans())
def test_the_rounds_of_the_paper_give_the_same_blocks(
    markup: str, tag_set: list[str], whole_tables: bool
) -> None:
    page = Page.parse(markup)
    closed = inside_deepest_tables(page.table) if whole_tables else set()
    expected = get_block_set(page.table, tag_set, closed)
    segmentation = GetBlockSet(tuple(tag_set), whole_tables=whole_tables).segment(page)
    assert [block.rows.tolist() for block in segmentation] == expected


@given(
    pages,
    st.lists(st.sampled_from(MODERN_TAGS), unique=True, min_size=1).map(tuple),
)
def test_any_tags_in_any_order(markup: str, tag_set: tuple[str, ...]) -> None:
    page = Page.parse(markup)
    expected = get_block_set(page.table, tag_set, set())
    segmentation = GetBlockSet(tag_set).segment(page)
    assert [block.rows.tolist() for block in segmentation] == expected
