from __future__ import annotations

import json
from typing import Any

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from thresher.metadata.reading import Field, Metadata, read_metadata

URL = "https://www.example.org/news/grain"
META_NAMES = ["og:title", "og:image", "author", "date", "og:locale", "og:url", "og:site_name"]


def read(html: str, url: str | None = URL) -> Metadata:
    return read_metadata(turbohtml.parse(html, allow_declarative_shadow_roots=False), url)


def ld(*items: Any) -> str:
    return "".join(
        f'<script type="application/ld+json">{json.dumps(item)}</script>' for item in items
    )


def meta(**contents: str) -> str:
    return "".join(
        f'<meta property="{name.replace("__", ":")}" content="{content}">'
        for name, content in contents.items()
    )


def value(field: Field | None) -> str | None:
    return field.value if field else None


def test_all_fields_and_their_sources() -> None:
    page = (
        '<html lang="en_us"><title>Grain | The Mill</title>'
        '<meta name="description" content="On grain">'
        '<link rel="canonical" href="/grain"><h1>Grain</h1>'
        + meta(og__site_name="The Mill", og__image="/i.png", article__published_time="2024-05-17")
        + ld({"@type": "Article", "headline": "Grain", "author": {"name": "Ada Example"}})
    )
    assert read(page) == Metadata(
        title=Field("Grain", "json-ld"),
        author=Field("Ada Example", "json-ld"),
        date=Field("2024-05-17", "opengraph"),
        site_name=Field("The Mill", "opengraph"),
        language=Field("en-US", "markup"),
        description=Field("On grain", "meta"),
        image=Field("https://www.example.org/i.png", "opengraph"),
        canonical_url=Field("https://www.example.org/grain", "markup"),
    )


def test_to_dict() -> None:
    found = read("<h1>Grain</h1>", None).to_dict()
    assert found["title"] == {"value": "Grain", "source": "markup"}
    assert found["author"] is None
    assert len(found) == 8


def test_an_empty_page_says_nothing() -> None:
    assert read("", None) == Metadata()


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Grain | The Mill</title>" + meta(og__site_name="The Mill"), "Grain"),
        ("<title>The Mill – Grain</title>" + meta(og__site_name="The Mill"), "Grain"),
        ("<title>Grain - All you need</title><h1>Grain</h1>", "Grain"),
        ("<title>Grain - Example</title>", "Grain"),
        ("<title>Grain - All you need</title>", "Grain - All you need"),
        ("<title>Wheat and rye - a - b</title>", "Wheat and rye - a - b"),
        ("<h1>Example</h1><title>Example - Grain</title>", "Grain"),
        ("<title>Top 5 grains to buy now</title><h1>The best grains to buy</h1>",
         "The best grains to buy"),
        ("<title>Grain</title><h1>Subscribe</h1>", "Grain"),
        ("<svg><title>Icon</title></svg><h1>Grain</h1>", "Grain"),
        ("<h1>The &lt;i&gt; element</h1>", "The <i> element"),
        (ld({"@type": "Article", "headline": "H<sub>2</sub>O<br>and salt"}), "H2O and salt"),
        ("<title>Salt &amp;amp; bread</title>", "Salt & bread"),
        (ld({"@type": "Article", "headline": "Salt &amp; <em>bread</em>"}), "Salt & bread"),
    ],
)  # fmt: skip
def test_title(head: str, title: str) -> None:
    assert value(read(head).title) == title


def test_title_of_json_ld_comes_from_what_the_page_is_about() -> None:
    page = ld(
        {"@type": "BreadcrumbList", "name": "Crumbs"},
        {"@type": "Organization", "name": "The Mill"},
        {"@graph": [{"@type": "WebPage", "name": "P"}, {"@type": "Article", "headline": "Grain"}]},
    )
    assert read(page).title == Field("Grain", "json-ld")


def test_teasers_are_not_the_page() -> None:
    page = "<title>Latest news</title>" + ld(
        [
            {"@type": "NewsArticle", "headline": "Rye is late", "author": "Ada Example"},
            {"@type": "NewsArticle", "headline": "Oats are early", "author": "Bob Example"},
        ]
    )
    found = read(page)
    assert value(found.title) == "Latest news"
    assert found.author is None


def test_article_that_the_heading_names_is_chosen_among_several() -> None:
    page = "<h1>Oats are early</h1>" + ld(
        {"@type": "NewsArticle", "headline": "Rye is late", "author": "Ada Example"},
        {"@type": "NewsArticle", "headline": "Oats are early", "author": "Bob Example"},
    )
    assert value(read(page).author) == "Bob Example"


def article(**properties: Any) -> str:
    return ld({"@type": "Article", "headline": "Grain", **properties})


@pytest.mark.parametrize(
    ("page", "author"),
    [
        (article(author=["Ada Example", {"name": "Bob Example"}]), "Ada Example; Bob Example"),
        (article(author={"@type": "Person", "name": ["Ada Example"]}), "Ada Example"),
        (article(author="https://example.org/ada") + '<meta name=author content="Ada">', "Ada"),
        (article(author={"name": "admin"}) + "<a rel=author>Ada Example</a>", "Ada Example"),
        ('<meta name="citation_author" content="Ada"><meta name="citation_author" content="Bob">',
         "Ada; Bob"),
        (meta(twitter__label1="Written by", twitter__data1="Ada Example"), "Ada Example"),
        ("<h1>Grain</h1><div>By <a href=/a>Ada Example</a> on May 17, 2024</div>", "Ada Example"),
        ("<h1>Grain</h1><p>Written by Ada Example | May 17, 2024</p>", "Ada Example"),
        ('<p class="post-author"><span>May 17</span><span>Ada Example</span></p>', "Ada Example"),
        ('<span itemprop="author"><b itemprop="name">Ada Example</b></span>', "Ada Example"),
        ("<h1>Grain</h1><p>Sort by <b>Price</b></p>", None),
        (meta(article__author="https://example.org/ada"), None),
    ],
)  # fmt: skip
def test_author(page: str, author: str | None) -> None:
    assert value(read(page).author) == author


