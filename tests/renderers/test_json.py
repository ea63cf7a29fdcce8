"""JSON holds everything known of an extraction."""

from __future__ import annotations

import json
from dataclasses import replace

import thresher
from tests.material import golden_pages, plain
from thresher.renderers.json import SCHEMA_VERSION
from thresher.types import PageType


def test_every_key_is_there() -> None:
    source = "<title>T</title><p>Grain &amp; words.</p><p hidden>Unseen.</p>"
    extraction = thresher.extract(source, algorithm="all-text", url="https://example.org/")
    result = extraction.to_dict()
    metadata = result.pop("metadata")
    assert metadata["title"]["value"] == "T"
    assert result == {
        "schema_version": SCHEMA_VERSION,
        "url": "https://example.org/",
        "encoding": "UTF-8",
        "algorithm": "all-text",
        "confidence": None,
        "page_type": None,
        "error": None,
        "text": "Grain & words.",
        "blocks": [
            {
                "index": 0,
                "tag": "p",
                "path": extraction.segmentation[0].path,
                "origin": "page",
                "hidden": False,
                "text": "Grain & words.",
                "keep": True,
                "score": 1.0,
                "why": "visible",
            },
            {
                "index": 1,
                "tag": "p",
                "path": extraction.segmentation[1].path,
                "origin": "page",
                "hidden": True,
                "text": "Unseen.",
                "keep": False,
                "score": 0.0,
                "why": "hidden",
            },
        ],
    }


def test_what_is_said_of_the_whole_page() -> None:
    extraction = thresher.extract("<p>Grain and words.</p>", algorithm="all-text")
    told = replace(extraction.verdicts, confidence=2 / 3, page_type=PageType("forum", 1 / 3))
    result = replace(extraction, verdicts=told).to_dict()
    assert result["confidence"] == 0.666667
    assert result["page_type"] == {"name": "forum", "probability": 0.333333}


def test_json_reads_back_as_the_same_values() -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source)
        result = json.loads(thresher.render(extraction, "json"))
        assert result == extraction.to_dict()
        verdicts = [(b["keep"], b["score"], b["why"]) for b in result["blocks"]]
        assert verdicts == [
            (keep, round(score, 6), why) for keep, score, why in plain(extraction.verdicts)
        ]


def test_characters_are_not_escaped() -> None:
    written = thresher.render(thresher.extract("<p>谷物 🌾</p>", algorithm="all-text"), "json")
    assert "谷物 🌾" in written


def test_paths_find_their_elements() -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source)
        for block in extraction.to_dict()["blocks"]:
            # What is inside a shadow root has no path from the root of the page.
            if block["path"].startswith("html"):
                found = extraction.page.document.select(block["path"])
                assert [element.tag for element in found] == [block["tag"]]
