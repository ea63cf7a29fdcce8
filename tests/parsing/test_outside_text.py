"""Articles that a page carries as data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.material import ROOT, golden_pages
from tests.strategies import pages
from thresher.parsing.outside_text import MAX_SHELL_WORDS, outside_texts, word_count
from thresher.parsing.page import Page

PARAGRAPHS = [
    "The town library has stopped charging for books that come back late, as of this winter.",
    "Most of the debt was owed by children, and four out of five of them simply stayed away.",
    "Nobody is sorry.",
    "The drawer under the counter, where the coins used to be, now holds pencils and string.",
]
ARTICLE = "\n\n".join(PARAGRAPHS)
LABELS = ["News", "Sport", "Culture and the arts", "Opinion", "Weather", "About us", "Sign in"] * 8
COOKIES = (
    "If you press Accept all, we may keep cookies in your browser that remember your settings, "
    "count your visits and help us to find out which advertising was worth the money."
)


def script(data: Any, attributes: str = 'type="application/json"') -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return f"<script {attributes}>{text}</script>"


def found(markup: str) -> list[tuple[str, str]]:
    page = Page.parse(f"<html><body><div id=root>Loading</div>{markup}")
    return [(item.text, item.origin) for item in outside_texts(page.table)]


def state(data: Any) -> str:
    """All text found in a script state."""
    items = found(script(data))
    assert {origin for _, origin in items} <= {"script state"}
    return "\n\n".join(text for text, _ in items)


def linked(data: Any, kind: str = "application/ld+json") -> str:
    """All text found in JSON-LD."""
    items = found(script(data, f'type="{kind}"'))
    assert {origin for _, origin in items} <= {"structured data"}
    return "\n\n".join(text for text, _ in items)


def test_article_body_of_json_ld() -> None:
    assert linked({"@type": "NewsArticle", "articleBody": ARTICLE}) == ARTICLE


def test_json_ld_in_a_graph_and_in_a_list() -> None:
    node = {"@type": "Article", "articleBody": ARTICLE}
    assert linked({"@graph": [{"@type": "WebSite", "name": "x " * 40}, node]}) == ARTICLE
    assert linked([{"mainEntity": {"hasPart": [node]}}]) == ARTICLE


@pytest.mark.parametrize("kind", ["application/ld+json; charset=utf-8", "Application/LD+JSON"])
def test_the_type_in_other_spellings(kind: str) -> None:
    assert linked({"articleBody": ARTICLE}, kind) == ARTICLE


def test_other_keys_of_json_ld_are_no_text() -> None:
    assert linked({"headline": ARTICLE, "keywords": ARTICLE}) == ""


def test_answers_of_a_question_page() -> None:
    answers = [{"name": "Why?", "acceptedAnswer": {"text": text}} for text in PARAGRAPHS]
    assert linked({"@type": "FAQPage", "mainEntity": answers}) == ARTICLE


def test_an_article_body_comes_before_a_description() -> None:
    assert linked({"description": COOKIES, "articleBody": ARTICLE}) == ARTICLE
    assert linked({"description": COOKIES}) == COOKIES


@pytest.mark.parametrize(
    "attributes",
    [
        'id="__NEXT_DATA__" type="application/json"',
        'id="__NEXT_DATA__"',
        'id="__APOLLO_STATE__"',
        'type="application/json" data-state',
        'type="application/json; charset=utf-8"',
    ],
)
def test_script_state(attributes: str) -> None:
    markup = script({"props": {"article": {"body": ARTICLE}}}, attributes)
    assert found(markup) == [(text, "script state") for text in PARAGRAPHS]


def test_other_scripts_are_not_read() -> None:
    assert found(script({"body": ARTICLE}, "")) == []
    assert found(script({"body": ARTICLE}, 'type="importmap"')) == []


@pytest.mark.parametrize(
    "body",
    [
        PARAGRAPHS,
        [{"kind": "paragraph", "text": text} for text in PARAGRAPHS],
        [{"type": "p", "children": [{"text": text}]} for text in PARAGRAPHS],
        {"nodes": [{"nodes": [{"nodes": [{"text": text}]}]} for text in PARAGRAPHS]},
        {f"Paragraph:{number}": {"text": text} for number, text in enumerate(PARAGRAPHS)},
        "".join(f"<p>{text}</p>" for text in PARAGRAPHS),
    ],
    ids=["strings", "objects", "children", "nested", "store", "markup"],
)
def test_an_article_in_pieces_comes_out_whole_and_in_order(body: Any) -> None:
    data = {
        "nav": [{"label": label, "text": label} for label in LABELS],
        "article": {"body": body},
        "i18n": {"cookies": COOKIES},
    }
    text = state(data)
    assert [line for line in text.splitlines() if line] == PARAGRAPHS


def test_many_short_paragraphs() -> None:
    lines = [f"They came in number {number}." for number in range(40)]
    assert state({"body": [{"text": line} for line in lines]}) == "\n\n".join(lines)


def test_headings_between_paragraphs_belong_to_the_article() -> None:
    body = [PARAGRAPHS[0], "A guide to the stars", PARAGRAPHS[1], PARAGRAPHS[3]]
    assert state({"body": [{"text": text} for text in body]}) == "\n\n".join(body)


def test_pieces_of_a_sentence_are_joined() -> None:
    pieces = ["The ", "town library", ", which ", "nobody", " fears, has stopped charging."]
    body = [
        {"children": [{"text": piece} for piece in pieces]},
        {"children": [{"text": PARAGRAPHS[1]}]},
        {"children": [{"text": PARAGRAPHS[3]}]},
    ]
    assert state(body).split("\n\n") == ["".join(pieces), PARAGRAPHS[1], PARAGRAPHS[3]]


def test_teasers_of_other_stories_are_left_out() -> None:
    related = [{"headline": f"Story {n}", "summary": f"{n}: {COOKIES}"} for n in range(5)]
    body = [{"text": text} for text in PARAGRAPHS]
    assert state({"related": related, "article": {"body": body}}) == ARTICLE


def test_a_page_of_teasers_has_nothing_but_teasers() -> None:
    items = [{"title": f"Story {n}", "summary": f"{n}: {COOKIES}"} for n in range(6)]
    assert state({"items": items}).count("Accept all") == 6


@pytest.mark.parametrize(
    "data",
    [
        {"nav": LABELS},
        {"nav": [{"label": label, "href": "/" + label} for label in LABELS]},
        {"body": [{"kind": "paragraph"}] * 60},
        {"url": "https://example.org/" + " x" * 40},
        {"config": "{'a': 1, " + "'b': 2, " * 40 + "}"},
        {"template": "Hello {{ name }}, " * 20},
        {"script": "function f(a) { return a + 1 } " * 10},
        {"image": "data:image/png;base64, " + "AAAA " * 40},
        {"short": "Too few words to be an article."},
        {"ids": ["a8f3b2c1", "99fe01ab"] * 40},
        {"n": 5, "x": None, "y": [True, 1.5]},
        [],
        "text",
    ],
    ids=lambda data: str(data)[:24],
)
def test_what_is_not_prose_is_refused(data: Any) -> None:
    assert state(data) == ""


def test_interface_texts_beside_an_article_are_left_out() -> None:
    assert state({"i18n": {"cookie": COOKIES}, "story": {"html": ARTICLE + " " + ARTICLE}}) == (
        ARTICLE + " " + ARTICLE
    )


def test_markup_inside_values_becomes_text() -> None:
    body = f"<h2>Late &amp; free</h2><p>{PARAGRAPHS[0]}</p><p>{PARAGRAPHS[1]} <b>All</b></p>"
    text = state({"body": body})
    assert "<" not in text
    assert "Late & free" in text
    assert PARAGRAPHS[0] in text
    assert f"{PARAGRAPHS[1]} All" in text


def test_entities_are_resolved() -> None:
    assert state({"body": f"{ARTICLE} Salt &amp; grain &#8211; all."}).endswith(
        "Salt & grain – all."
    )


def test_an_excerpt_and_a_second_copy_are_left_out() -> None:
    excerpt = "\n\n".join(PARAGRAPHS[:3])
    assert state({"excerpt": excerpt, "body": ARTICLE}) == ARTICLE
    copies = script({"articleBody": ARTICLE}, 'type="application/ld+json"')
    copies += script({"paragraphs": [{"text": text} for text in PARAGRAPHS]})
    assert "\n\n".join(text for text, _ in found(copies)) == ARTICLE


def test_of_two_texts_the_longer_one() -> None:
    assert [
        text for text, _ in found(script({"a": COOKIES}) + script({"b": ARTICLE}))
    ] == PARAGRAPHS


def test_chinese_and_thai_articles() -> None:
    chinese = (
        "镇图书馆已经不再对迟还的书收费。大部分欠款是孩子们欠下的，五分之四的孩子干脆不再来了。" * 3
    )
    thai = "ห้องสมุดของเมืองหยุดเก็บค่าปรับสำหรับหนังสือที่คืนช้า" * 4
    assert state({"body": chinese}) == chinese
    assert state({"body": thai}) == thai
    assert word_count("two words") == 2
    assert word_count("图书馆") == 2


def nested(depth: int) -> Any:
    data: Any = {"text": ARTICLE}
    for level in range(depth):
        data = {f"k{'abc'[level % 3]}": data} if level % 2 else [data]
    return data


def test_deep_nesting() -> None:
    assert state(nested(30)) == ARTICLE
    assert state(nested(60)) == ""
    assert found(script("[" * 200_000)) == []
    assert found(script('{"a":' * 200_000)) == []


@pytest.mark.parametrize("text", ["", "{", '{"text": "' + ARTICLE, "window.x = {}", "null", "NaN"])
def test_broken_json(text: str) -> None:
    assert found(script(text)) == []


def test_a_page_that_shows_enough_text_is_not_searched() -> None:
    markup = script({"body": ARTICLE})
    assert found(f"<p>{'word ' * (MAX_SHELL_WORDS - 1)}</p>{markup}") != []
    assert found(f"<p>{'word ' * (MAX_SHELL_WORDS + 1)}</p>{markup}") == []
    assert found(f"<p hidden>{'word ' * (MAX_SHELL_WORDS + 1)}</p>{markup}") != []


def test_the_golden_shells() -> None:
    page = Page.parse(golden_pages()["next-data-shell"])
    truth = (ROOT / "tests/pages/next-data-shell/truth.txt").read_text("utf-8")
    assert [item.text for item in outside_texts(page.table)] == truth.splitlines()
    assert outside_texts(Page.parse(golden_pages()["empty-script-shell"]).table) == ()


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from([*PARAGRAPHS, COOKIES]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(plain_values)
def test_any_state_has_an_answer_of_readable_paragraphs(data: Any) -> None:
    text = json.dumps(data).replace("<", "\\u003c")
    for paragraph, _ in found(script(text)):
        assert paragraph.strip()


@given(pages)
def test_any_page_has_an_answer(page: str) -> None:
    assert isinstance(outside_texts(Page.parse(page).table), tuple)