def test_author_by_reference() -> None:
    page = ld(
        {
            "@graph": [
                {"@type": "Article", "headline": "Grain", "author": {"@id": "#ada"}},
                {"@type": "Person", "@id": "#ada", "name": "Ada Example"},
            ]
        }
    )
    assert value(read(page).author) == "Ada Example"


def test_organisation_is_the_author_only_when_nobody_else_is() -> None:
    mill = article(author={"@type": "Organization", "name": "The Mill"})
    assert value(read(mill).author) == "The Mill"
    assert value(read(mill + '<meta name="author" content="Ada Example">').author) == "Ada Example"
    site = meta(og__site_name="The Mill") + '<meta name="author" content="The Mill">'
    assert value(read(site).author) == "The Mill"
    assert value(read(site + '<a rel="author">Ada Example</a>').author) == "Ada Example"


@pytest.mark.parametrize(
    ("page", "date"),
    [
        (article(dateModified="2024-06-01", datePublished="2024-05-17T10:00:00+02:00"),
         "2024-05-17T10:00:00+02:00"),
        (article(dateModified="2024-06-01") + meta(article__published_time="2024-05-17"),
         "2024-05-17"),
        (article(dateModified="2024-06-01"), "2024-06-01"),
        (article(datePublished="soon") + '<meta name="date" content="17 May 2024">', "2024-05-17"),
        ('<time datetime="2024-05-17">Friday</time>', "2024-05-17"),
        ("<b itemprop=dateModified>2024-06-01</b><b itemprop=datePublished>2024-05-17</b>",
         "2024-05-17"),
        ("<time itemprop=dateModified>2024-06-01</time><time>2024-05-17</time>", "2024-05-17"),
        ('<time itemprop="dateModified" datetime="2024-06-01"></time>', "2024-06-01"),
        ("<time>May 17, 2024</time>", "2024-05-17"),
        ("<h1>Grain</h1><p>Updated June 1, 2024</p><p>Published May 17, 2024</p>", "2024-05-17"),
        ("<h1>Grain</h1><p>Last updated</p><p>June 1, 2024</p>", "2024-06-01"),
        ("<h1>Grain</h1><p>No date at all</p>", None),
    ],
)  # fmt: skip
def test_date(page: str, date: str | None) -> None:
    assert value(read(page).date) == date


def test_date_in_the_url_comes_after_the_page() -> None:
    url = "https://example.org/2024/05/17/grain"
    assert read("<p>Words</p>", url).date == Field("2024-05-17", "url")
    assert value(read('<time datetime="2024-05-16"></time>', url).date) == "2024-05-16"


@pytest.mark.parametrize(
    ("lang", "tag"),
    [
        ("en", "en"),
        ("EN_us", "en-US"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("en_US.UTF-8", "en-US"),
        ("de, en", "de"),
        ("English", None),
        ("und", None),
        ("{{ lang }}", None),
        ("", None),
    ],
)
def test_language(lang: str, tag: str | None) -> None:
    assert value(read(f'<html lang="{lang}">').language) == tag


@pytest.mark.parametrize(
    ("head", "url", "image"),
    [
        ('<base href="/x/">' + meta(og__image="i.png"), URL, "https://www.example.org/x/i.png"),
        (meta(og__image="//cdn.example.org/i.png"), URL, "https://cdn.example.org/i.png"),
        (meta(og__image="i.png"), None, None),
        (meta(og__image="data:image/png;base64,AAAA"), URL, None),
        (meta(og__image="http://[bad") + meta(twitter__image="/i.png"), URL,
         "https://www.example.org/i.png"),
        (article(image=[{"@type": "ImageObject", "url": "/a.png"}, "/b.png"]), URL,
         "https://www.example.org/a.png"),
    ],
)  # fmt: skip
def test_image_is_absolute(head: str, url: str | None, image: str | None) -> None:
    assert value(read(head, url).image) == image


def test_canonical_url() -> None:
    assert read("<p>Words</p>").canonical_url == Field(URL, "url")
    assert read("<p>Words</p>", None).canonical_url is None
    page = (
        meta(og__url="https://example.org/a")
        + '<link rel="canonical" href="https://example.org/b">'
    )
    assert read(page).canonical_url == Field("https://example.org/b", "markup")


def test_site_name_from_the_host_at_last() -> None:
    assert read("<p>Words</p>").site_name == Field("example.org", "url")


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "@type @id @graph mainEntity headline name author datePublished image inLanguage"
                " publisher mainEntityOfPage url".split()
            ),
            inner | st.sampled_from(["Article", "WebPage", "Person", "http://[", "2024-05-17"]),
            max_size=6,
        )
    ),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, "", URL, "http://[", "//", "\ud800"]))
def test_any_json_ld_is_survived(data: Any, url: str | None) -> None:
    found = read(ld(data), url)
    assert all(field is None or field["value"] for field in found.to_dict().values())


@given(st.lists(st.tuples(st.sampled_from(META_NAMES), st.text(max_size=20)), max_size=6))
def test_any_meta_is_survived(contents: list[tuple[str, str]]) -> None:
    page = "".join(f"<meta name='{name}' content='{text}'>" for name, text in contents)
    found = read(page + "<h1>Grain</h1><base href='http://['>")
    assert all(field is None or field["value"] for field in found.to_dict().values())
