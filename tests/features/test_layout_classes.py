from __future__ import annotations

import json
from typing import Any

import pytest

from tests.material import golden_pages
from thresher.errors import BadOption, ModelFormatError
from thresher.features.layout_classes import NO_CLASS, LayoutClasses, layout_classes, tag_paths
from thresher.parsing.page import Page

HEAD = "<header><nav><ul><li><a href=/>home</a></li></ul></nav></header>"
FOOT = "<footer><div><p><a href=/about>about</a></p></div></footer>"


def article(number: int) -> Page:
    paragraphs = "<p>text <em>of</em> it</p>" * (number % 5 + 1)
    figure = "<figure><img src=i><figcaption>c</figcaption></figure>" if number % 2 else ""
    body = f"<main><article><h1>story {number}</h1>{paragraphs}{figure}</article></main>"
    return Page.parse(HEAD + body + FOOT)


def index(number: int) -> Page:
    row = "<tr><td><a href=/s><img src=t></a></td><td><h3><a>t</a></h3><span>d</span></td></tr>"
    table = f"<thead><tr><th>x</th></tr></thead><tbody>{row * (number % 7 + 2)}</tbody>"
    form = "<form><label>q</label><input><select><option>a</select><button>b</button></form>"
    aside = "<aside><section><h2>t</h2><dl><dt>a</dt><dd>b</dd></dl></section></aside>"
    return Page.parse(f"{HEAD}<section>{form}<table>{table}</table></section>{aside}{FOOT}")


def test_tag_paths_by_hand() -> None:
    # html, html/head, html/body, html/body/p, html/body/p/b: repeated ones count once
    table = Page.parse("<p>a</p><p>b<b>c</b></p>").table
    assert len(tag_paths(table)) == 5
    nested, other = (Page.parse(text).table for text in ("<div><p>x</div>", "<p><div>x</div>"))
    assert set(tag_paths(nested)) != set(tag_paths(other))


def test_two_templates_of_a_site_are_two_classes() -> None:
    pages = [article(n) if n % 3 else index(n) for n in range(30)]
    assert layout_classes(pages) == [1 if n % 3 else 0 for n in range(30)]


def test_the_same_template_with_other_text_is_one_class() -> None:
    assert set(layout_classes(article(number) for number in range(40))) == {0}


def test_pages_that_differ_fall_apart() -> None:
    classes = layout_classes(map(Page.parse, golden_pages().values()))
    assert len(set(classes)) > 0.8 * len(classes)


def test_a_new_page_finds_its_class_and_nothing_is_learned() -> None:
    classes = LayoutClasses()
    assert classes.assign(article(0)) == NO_CLASS
    for number in range(3):
        classes.add(article(number))
        classes.add(index(number))
    before = classes.export()
    assert [classes.assign(article(9)), classes.assign(index(9))] == [0, 1]
    assert classes.assign(Page.parse("<ol><li><code>x</code></li></ol>")) == NO_CLASS
    assert classes.export() == before
    assert (len(classes), classes.pages) == (2, [3, 3])


def test_adding_page_by_page_is_the_same_as_all_at_once() -> None:
    pages = [article(n) if n % 2 else index(n) for n in range(20)]
    first = LayoutClasses()
    numbers = [first.add(page) for page in pages[:9]]
    second = LayoutClasses.restored(json.loads(json.dumps(first.export())))
    numbers += [second.add(page) for page in pages[9:]]
    assert numbers == layout_classes(pages)


@pytest.mark.parametrize("source", ["", "<!-- -->", "plain text", "<div>" * 5000])
def test_any_page_has_a_class(source: str) -> None:
    assert layout_classes([Page.parse(source), Page.parse(source)]) == [0, 0]


def test_no_pages_have_no_classes() -> None:
    assert layout_classes([]) == []


def test_likeness_must_be_a_share() -> None:
    with pytest.raises(BadOption, match="min_likeness"):
        layout_classes([], min_likeness=0)


@pytest.mark.parametrize(
    "rubbish",
    [
        {},
        {"min_likeness": 0.5, "pages": [1], "exemplars": [{"class": 0, "sketch": [1]}]},
        {"min_likeness": 0.5, "pages": [], "exemplars": [{"class": 0, "sketch": [1] * 64}]},
        {"min_likeness": 0.5, "pages": [1], "exemplars": [{"class": 0, "sketch": [-1] * 64}]},
    ],
)
def test_rubbish_is_refused(rubbish: dict[str, Any]) -> None:
    with pytest.raises(ModelFormatError, match="layout classes"):
        LayoutClasses.restored(rubbish)
