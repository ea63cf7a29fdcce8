"""The report: one file, everything in it, nothing of it from elsewhere."""

from __future__ import annotations

import dataclasses

import turbohtml

from tests.evaluation.samples import claimed, score, sited, structured, usual
from thresher.evaluation.report import to_html


def test_sections_tables_figures_and_origins() -> None:
    document = turbohtml.parse(to_html([usual(), sited(), structured()]))
    headings = [heading.text for heading in document.select("h2")]
    assert headings == [
        "news",
        "Pages without an answer",
        "news, learned site by site",
        "news",
        "Pages without an answer",
        "What was compared",
        "Where the numbers come from",
    ]
    titles = [heading.text for heading in document.select("h3")]
    assert "news: b-F by site" in titles
    assert "news: structure kept" in titles
    captions = [caption.text for caption in document.select("figcaption")]
    assert captions
    for caption in captions:
        assert "Data: news, " in caption
        assert "thresher evaluate --data DATA --sets news" in caption


def test_claims_are_plotted_and_types_confused() -> None:
    document = turbohtml.parse(to_html([claimed()]))
    titles = [heading.text for heading in document.select("h3")]
    assert "news: types that core-ex told, by the true type" in titles
    captions = [caption.text for caption in document.select("figcaption")]
    assert sum("Expected calibration error: core-ex .095." in each for each in captions) == 1


def test_it_needs_nothing_else() -> None:
    text = to_html([usual()])
    document = turbohtml.parse(text)
    assert document.select("script, link, img, iframe") == []
    assert "@import" not in text
    assert "url(" not in text
    assert "@media print" in text


def test_what_pages_say_is_no_markup() -> None:
    bad = score("x", "core-ex", 0.0, error="<script>alert(1)</script>", type="<b>bold</b>")
    given = usual()
    given = dataclasses.replace(given, scores=(*given.scores, bad))
    text = to_html([given])
    assert "<script" not in text
    assert "<b>bold" not in text
