from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import pages
from thresher.parsing.joining import join_rows
from thresher.parsing.page import Page


def joined(markup: str) -> str:
    table = Page.parse(f"<html>{markup}").table
    return join_rows(table, table.leaves)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("", ""),
        ("<p>  </p>", ""),
        ("<p>one</p>", "one"),
        ("<p>th<b>re</b>sh</p>", "thresh"),
        ("<p>one<b> two </b>three</p>", "one two three"),
        ("<p>one <!-- c --> two</p>", "one two"),
        ("<p> one\n\ttwo&nbsp;three </p>", "one two three"),
        ("<p>one<br>two</p>", "one\ntwo"),
        ("<p>one<br><br>two</p>", "one\n\ntwo"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<div>one</div><div>two</div>", "one\ntwo"),
        ("<p>one</p><hr>two", "one\n\ntwo"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
        ("<p>see <img> here</p>", "see here"),
        ("<p>see<img>here</p>", "seehere"),
        ("<p>a<script>1</script>b</p>", "ab"),
        ("<p>一<b>二</b>三</p>", "一二三"),
    ],
)
def test_joining(markup: str, text: str) -> None:
    assert joined(markup) == text


@pytest.mark.parametrize(
    "code",
    [
        "a\n  b\n\n\n    c",
        "    four\n  two",
        "a   b\tc",
        "if x:\n\treturn",
    ],
)
def test_preformatted_text_is_kept(code: str) -> None:
    assert joined(f"<p>x</p><pre>{code}</pre><p>y</p>") == f"x\n\n{code}\n\ny"
    assert joined(f"<pre>{code}</pre>") == code


def test_spans_add_nothing_to_preformatted_text() -> None:
    markup = "<pre><i>def</i> <b>f</b>():\n    <i>return</i> <u> 1</u>\n\n<i>f</i>()</pre>"
    assert joined(markup) == "def f():\n    return  1\n\nf()"


def test_blank_lines_around_preformatted_text_go() -> None:
    assert joined("<pre>\n\n   \n  code\n\n</pre>") == "  code"


def test_rows_left_out_leave_their_gap() -> None:
    table = Page.parse("<p>one</p><p>two</p><span>three</span>").table
    one, two, three = table.text_rows().tolist()
    assert join_rows(table, np.array([one, three])) == "one\n\nthree"
    assert join_rows(table, np.array([two, three])) == "two\n\nthree"
    assert join_rows(table, np.array([two])) == "two"
    assert join_rows(table, np.array([], dtype=np.intp)) == ""


def test_what_comes_after_the_last_row_does_not_matter() -> None:
    table = Page.parse("<p>one<b>two</b></p><p>three</p>").table
    assert join_rows(table, table.text_rows()[:2]) == "onetwo"


@given(pages)
def test_no_character_is_lost_or_added(markup: str) -> None:
    table = Page.parse(markup).table
    whole = join_rows(table, table.leaves)
    texts = [table.texts[row] or "" for row in table.leaves]
    assert "".join(whole.split()) == "".join("".join(texts).split())
    assert whole == whole.rstrip()
    words_apart = [text for text, gap in zip(texts, table.gap[table.leaves], strict=True) if gap]
    assert len(whole.split()) >= len([text for text in words_apart if text.split()])


@given(pages)
def test_a_part_of_the_rows_is_a_part_of_the_text(markup: str) -> None:
    table = Page.parse(markup).table
    rows = table.text_rows()
    some = rows[::2]
    expected = "".join("".join((table.texts[row] or "").split()) for row in some)
    assert "".join(join_rows(table, some).split()) == expected
