"""An extraction shown in a notebook."""

from __future__ import annotations

import turbohtml

import thresher
from tests.material import golden_pages, with_verdicts
from thresher.errors import ParseError
from thresher.pipeline import Pipeline
from thresher.renderers.overlay import as_notebook_html


def test_every_block_with_text_is_shown_with_its_reason() -> None:
    extraction = thresher.extract(
        "<p>Grain.</p><p hidden>Chaff.</p><img src=x>", algorithm="all-text"
    )
    rows = turbohtml.parse(as_notebook_html(extraction)).select("div[title]")
    assert [row.text for row in rows] == ["Grain.", "Chaff."]
    titles = [row.attr("title") or "" for row in rows]
    assert titles[0].startswith("visible · score 1.000 · ")
    assert titles[1].startswith("hidden · score 0.000 · ")
    assert rows[0].attr("style") != rows[1].attr("style")


def test_what_comes_from_the_page_is_escaped() -> None:
    source = (
        "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>"
        "<p id=\"x' onmouseover='alert(2)\">&lt;img src=x onerror=alert(3)&gt;</p>"
    )
    extraction = thresher.extract(source, algorithm="all-text", url="javascript:'<b>")
    shown = turbohtml.parse(as_notebook_html(extraction))
    assert {element.tag for element in shown.select("body *")} == {"div", "b"}
    names = {name for element in shown.select("body *") for name in element.attrs}
    assert names <= {"style", "title"}
    assert "<img src=x onerror=alert(3)>" in shown.text


def test_totals_and_errors_are_in_the_head() -> None:
    extraction = thresher.extract("<p>a</p><p>b</p>", algorithm="all-text")
    assert "test: 1 of 2 blocks kept" in as_notebook_html(with_verdicts(extraction, [True, False]))
    failed = Pipeline("all-text").failed("", ParseError("not <a> page"))
    assert "0 of 0 blocks kept · not &lt;a&gt; page" in as_notebook_html(failed)


def test_a_notebook_finds_it() -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source)
        before = extraction.page.document.html
        assert extraction._repr_html_() == as_notebook_html(extraction)
        assert extraction.page.document.html == before
