"""JSON-LD of a page: the items in it, and which of them the page is about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import turbohtml

Item = dict[str, Any]

_WRITINGS = frozenset(
    "creativework discussionforumposting question recipe report review scholarlyarticle".split()
)
_THINGS = frozenset(
    "audioobject book course event howto jobposting movie podcastepisode product productgroup"
    " softwareapplication softwaresourcecode videoobject".split()
)
_PAGES = frozenset("webpage webpageelement blog".split())
_NEVER = frozenset(
    "breadcrumblist faqpage imageobject itemlist listitem organization person sitenavigationelement"
    " website".split()
)

MAX_ITEMS = 500
"""Items looked at in one page; shops list thousands of products."""

_WRAPPING = re.compile(r"^\s*(?://\s*)?(?:<!--|<!\[CDATA\[)|(?://\s*)?(?:-->|\]\]>)\s*$")
_LOOSE_COMMA = re.compile(r",(?=\s*[}\]])")


def read_items(document: turbohtml.Document) -> list[Item]:
    """Every JSON-LD object at the top, in a list, an ``@graph`` or the main entity of another."""
    items: list[Item] = []
    for script in document.select('script[type*="ld+json" i]'):
        for item in _unfold(_decode(script.text), depth=0):
            if len(items) == MAX_ITEMS:
                return items
            items.append(item)
    return items


def types(item: Item) -> set[str]:
    """The types of an item in lower case, without vocabulary."""
    declared = item.get("@type")
    names = declared if isinstance(declared, list) else [declared]
    return {re.split(r"[/#:]", name)[-1].lower() for name in names if isinstance(name, str)}


def is_writing(item: Item) -> bool:
    """A text somebody wrote: articles, posts, reports."""
    kinds = types(item)
    if kinds & _NEVER:
        return False
    return bool(kinds & _WRITINGS) or any(kind.endswith(("article", "posting")) for kind in kinds)


def is_thing(item: Item) -> bool:
    """A product, a film, an event…: the page may be about it, or may only mention it."""
    return bool(types(item) & _THINGS)


def is_page(item: Item) -> bool:
    """The page itself."""
    kinds = types(item)
    return not kinds & _NEVER and any(kind in _PAGES or kind.endswith("page") for kind in kinds)


def _decode(text: str) -> Any:
    """The value in a script, or ``None``; the slips that are common are mended."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    mended = _LOOSE_COMMA.sub("", _WRAPPING.sub("", text)).strip()
    try:
        # Whatever follows the first value (a semicolon, a second object) is left unread.
        return json.JSONDecoder(strict=False).raw_decode(mended)[0]
    except (ValueError, RecursionError):
        return None


def _unfold(value: Any, depth: int) -> Iterator[Item]:
    if depth > 5:
        return
    if isinstance(value, list):
        for part in value:
            yield from _unfold(part, depth + 1)
    elif isinstance(value, dict):
        yield value
        yield from _unfold(value.get("@graph"), depth + 1)
        # The entities of an FAQ are its questions, none of which is the page.
        if "faqpage" not in types(value):
            yield from _unfold(value.get("mainEntity"), depth + 1)
