"""Golden sites: written by hand, for what goes wrong when pages of a site are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.material import ROOT
from thresher.evaluation.datasets import Example, read_path
from thresher.evaluation.words import words
from thresher.pipeline import Pipeline

FOLDERS = sorted(path for path in (ROOT / "tests" / "sites").iterdir() if path.is_dir())


def pages_of(name: str) -> list[Example]:
    return list(read_path(ROOT / "tests" / "sites" / name))


def texts(name: str, algorithm: str = "site") -> list[str]:
    """Of each page, what is kept after learning from the others."""
    pages = pages_of(name)
    return [
        Pipeline(algorithm)
        .fit(other.html for other in pages if other is not page)
        .extract(page.html)
        .text
        for page in pages
    ]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_golden_site_is_complete(folder: Path) -> None:
    pages = pages_of(folder.name)
    assert len(pages) >= 5
    assert (folder / "note.md").read_text(encoding="utf-8").strip()
    for page in pages:
        shown = set(words(Pipeline("all-text").extract(page.html).text))
        assert page.text, page.id
        assert set(words(page.text)) <= shown, page.id


def test_what_changes_in_the_template_is_not_content() -> None:
    for text in texts("news"):
        for changing in ("Good morning", "unread letters", "Visitor number", "Most read", "Now "):
            assert changing not in text


def test_what_repeats_inside_the_content_is_content() -> None:
    found = texts("manual")
    assert all("from kiln import Kiln" in text for text in found)
    assert sum("All times are in UTC" in text for text in found) == 4
    assert all("readers found this page helpful" not in text for text in found)
    assert all("Last changed on" not in text for text in found)


def test_prices_are_content_and_buttons_are_not() -> None:
    for page, text in zip(pages_of("shop"), texts("shop"), strict=True):
        assert page.text
        assert text.count("€") == page.text.count("€")
        assert "basket" not in text


@pytest.mark.parametrize("algorithm", ["content-extractor", "shingling", "site-style-tree"])
@pytest.mark.parametrize("site", ["news", "manual", "shop"])
def test_what_is_the_same_all_over_the_site_is_template(algorithm: str, site: str) -> None:
    same = {
        "news": "Stop it whenever you like",
        "manual": "Did this page help you",
        "shop": "comes back to us",
    }
    assert all(same[site] not in text for text in texts(site, algorithm))
