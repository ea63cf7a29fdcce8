"""Names of authors, out of the many places and shapes in which pages put them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any

import turbohtml
from turbohtml import Element

from thresher.metadata import json_ld
from thresher.metadata.clues import Clues, clean, key

META_NAMES = (
    "citation_author", "author", "parsely-author", "sailthru.author", "dc.creator",
    "dcterms.creator", "dc.creator.personalname", "byl", "article.author", "authors", "creator",
    "rnews:author", "dc.contributor",
)  # fmt: skip

MAX_LENGTH = 120
"""A longer text is a biography."""

_BY_WORDS = (
    r"(?:(?:written|posted|published|authored|created|words|story|text|article|recipe)\s+)?by\b"
)
# "Sort by", "filter by", "powered by" and the like are not among them on purpose.
_PREFIX = re.compile(
    rf"(?:{_BY_WORDS}|authors?\s*:|autor(?:in)?\s*:|(?-i:par|por)\s)[\s:]*", re.IGNORECASE
)
_BY = re.compile(rf"{_BY_WORDS}:?\s+(?=\S)", re.IGNORECASE)
_BY_ALONE = re.compile(rf"(?:{_BY_WORDS}|authors?|thread starter)\s*:?$", re.IGNORECASE)
_NUMBER = re.compile(r"\b\d+\b")
_AFTER_NAME = re.compile(
    r"\s*[|•·⋅]\s*|\s+[-–—]\s+|,?\s+(?:(?:on|in)\s|(?:updated|published)\b)"
    r"|(?=\b\d{1,2}[/. ]\d)|\s+\d{4}\b",
    re.IGNORECASE,
)
_BUTTONS = frozenset(
    "abouttheauthor articleby contributor follow follownow in on postauthor postedby published"
    " publishedby readmore reviewedby share signin login subscribe topicauthor threadstarter"
    " post updated via writtenby writer the and or".split()
)
_EMAIL = re.compile(r"\S+@\S+\.\w+")
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.|^/|^@", re.IGNORECASE)
_NOBODY = frozenset(
    "admin administrator anonymous author authors byline by default editor guest editorial"
    " none null root staff superuser undefined unknown user webmaster".split()
)


def join(names: Iterable[Any]) -> str:
    """The names that are names, each once, joined with semicolons."""
    named: dict[str, str] = {}
    for name in map(clean_name, names):
        if name:
            named.setdefault(key(name), name)
    return "; ".join(named.values())


def clean_name(text: object) -> str:
    """A name without "by", e-mail or brackets; empty where the text is no name."""
    name = clean(text)
    if _ADDRESS.search(name) or len(name) > MAX_LENGTH:
        return ""
    name = _EMAIL.sub("", name)
    while prefix := _PREFIX.match(name):
        name = name[prefix.end() :]
    name = name.strip(" \t,;:|•·-–—()<>")
    return "" if key(name) in _NOBODY or not any(map(str.isalpha, name)) else name


def from_json_ld(
    subjects: list[json_ld.Item], items: list[json_ld.Item]
) -> tuple[list[str], list[str]]:
    """Persons and organisations named as the authors of the first subject that has any."""
    known = {item["@id"]: item for item in items if isinstance(item.get("@id"), str)}
    for item in subjects:
        people: list[str] = []
        organisations: list[str] = []
        for name in ("author", "creator"):
            for is_person, text in _named(item.get(name), known, depth=0):
                (people if is_person else organisations).append(text)
            if people or organisations:
                return people, organisations
    return [], []


def _named(value: Any, known: dict[str, json_ld.Item], depth: int) -> Iterator[tuple[bool, str]]:
    if depth > 3:
        return
    if isinstance(value, str):
        yield True, value
    elif isinstance(value, list):
        for part in value[:50]:
            yield from _named(part, known, depth + 1)
    elif isinstance(value, dict):
        if "name" not in value and isinstance(value.get("@id"), str):
            value = known.get(value["@id"], value)
        kinds = json_ld.types(value)
        is_person = not kinds or "person" in kinds
        for _, name in _named(value.get("name"), {}, depth + 1):
            yield is_person, name


def labelled_by_twitter(clues: Clues) -> list[str]:
    """The value of a Twitter card row that is labelled as the author's."""
    for number in ("1", "2"):
        label = " ".join(clues.meta(f"twitter:label{number}")).casefold()
        if label.startswith(("written by", "author", "verfasst", "écrit par", "escrito")):
            return clues.meta(f"twitter:data{number}")
    return []


def from_markup(document: turbohtml.Document, pieces: list[str]) -> Iterator[list[str]]:
    """Names in what is marked as the author's, or stands after a "by"; the surest first."""
    # One after the other, as a selector by part of a class compares every class of the page.
    yield from _shown(document, "[rel~=author], [itemprop~=author]")
    yield from _after_by(pieces)
    yield from _shown(document, "[class*=author i], [class*=byline i]")


def _shown(document: turbohtml.Document, selector: str) -> Iterator[list[str]]:
    for element in document.select(selector)[:MAX_ELEMENTS]:
        yield [_shown_name(element)]


MAX_ELEMENTS = 30
"""Elements of a kind that are read: those further down belong to comments and teasers."""


def _after_by(pieces: list[str]) -> Iterator[list[str]]:
    for piece, following in zip_longest(pieces, pieces[1:], fillvalue=""):
        if _BY.match(piece):
            yield [_plausible(piece)]
        elif _BY_ALONE.match(piece):
            yield [_plausible(following)]


def _shown_name(element: Element) -> str:
    for text in islice(element.stripped_strings, 8):
        name = _plausible(text)
        if name:
            return name
    return ""


def _plausible(text: str) -> str:
    """The name in a piece of visible text, which may as well be a date, a button or a sentence."""
    name = clean_name(_AFTER_NAME.split(clean(text), maxsplit=1)[0])
    if not 2 <= len(name) <= 50 or len(name.split()) > 5 or key(name) in _BUTTONS:
        return ""
    if _NUMBER.search(name) or _BY_ALONE.match(name) or name.endswith(("?", "!", ":")):
        return ""
    return name
