from __future__ import annotations

import pytest
from turbohtml import parse

from thresher.markup.emphasis import EMPHASIS_TAGS, settle_emphasis
from thresher.markup.literals import Literals
from thresher.markup.tags import index


def rendered(html: str) -> str:
    document = parse(html)
    literals = Literals()
    settle_emphasis(index(document, EMPHASIS_TAGS), literals)
    return literals.restore(document.to_markdown())


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a <b>b</b> c", "a **b** c"),
        ("<p>a<em>b</em>c", "a*b*c"),
        ("<p><s>a</s> <del>b</del>", "~~a~~ ~~b~~"),
        ("<p><b>Note:</b>text", "**Note**:text"),
        ("<p><b>Note:</b> text", "**Note:** text"),
        ("<p>x<b>(a)</b> y", "x(**a**) y"),
        ("<p>中<b>“粗”</b>文", "中“**粗**”文"),
        ("<p><b>don’t – do</b> it", "**don’t – do** it"),
        ("<p><b>“q”</b>, y", "**“q”**, y"),
        ("<p>a<b> b </b>c", "a **b** c"),
        ("<p><b>a</b><strong>b</strong>", "**ab**"),
        ("<p><b>a<b>b</b></b>", "**ab**"),
        ("<p><b><i>a</i></b>", "***a***"),
        ("<p>a <b> </b>b", "a b"),
        ("<p>a<b>:</b>b", "a:b"),
        ('<p><b><a href="u">a</a></b>b', "[a](u)b"),
        ('<p><a href="u"><b>a (b)</b></a><a href="v">c</a>', "[**a (b)**](u)[c](v)"),
        ("<p><span><b>a:</b></span>b", "**a**:b"),
        ("<p><code>a</code><code>b</code>", "`ab`"),
        ("<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"),
        ("<b><p>a – b</p>c</b>", "a – b\n\nc"),
    ],
)
def test_marks(html: str, markdown: str) -> None:
    assert rendered(html) == markdown
