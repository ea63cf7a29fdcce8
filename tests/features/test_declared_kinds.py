"""What a page claims to be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import pages
from thresher.features.declared_kinds import KINDS, declared_kinds
from thresher.parsing.page import Page


def kinds_of(markup: str) -> set[str]:
    column = declared_kinds(Page.parse(f"<html>{markup}<p>x</p>").table)
    assert len(column) == len(KINDS)
    return {kind for kind, claimed in zip(KINDS, column.tolist(), strict=True) if claimed}


def json_ld(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


@pytest.mark.parametrize(
    ("kind", "claim"),
    [
        ("article", "NewsArticle"),
        ("article", "BlogPosting"),
        ("product", "Product"),
        ("product", "Offer"),
        ("listing", "ItemList"),
        ("listing", "CollectionPage"),
        ("forum", "DiscussionForumPosting"),
        ("question", "QAPage"),
        ("question", "FAQPage"),
        ("recipe", "Recipe"),
        ("job", "JobPosting"),
        ("event", "MusicEvent"),
        ("profile", "ProfilePage"),
        ("software", "SoftwareApplication"),
        ("video", "VideoObject"),
        ("website", "WebSite"),
    ],
)
def test_types_of_json_ld(kind: str, claim: str) -> None:
    assert kinds_of(json_ld(f'{{"@context": "https://schema.org", "@type": "{claim}"}}')) == {kind}


@pytest.mark.parametrize(
    ("claim", "kind"),
    [("article", "article"), ("product.item", "product"), ("video.other", "video")],
)
def test_type_of_open_graph(claim: str, kind: str) -> None:
    assert kinds_of(f'<meta property="og:type" content="{claim}">') == {kind}


def test_several_claims() -> None:
    graph = '{"@graph": [{"@type": "WebSite"}, {"@type":\n"Recipe"}]}'
    assert kinds_of(json_ld(graph) + '<meta property="og:type" content="article">') == {
        "website",
        "recipe",
        "article",
    }


def test_a_list_of_types() -> None:
    assert kinds_of(json_ld('{"@type": ["Recipe"]}')) == {"recipe"}


def test_broken_json_still_tells_its_type() -> None:
    assert kinds_of(json_ld('{"@type": "Recipe", "name": "bread')) == {"recipe"}


@pytest.mark.parametrize(
    "markup",
    [
        "",
        "<p>Recipe Article</p>",
        '<script>var x = {"@type": "Recipe"}</script>',
        '<meta property="og:title" content="article">',
        '<meta property="og:type">',
        json_ld('{"name": "article"}'),
        json_ld(""),
    ],
)
def test_what_claims_nothing(markup: str) -> None:
    assert kinds_of(markup) == set()


@given(pages)
def test_any_page_has_an_answer(page: str) -> None:
    assert set(np.unique(declared_kinds(Page.parse(page).table)).tolist()) <= {0.0, 1.0}
