"""Plain text, worked by hand."""

from __future__ import annotations

import pytest

import thresher
from tests.material import golden_pages, with_verdicts


def text(source: str) -> str:
    return thresher.extract(source, algorithm="all-text").text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<p>one<br>two</p>", "one\ntwo"),
        ("<p>  one \n  two  </p>", "one two"),
        ("<p>o<b>n</b>e</p>", "one"),
        ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
        ("<pre>a\n  b\n\nc</pre>", "a\n  b\n\nc"),
        ("<p>a &amp; b &lt;c&gt; &#x1F33E;</p>", "a & b <c> 🌾"),
        ("<p>谷物</p><p>糠秕</p>", "谷物\n\n糠秕"),
        ("<p>one<script>x</script><!-- y --></p>", "one"),
        ("", ""),
        ("<img src=a.png alt=picture>", ""),
    ],
)
def test_the_page_decides_what_stands_between_texts(source: str, expected: str) -> None:
    assert text(source) == expected


def test_what_is_left_out_in_between_separates() -> None:
    extraction = thresher.extract("<p>one</p><i>x</i><p>two</p>", algorithm="all-text")
    assert with_verdicts(extraction, [True, False, True]).text == "one\n\ntwo"


def test_cells_of_a_row_stay_on_a_line_where_one_is_dropped() -> None:
    source = "<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>"
    extraction = thresher.extract(source, algorithm="all-text")
    assert with_verdicts(extraction, [True, False, True, False, True, True]).text == "a\tc\ne\tf"


def test_the_text_of_a_page_is_the_text_of_its_blocks() -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source, algorithm="all-text")
        if any(
            block.rows.size and not block.hidden and has_hidden(block) for block in extraction.kept
        ):
            continue
        assert extraction.text.split() == " ".join(b.text for b in extraction.kept).split()


def has_hidden(block: thresher.Block) -> bool:
    return bool(block.segmentation.page.table.hidden[block.rows].any())
