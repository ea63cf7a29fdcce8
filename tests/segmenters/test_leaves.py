from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import pages
from thresher.compiled import compiled_name
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.segmenters import leaves_kernel
from thresher.segmenters.leaves import _IS_SEEN, Leaves
from thresher.types import Segmentation


def segmented(markup: str) -> Segmentation:
    return Leaves().segment(Page.parse(f"<html>{markup}"))


def blocks(markup: str) -> list[str]:
    return [block.text for block in segmented(markup)]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("", []),
        ("<p>  </p><div></div>", []),
        ("<p>one <b>two</b> <a href=/>three</a> <i><u>four</u></i></p>", ["one two three four"]),
        ("<x-card>one</x-card> <x-card>two</x-card>", ["one two"]),
        ("<p>one<br>two</p>", ["one\ntwo"]),
        ("<p>one<br><br>two</p>", ["one", "two"]),
        ("<p>one<br> \n <br>two</p>", ["one", "two"]),
        ("<p>one<br><b>two</b><br>three</p>", ["one\ntwo\nthree"]),
        ("one<hr>two", ["one", "two"]),
        ("<table><tr><td>a<td>b<tr><th>c<td>d</table>", ["a", "b", "c", "d"]),
        ("<table><caption>name</caption><tr><td>a</table>", ["name", "a"]),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", ["a", "b", "c"]),
        ("<dl><dt>term<dd>meaning</dl>", ["term", "meaning"]),
        ("<figure><img><figcaption>seen</figcaption></figure>", ["", "seen"]),
        ("<details><summary>more</summary>text</details>", ["more", "text"]),
        ("before<p>inside</p>after", ["before", "inside", "after"]),
        ("<div>a<div>b<div>c</div>d</div>e</div>", ["a", "b", "c", "d", "e"]),
        ("<h1>head</h1><p>body</p>", ["head", "body"]),
        ("<label>name</label><button>go</button>", ["name", "go"]),
    ],
)
def test_blocks(markup: str, expected: list[str]) -> None:
    assert blocks(markup) == expected


def test_preformatted_text_is_one_block_with_its_lines() -> None:
    code = "<pre><b>def</b> f():\n\n    <i>return</i> 1\n\n\n<b>f</b>()</pre>"
    assert blocks(f"<p>x</p>{code}<p>y</p>") == [
        "x",
        "def f():\n\n    return 1\n\n\nf()",
        "y",
    ]


def tags_of(markup: str) -> list[list[str]]:
    segmentation = segmented(markup)
    table = segmentation.page.table
    return [[table.names[table.tag[row]] for row in block.rows] for block in segmentation]


def test_an_image_alone_is_a_block() -> None:
    assert tags_of("<p>a</p><img><p>b</p>") == [["#text"], ["img"], ["#text"]]


def test_an_image_in_a_paragraph_is_part_of_it() -> None:
    assert tags_of("<p>a <img> b</p>") == [["#text", "img", "#text"]]
    assert tags_of("<p><img> b</p>") == [["img", "#text"]]


def test_scripts_and_styles_are_in_no_block() -> None:
    assert tags_of("<p>a</p><script>1</script><p>b</p>") == [["#text"], ["#text"]]
    assert tags_of("<body><style>1</style><p>a</p>") == [["#text"]]


def test_scripts_do_not_stretch_the_block_before_them() -> None:
    segmentation = segmented("<main><p>last words</p></main><script>1</script>")
    assert [block.tag for block in segmentation] == ["p"]


def test_hidden_text_is_a_block_and_flagged() -> None:
    segmentation = segmented("<p>seen</p><p hidden>unseen</p>")
    assert [(block.text, block.hidden) for block in segmentation] == [
        ("seen", False),
        ("unseen", True),
    ]


@given(pages)
def test_compiled_and_plain_number_alike(markup: str) -> None:
    name = compiled_name("thresher.segmenters.leaves_kernel")
    compiled = pytest.importorskip(name, reason="the kernel was not compiled")
    table = Page.parse(markup).table
    owners, counts = [], []
    for loops in (leaves_kernel, compiled):
        owner = np.full(len(table), -1, dtype=np.int32)
        counts.append(loops.number_blocks(table, _IS_SEEN, tags.CELL, owner))
        owners.append(owner)
    np.testing.assert_array_equal(owners[0], owners[1])
    assert counts[0] == counts[1] == owners[0].max(initial=-1) + 1
