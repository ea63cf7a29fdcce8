"""HTML of the kept blocks is safe, and has their structure."""

from __future__ import annotations

import pytest
import turbohtml

import thresher
from tests.material import golden_pages, with_verdicts


def html(source: str, url: str | None = None) -> str:
    return thresher.extract(source, algorithm="all-text", url=url).html


def test_structure_is_kept() -> None:
    written = html("<h2>Grain</h2><p>Some <em>words</em>.</p><ul><li>one</li></ul>")
    tags = [element.tag for element in turbohtml.parse(written).select("body *")]
    assert tags == ["h2", "p", "em", "ul", "li"]


@pytest.mark.parametrize(
    "source",
    [
        "<p onclick=alert(1)>text</p>",
        "<p><a href='javascript:alert(1)'>text</a></p>",
        "<p><a href=' java\nscript:alert(1)'>text</a></p>",
        "<p>text<img src=x onerror=alert(1)></p>",
        "<p>text<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg></p>",
        "<p>text<iframe srcdoc='<script>alert(1)</script>'></iframe></p>",
        "<p>text<script>alert(1)</script></p>",
        "<p>text<noscript><img src=x onerror=alert(1)></noscript></p>",
        "<p style='background:url(javascript:alert(1))'>text</p>",
        "<form action='javascript:alert(1)'><p>text</p><button formaction=javascript:alert(1)>b",
        "<p>text<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table>",
    ],
)
def test_nothing_that_acts_is_left(source: str) -> None:
    written = html(source)
    assert "text" in written
    assert "alert" not in written


def test_text_that_looks_like_markup_stays_text() -> None:
    written = html("<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</p>")
    assert written == "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</p>"


def test_links_and_pictures_are_absolute_when_the_url_is_known() -> None:
    written = html("<p>A <a href=b>link</a> <img src=c.png alt=d></p>", "https://example.org/a/")
    assert 'href="https://example.org/a/b"' in written
    assert 'src="https://example.org/a/c.png"' in written


def test_it_is_a_fragment() -> None:
    for source in golden_pages().values():
        written = thresher.extract(source).html
        assert not {"<html", "<body", "<head", "<!doctype"} & set(written.lower().split(">")[0:1])
        assert "<script" not in written.lower()


def test_a_table_keeps_its_columns_where_cells_are_dropped() -> None:
    source = "<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>"
    extraction = thresher.extract(source, algorithm="all-text")
    written = with_verdicts(extraction, [True, False, True, False, False, True]).html
    rows = turbohtml.parse(written).select("tr")
    texts = [[cell.text.strip() for cell in row.select("td")] for row in rows]
    assert texts == [["a", "", "c"], ["", "", "f"]]
