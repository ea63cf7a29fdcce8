"""Everything on a page that may say something about it, gathered but not yet judged."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from urllib.parse import urljoin, urlsplit

import turbohtml
from turbohtml import Element, Namespace, Node, Text

from thresher.metadata import json_ld

_BREAKING_TAG = re.compile(r"</?(?:br|div|li|p)\b[^<>]*>", re.IGNORECASE)
_INLINE_TAG = re.compile(
    r"</?(?:a|abbr|b|cite|em|i|small|span|strong|sub|sup|u)\b[^<>]*>", re.IGNORECASE
)
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b\u200e\u200f\u2028\u2029\u2060\ufeff\ud800-\udfff]"
)
_WORD = re.compile(r"\w+")
_NOT_A_WORD = re.compile(r"[\W_]+")

MAX_HEADINGS = 50
"""Headings looked at; a page of more is a list."""
MAX_AFTER = 25
MAX_BEFORE = 8
"""Pieces of text read after and before a heading."""
MAX_PIECE = 120
"""A longer piece is prose."""
MAX_PROSE = 1
"""Pieces of prose that may stand between a headline and its byline."""
MAX_VALUE = 5_000
"""Characters read of one value."""


@dataclass(frozen=True)
class Clues:
    """The claims of a page, in document order and not yet judged.

    Not slotted, as the properties that walk the tree are kept once asked for.
    """

    document: turbohtml.Document
    url: str
    html_lang: str
    items: list[json_ld.Item]
    bases: list[str]
    titles: list[str]
    headings: list[str]
    metas: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)

    def meta(self, *names: str) -> list[str]:
        """The contents of the metas of these names, in the order of the names."""
        found = [content for name in names for content in self.metas.get(name, ())]
        return [value for value in map(clean, found) if value]

    @cached_property
    def beside_headline(self) -> list[str]:
        """The short texts around the heading that is most like the title."""
        title = " ".join([*self.meta("og:title"), *self.titles])
        headings = self.document.select("h1")[:MAX_HEADINGS]
        best = max(headings, key=lambda h1: likeness(squeeze(h1.text), title), default=None)
        return near(best) if best is not None else []

    @cached_property
    def host(self) -> str:
        """The host of the URL, without ``www``."""
        try:
            host = urlsplit(self.url).hostname or ""
        except ValueError:
            return ""
        return host.removeprefix("www.")

    @cached_property
    def base(self) -> str:
        """What relative addresses are relative to."""
        try:
            return urljoin(self.url, self.bases[0]) if self.bases else self.url
        except ValueError:
            return self.url


def gather(document: turbohtml.Document, url: str | None) -> Clues:
    """Read what is found by tag, which the tree has an index for, and so costs next to nothing."""
    root = document.root
    clues = Clues(
        document=document,
        url=url or "",
        html_lang=(root.attr("lang") or root.attr("xml:lang") or "") if root else "",
        items=json_ld.read_items(document),
        bases=[href for base in document.select("base") if (href := base.attr("href"))],
        # An SVG has titles too.
        titles=[
            text
            for title in document.select("title")
            if title.namespace is Namespace.HTML and (text := clean(title.text))
        ],
        headings=[
            text for h1 in document.select("h1")[:MAX_HEADINGS] if (text := squeeze(h1.text))
        ],
    )
    for meta in document.select("meta"):
        content = meta.attr("content")
        name = content and (
            meta.attr("name")
            or meta.attr("property")
            or meta.attr("itemprop")
            or meta.attr("http-equiv")
        )
        if content and name:
            clues.metas.setdefault(name.strip().lower(), []).append(content)
            # <meta name="x" property="og:y"> is both.
            other = meta.attr("property")
            if other and other != name:
                clues.metas.setdefault(other.strip().lower(), []).append(content)
    for link in document.select("link"):
        for rel in (link.attr("rel") or "").lower().split():
            clues.links.setdefault(rel, []).append(link.attr("href") or "")
    return clues


def near(heading: Element) -> list[str]:
    """The short texts after a heading and just before it, where dates and bylines stand."""
    return _pieces(heading.following, MAX_AFTER) + _pieces(heading.preceding, MAX_BEFORE)


def _pieces(nodes: Iterable[Node], most: int) -> list[str]:
    pieces: list[str] = []
    prose = 0
    for node in islice(nodes, 10 * most):
        if not isinstance(node, Text) or node.data.isspace():
            continue
        parent = node.parent
        if isinstance(parent, Element) and parent.tag in ("script", "style", "noscript"):
            continue
        piece = squeeze(node.data)
        if len(piece) > MAX_PIECE:
            prose += 1
        # Beyond the standfirst is the body, where dates are those of the story.
        if prose > MAX_PROSE or len(pieces) == most:
            break
        if 0 < len(piece) <= MAX_PIECE:
            pieces.append(piece)
    return pieces


def squeeze(text: str) -> str:
    """Visible characters with single spaces."""
    text = text[:MAX_VALUE]
    if not text.isprintable():
        text = _INVISIBLE.sub("", text)
    return " ".join(text.split())


def clean(text: object) -> str:
    """A text out of an attribute, where pages often escape twice; empty for what is no text."""
    if not isinstance(text, str):
        return ""
    return squeeze(html.unescape(text[:MAX_VALUE]) if "&" in text else text)


def strip_tags(text: object) -> str:
    """A text out of JSON, where pages often leave HTML."""
    value = clean(text)
    if "<" not in value:
        return value
    return squeeze(_INLINE_TAG.sub("", _BREAKING_TAG.sub(" ", value)))


def key(text: str) -> str:
    """The letters and digits alone: equal keys are equal for a reader."""
    return _NOT_A_WORD.sub("", text).casefold()


def likeness(text: str, other: str) -> float:
    """Share of the words of `text` that `other` has too."""
    words = set(_WORD.findall(text.casefold()))
    return len(words & set(_WORD.findall(other.casefold()))) / len(words) if words else 0.0
