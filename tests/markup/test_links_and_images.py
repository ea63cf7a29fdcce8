from __future__ import annotations

import pytest
from turbohtml import Document, parse

from thresher.markup.links_and_images import LINK_TAGS, largest_of, settle_links_and_images
from thresher.markup.tags import index

PAGE = "https://example.org/a/page.html"


def settled(html: str, base_url: str = PAGE) -> Document:
    document = parse(html)
    settle_links_and_images(document, index(document, LINK_TAGS), base_url)
    return document


def sources(html: str) -> list[str | None]:
    return [img.attr("src") for img in settled(html).find_all("img")]


def body(html: str, base_url: str = PAGE) -> str:
    found = settled(html, base_url).find("body")
    assert found is not None
    return found.inner_html


def test_links_are_resolved_against_the_page() -> None:
    assert 'href="https://example.org/b"' in body('<a href="../b">x</a>')


def test_base_element_is_respected() -> None:
    html = '<base href="/deep/"><a href="b">x</a>'
    assert 'href="https://example.org/deep/b"' in settled(html).html


def test_relative_links_stay_without_a_page_url() -> None:
    assert body('<a href="b">x</a>', "") == '<a href="b">x</a>'


@pytest.mark.parametrize("href", ["javascript:f()", " JavaScript:f()", "data:text/html,x", ""])
def test_dead_link_is_text(href: str) -> None:
    assert body(f'<a href="{href}">x</a>') == "<a>x</a>"


def test_title_that_repeats_the_text_goes() -> None:
    html = '<a href="http://h/" title="News">news</a><a href="http://h/" title="Other">x</a>'
    assert body(html) == '<a href="http://h/">news</a><a href="http://h/" title="Other">x</a>'


def test_empty_link_vanishes_but_a_picture_link_stays() -> None:
    html = '<a href="q"> <i></i></a><a href="q"><img src="p.png"></a>'
    assert settled(html).html.count("<a ") == 1


@pytest.mark.parametrize(
    "html",
    [
        '<h2>T<a href="#t">¶</a></h2>',
        '<h2>T<span><a href="/a#t">#</a></span></h2>',
        '<div><h2>T</h2><a href="#t">#</a></div>',
        '<dl><dt>T<a class="headerlink" href="#t">¶</a></dt></dl>',
    ],
)
def test_permalink_vanishes(html: str) -> None:
    assert settled(html).text == "T"


def test_hash_sign_in_prose_stays() -> None:
    assert settled('<p>see <a href="#t">#</a></p>').text == "see #"


def test_heading_that_links_to_itself_keeps_only_its_text() -> None:
    assert body('<h2><a href="#t">T</a></h2>') == "<h2><a>T</a></h2>"


@pytest.mark.parametrize(
    "html",
    [
        '<img data-src="p.jpg">',
        '<img src="data:image/gif;base64,R0" data-original="p.jpg">',
        '<img src="/img/1x1.gif" data-lazy-src="p.jpg">',
        '<img srcset="s.jpg 480w, p.jpg 1024w">',
        '<picture><source srcset="p.jpg"><img alt="A"></picture>',
        '<img src="data:x" class="lazy"><noscript><img src="p.jpg"></noscript>',
        '<span><img src="data:x"></span> <noscript><img src="p.jpg"></noscript>',
        '<noscript><img src="p.jpg"></noscript>',
        '<img src="p.jpg" data-src="other.jpg">',
    ],
)
def test_lazy_picture_is_shown_once(html: str) -> None:
    assert sources(html) == ["https://example.org/a/p.jpg"]


@pytest.mark.parametrize(
    "html", ['<img src="x.gif" width="1" height="1">', '<img src="spacer.gif">', "<img>"]
)
def test_picture_of_nothing_vanishes(html: str) -> None:
    assert sources(html) == []


def test_embedded_picture_leaves_its_description() -> None:
    assert settled('<img src="data:image/png;base64,AA" alt="a cat">').text.strip() == "a cat"


def test_noscript_with_words_is_left_alone() -> None:
    html = '<noscript>Enable scripts <img src="p.jpg"></noscript>'
    assert "<noscript>" in settled(html).html


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("", ""),
        ("a.jpg", "a.jpg"),
        ("a.jpg 1x, b.jpg 2.5x", "b.jpg"),
        ("https://h/w_1,h_2/a.jpg 2x, https://h/b.jpg 1x", "https://h/w_1,h_2/a.jpg"),
        ("data:image/gif;base64,R0 3x, b.jpg 1x", "b.jpg"),
        ("a.jpg 1.2.3x", "a.jpg"),
    ],
)
def test_largest_candidate_of_a_srcset(srcset: str, expected: str) -> None:
    assert largest_of(srcset) == expected
