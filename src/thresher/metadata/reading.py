"""What a page says about itself: title, author, date, language and the like.

Every field is looked for in JSON-LD, then OpenGraph, then ``<meta>``, then the visible markup, then
the URL, and keeps a label of where it was found. Pages contradict themselves; the rules here only
choose among their claims and never make one up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

import turbohtml

from thresher.metadata import authors, json_ld
from thresher.metadata.clues import Clues, clean, gather, key, likeness, squeeze, strip_tags
from thresher.metadata.dates import date_in_url, parse_date

Source = Literal["json-ld", "opengraph", "meta", "markup", "url"]
Claim = tuple[str, Source]


@dataclass(frozen=True, slots=True)
class Field:
    """A value and where on the page it was found."""

    value: str
    source: Source


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about a page; ``None`` where the page does not say."""

    title: Field | None = None
    author: Field | None = None
    date: Field | None = None
    site_name: Field | None = None
    language: Field | None = None
    description: Field | None = None
    image: Field | None = None
    canonical_url: Field | None = None

    def to_dict(self) -> dict[str, dict[str, str] | None]:
        """Plain values, for JSON."""
        found = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            name: value and {"value": value.value, "source": value.source}
            for name, value in found.items()
        }


def read_metadata(document: turbohtml.Document, url: str | None) -> Metadata:
    """The metadata of a page; never fails, whatever the page holds."""
    clues = gather(document, url)
    subjects = _subjects(clues)
    site = _first_field(_site_names(clues))
    return Metadata(
        title=_first_field(_titles(clues, subjects), squeeze),
        author=_first_field(_authors(clues, subjects, site)),
        date=_first_field(_dates(clues, subjects), parse_date),
        site_name=site,
        language=_first_field(_languages(clues, subjects), _language_tag),
        description=_first_field(_descriptions(clues, subjects)),
        image=_first_field(_images(clues, subjects), _absolute(clues.base)),
        canonical_url=_first_field(_canonical(clues, subjects), _absolute(clues.base)),
    )


def _first_field(
    claims: Iterable[Claim], read: Callable[[str], str | None] = clean
) -> Field | None:
    for text, source in claims:
        value = read(text)
        if value:
            return Field(value, source)
    return None


