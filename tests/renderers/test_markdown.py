"""Markdown of the kept blocks: the renderer, over the tree that `tree_markdown` writes."""

from __future__ import annotations

import thresher
from tests.material import with_verdicts

PAGE = """<!doctype html><title>T</title><nav><a href="/home">Home</a></nav>
<main><h1>Grain</h1><p>Some <em>words</em> and a <a href="more">link</a>.</p>
<ul><li>one</li><li>two</li></ul>
<table><tr><th>Sort</th><th>Price</th></tr><tr><td>rye</td><td>3</td></tr></table></main>"""


def extraction(source: str = PAGE, url: str | None = None) -> thresher.Extraction:
    return thresher.extract(source, algorithm="all-text", url=url)


def test_structure_is_kept() -> None:
    lines = extraction().markdown.splitlines()
    assert "# Grain" in lines
    assert "Some *words* and a [link](more)." in lines
    assert [line.split() for line in lines if line.endswith(("one", "two"))] == [
        ["-", "one"],
        ["-", "two"],
    ]
    assert any(line.replace(" ", "") == "|rye|3|" for line in lines)


def test_links_are_absolute_when_the_url_is_known() -> None:
    written = extraction(url="https://example.org/a/b").markdown
    assert "[link](https://example.org/a/more)" in written
    assert "[Home](https://example.org/home)" in written


def test_the_base_element_counts() -> None:
    source = "<base href=https://example.com/x/><p>A <a href=y>link</a> it is.</p>"
    assert "(https://example.com/x/y)" in extraction(source, url="https://example.org/").markdown


def test_only_kept_blocks_are_written() -> None:
    whole = extraction()
    only_list = with_verdicts(whole, [block.tag == "li" for block in whole.segmentation])
    assert [line.split() for line in only_list.markdown.splitlines()] == [
        ["-", "one"],
        ["-", "two"],
    ]


def test_a_table_keeps_its_columns_where_cells_are_dropped() -> None:
    whole = extraction()
    keep = [block.tag in ("th", "td") and block.text != "Price" for block in whole.segmentation]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in with_verdicts(whole, keep).markdown.splitlines()
        if "-" not in line
    ]
    assert rows == [["Sort", ""], ["rye", "3"]]


def test_characters_of_markdown_are_escaped() -> None:
    source = "<p>1. not a list</p><p># no heading, *no* emphasis, [no](link)</p>"
    written = extraction(source).markdown
    assert not written.startswith("1. ")
    assert "\n# " not in written
    assert "*no*" not in written
    assert "[no](link)" not in written
