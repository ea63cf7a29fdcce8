"""Pagelets: which elements they are, what they share, and what is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from thresher.errors import BadOption, NotFitted
from thresher.identifiers.pagelets import pagelet_rows, shingle
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline

LINKS = "<a href=/1>{0} one</a> <a href=/2>{0} two</a> <a href=/3>{0} three</a>"
MENU = f"<ul id=menu>{LINKS.format('menu')}</ul>"


def pagelet_ids(source: str, min_links: int = 3) -> list[str | None]:
    table = Page.parse(source).table
    return [table.nodes[row].attr("id") for row in pagelet_rows(table, min_links)]  # type: ignore[attr-defined]


def test_a_pagelet_is_a_lowest_element_with_three_links() -> None:
    source = f"<div id=all>{MENU}<p id=two><a href=/>x</a><a href=/>y</a></p></div>"
    assert pagelet_ids(source) == ["menu"]
    assert pagelet_ids(source, min_links=2) == ["menu", "two"]
    assert pagelet_ids(source, min_links=5) == ["all"]
    assert pagelet_ids("<p>no link</p>") == []


def test_an_element_above_pagelets_is_none() -> None:
    other = MENU.replace("menu", "other")
    assert pagelet_ids(f"<div id=all>{MENU}{other}</div>") == ["menu", "other"]


def test_links_that_nobody_sees_do_not_count() -> None:
    assert pagelet_ids(f"<div hidden>{MENU}</div>") == []


def test_shingles() -> None:
    assert shingle("Home  News MILL grain", 4) == shingle("home news mill grain", 4)
    assert shingle("home news mill grain", 4) != shingle("home news mill chaff", 4)
    assert shingle("home", 1) != shingle("news", 1)
    assert shingle("", 1) == shingle(" ", 1)


def page(story: str, links: str = "") -> str:
    return f"<html><body>{MENU}<p>{story}</p>{links}</body></html>"


def test_groups_of_links_that_pages_share_are_template() -> None:
    pages = [page("Rye is tall."), page("Oats are late.", f"<div>{LINKS.format('own')}</div>")]
    pipeline = Pipeline("pagelets").fit(pages)
    assert pipeline.extract(pages[0]).text == "Rye is tall."
    assert pipeline.extract(pages[1]).text.startswith("Oats are late.\n\nown one")
    verdicts = pipeline.extract(pages[1]).verdicts
    assert verdicts[0].why == "in a group of links of other pages too"


def test_a_new_page_makes_the_second_of_two() -> None:
    """The group is on one page that was learned from, and on the page itself: that is two."""
    own = f"<div>{LINKS.format('own')}</div>"
    pages = [page("Rye is tall."), page("Oats are late.", own)]
    unseen = page("Barley is ripe.", own)
    assert Pipeline("pagelets").fit(pages).extract(unseen).text == "Barley is ripe."
    three = Pipeline("pagelets", min_pages=3).fit(pages).extract(unseen)
    assert three.text.startswith("Barley is ripe.\n\nown one")
    assert "menu" not in three.text


def test_one_page_is_judged_by_the_page_level_default() -> None:
    for pages in ([page("Rye")], [page("Rye")] * 20, [], [""]):
        verdicts = Pipeline("pagelets").fit(pages).extract(page("Rye")).verdicts
        assert all(verdict.why.startswith("too few pages") for verdict in verdicts)


def test_a_page_of_nothing_but_shared_links_is_not_thrown_away() -> None:
    pipeline = Pipeline("pagelets").fit([page("Rye is tall."), page("Oats are late.")])
    verdicts = pipeline.extract(f"<html><body>{MENU}</body></html>").verdicts
    assert all(verdict.why.startswith("nothing would be left") for verdict in verdicts)


def test_learning_goes_on_from_what_was_learned(tmp_path: Path) -> None:
    pages = [page("Rye"), page("Oats"), page("Barley", f"<div>{LINKS.format('own')}</div>")]
    first = Pipeline("pagelets").fit(pages[:1])
    first.save(tmp_path / "state.json", state=True)
    more = Pipeline.load(tmp_path / "state.json").partial_fit(pages[1:])
    assert more.identifier.export() == Pipeline("pagelets").fit(pages).identifier.export()


@pytest.mark.parametrize(
    "options", [{"min_links": 0}, {"min_pages": 1}, {"minima": 0}, {"minima": 99}]
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="must be at"):
        Pipeline("pagelets", **options)


def test_unfitted() -> None:
    with pytest.raises(NotFitted, match="thresher fit"):
        Pipeline("pagelets").extract(page("Rye"))