def _texts(value: Any, *names: str) -> Iterator[str]:
    """The strings in a JSON-LD value: itself, those of a list, or the named parts of an object."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value[:50]:
            if not isinstance(part, list):
                yield from _texts(part, *names)
    elif isinstance(value, dict):
        for name in names:
            yield from _texts(value.get(name))


def _claims(subjects: list[json_ld.Item], *names: str) -> Iterator[Claim]:
    for name in names:
        for item in subjects:
            for text in _texts(item.get(name), "@value", "name"):
                yield strip_tags(text), "json-ld"


def _labelled(values: Iterable[str], source: Source) -> Iterator[Claim]:
    for value in values:
        yield value, source


def _subjects(clues: Clues) -> list[json_ld.Item]:
    """The JSON-LD items that describe this page, the most telling first."""
    claimed = [*clues.titles[:1], *clues.meta("og:title")[:2]]
    shown = [key(text) for text in [*clues.headings, *claimed]]

    def is_shown(item: json_ld.Item) -> bool:
        names = filter(None, (key(strip_tags(item.get(name))) for name in ("headline", "name")))
        return any(
            name in text or (text in name and len(text) > 9)
            for name in names
            for text in shown
            if text
        )

    writings = [item for item in clues.items if json_ld.is_writing(item)]
    shown_writings = [item for item in writings if is_shown(item)]
    # Several writings none of which the page shows as its heading are teasers.
    chosen = shown_writings or (writings if len(writings) == 1 else [])
    things = [item for item in clues.items if json_ld.is_thing(item) and is_shown(item)]
    pages = [item for item in clues.items if json_ld.is_page(item)]
    return chosen[:1] + things[:1] + pages[:1]


def _titles(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    """The claims, led by the one that the visible headline confirms.

    Claims for search engines and social media are often worded for them; a heading that shares
    words with a claim is the title that readers see.
    """
    sites = _site_keys(clues)
    cut = _without_site(clues, sites)
    claims = [(cut(text), source) for text, source in _title_claims(clues, subjects)]
    headings = [
        heading
        for heading in clues.headings
        if key(heading) not in sites and len(heading) <= MAX_TITLE
    ]
    headline = _headline(headings, " ".join(text for text, _ in claims))
    if headline:
        yield from (claim for claim in claims if key(claim[0]) == key(headline))
        yield headline, "markup"
    yield from claims
    yield from _labelled(clues.headings, "markup")


def _title_claims(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    yield from _claims(subjects, "headline", "name")
    yield from _labelled(clues.meta("og:title")[:2], "opengraph")
    yield from _labelled(clues.meta(*_TITLE_METAS), "meta")
    yield from _labelled(clues.titles[:1], "markup")


def _headline(headings: list[str], claimed: str) -> str:
    """The heading that the claims confirm, where there is one."""
    best = max(headings, key=lambda heading: likeness(heading, claimed), default="")
    return best if likeness(best, claimed) >= MIN_LIKENESS else ""


def _site_keys(clues: Clues) -> set[str]:
    labels = clues.host.split(".")[:-1]
    return {key(name) for name in [*(name for name, _ in _site_names(clues)), *labels]} - {""}


MAX_TITLE = 300
"""A longer text is a paragraph in the wrong element, often an <h1> that was never closed."""
MIN_LIKENESS = 0.5
"""Of 0.3, 0.5, 0.7 and 1 on wcxb-dev: 0.3 and 0.5 are equal within noise, the others worse."""
_TITLE_METAS = (
    "citation_title parsely-title sailthru.title dc.title dcterms.title twitter:title title".split()
)
_SEPARATOR = re.compile(r"\s+[|\-–—·•:»«/~]+\s+|\s*[|»«]\s*|(?<=\w):\s+")


def _without_site(clues: Clues, sites: set[str]) -> Callable[[str], str]:
    """Cut the name of the site off a title, where the page proves that it is the name."""
    headings = {key(heading) for heading in clues.headings} - sites
    host = key(clues.host)

    def is_site(text: str) -> bool:
        name = key(text)
        return name in sites or (len(name) >= MIN_IN_HOST and name in host)

    def cut(title: str) -> str:
        if key(title) in headings or len(title) > MAX_TITLE:
            return title
        for mark in _SEPARATOR.finditer(title):
            head, tail = title[: mark.start()], title[mark.end() :]
            if head and tail and (key(head) in headings or is_site(tail)):
                return head
            if head and tail and (key(tail) in headings or is_site(head)):
                return tail
        return title

    return cut


MIN_IN_HOST = 5
"""Letters of a name that count as evidence when the host contains them."""


def _authors(clues: Clues, subjects: list[json_ld.Item], site: Field | None) -> Iterator[Claim]:
    people, organisations = authors.from_json_ld(subjects, clues.items)
    not_people = {key(site.value)} if site else set()
    last_resort: list[Claim] = [(authors.join(organisations), "json-ld")]
    for names, source in _name_lists(clues, people):
        named = authors.join(names)
        if key(named) in not_people:
            last_resort.append((named, source))
        elif named:
            yield named, source
    yield from last_resort


def _name_lists(clues: Clues, people: list[str]) -> Iterator[tuple[list[str], Source]]:
    yield people, "json-ld"
    yield clues.meta("article:author", "og:article:author", "book:author"), "opengraph"
    for name in authors.META_NAMES:
        yield clues.meta(name), "meta"
    yield authors.labelled_by_twitter(clues), "meta"
    for names in authors.from_markup(clues.document, clues.beside_headline):
        yield names, "markup"


_PUBLISHED = (
    "citation_publication_date citation_online_date citation_date datepublished date_published"
    " publication_date publish-date publish_date publishdate pubdate parsely-pub-date sailthru.date"
    " dc.date.issued dcterms.issued dc.date.created dcterms.created dcterms.date dc.date dc.issued"
    " article.published article.created cxenseparse:recs:publishtime bt:pubdate rnews:datepublished"
    " originalpublicationdate datecreated date created displaydate"
).split()
_MODIFIED = "datemodified last-modified modified dc.date.modified dcterms.modified revised".split()
_CHANGE = re.compile(
    r"updated|modified|reviewed|revised|edited|aktualisiert|mis à jour", re.IGNORECASE
)


_DATE_ELEMENTS = (
    "[itemprop=datePublished], [itemprop=dateCreated], time:not([itemprop=dateModified])"
)


def _dates(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    yield from _claims(subjects, "datePublished", "dateCreated", "uploadDate", "datePosted")
    yield from _labelled(
        clues.meta("article:published_time", "og:article:published_time", "og:published_time"),
        "opengraph",
    )
    yield from _labelled(clues.meta(*_PUBLISHED), "meta")
    yield from _labelled(map(_stated_date, clues.document.select(_DATE_ELEMENTS)), "markup")
    published, updated = _shown_dates(clues.beside_headline)
    yield from _labelled(published, "markup")
    for address in [*clues.links.get("canonical", ()), clues.url]:
        yield date_in_url(address) or "", "url"
    yield from _claims(subjects, "dateModified")
    yield from _labelled(clues.meta("article:modified_time", "og:updated_time"), "opengraph")
    yield from _labelled(clues.meta(*_MODIFIED), "meta")
    for element in clues.document.select("[itemprop=dateModified]"):
        yield _stated_date(element), "markup"
    yield from _labelled(updated, "markup")


def _stated_date(element: turbohtml.Element) -> str:
    return element.attr("datetime") or element.attr("content") or element.text


def _shown_dates(pieces: list[str]) -> tuple[list[str], list[str]]:
    """Texts that may be the date of publication, and those said to be of a later change."""
    published: list[str] = []
    updated: list[str] = []
    for before, piece in zip(["", *pieces], pieces, strict=False):
        is_change = _CHANGE.search(piece) or (_CHANGE.search(before) and not parse_date(before))
        (updated if is_change else published).append(piece)
    return published, updated


def _site_names(clues: Clues) -> Iterator[Claim]:
    yield from _labelled(clues.meta("og:site_name"), "opengraph")
    yield from _claims([item for item in clues.items if "website" in json_ld.types(item)], "name")
    for item in clues.items:
        yield from _labelled(_texts(item.get("publisher"), "name"), "json-ld")
    yield from _labelled(
        clues.meta("application-name", "apple-mobile-web-app-title", "citation_journal_title"),
        "meta",
    )
    yield clues.host, "url"


_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.@].*)?", re.IGNORECASE
)


_NO_LANGUAGE = ("mul", "und", "zxx")


def _languages(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    for item in subjects:
        yield from _labelled(_texts(item.get("inLanguage"), "alternateName", "name"), "json-ld")
    yield from _labelled(clues.meta("og:locale"), "opengraph")
    yield from _labelled(
        clues.meta("content-language", "language", "dc.language", "dcterms.language"), "meta"
    )
    yield clues.html_lang, "markup"


def _language_tag(text: str) -> str | None:
    found = _LANGUAGE.fullmatch(text.partition(",")[0].strip())
    if found is None or found[1].lower() in _NO_LANGUAGE:
        return None
    language, script, region = found.groups()
    parts = [language.lower(), script and script.title(), region and region.upper()]
    return "-".join(filter(None, parts))


def _descriptions(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    yield from _claims(subjects, "description")
    yield from _labelled(clues.meta("og:description"), "opengraph")
    yield from _labelled(
        clues.meta("description", "dc.description", "dcterms.description", "twitter:description"),
        "meta",
    )


def _images(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    for item in subjects:
        for name in ("image", "thumbnailUrl"):
            yield from _labelled(_texts(item.get(name), "url", "contentUrl", "@id"), "json-ld")
    yield from _labelled(clues.meta("og:image:secure_url", "og:image", "og:image:url"), "opengraph")
    yield from _labelled(
        clues.meta("twitter:image", "twitter:image:src", "parsely-image-url", "thumbnail"), "meta"
    )
    yield from _labelled(clues.links.get("image_src", ()), "markup")


def _canonical(clues: Clues, subjects: list[json_ld.Item]) -> Iterator[Claim]:
    # Unlike the others this field is defined by a markup element; the rest are hints of it.
    yield from _labelled(clues.links.get("canonical", ()), "markup")
    for item in subjects:
        yield from _labelled(_texts(item.get("mainEntityOfPage"), "@id", "url"), "json-ld")
    yield from _labelled(clues.meta("og:url"), "opengraph")
    yield clues.url, "url"


def _absolute(base: str) -> Callable[[str], str | None]:
    def resolve(reference: str) -> str | None:
        reference = clean(reference)
        if not reference:
            return None
        try:
            parts = urlsplit(reference)
            if parts.scheme:
                address = reference
            else:
                address = urljoin(base, reference)
                parts = urlsplit(address)
        except ValueError:
            return None
        return address if parts.scheme in ("http", "https") and parts.hostname else None

    return resolve
