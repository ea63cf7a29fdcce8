"""Text that a page carries outside its visible tree: structured data, and the state of scripts.

Pages that scripts build are shells in their HTML, but often bring the article along as data: in the
`articleBody` of JSON-LD, or in the state that a framework starts from. There an article is one
string, or a list with a string for each paragraph or even each piece of a sentence. So strings are
gathered into series: those at the same path of keys, whatever the place in a list.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import turbohtml

from thresher.parsing.table import NodeTable
from thresher.types import Origin, OutsideText

MAX_SHELL_WORDS: Final = 150
"""A page with more visible words than this is not a shell, and is not searched."""
_MIN_WORDS: Final = 25
_MIN_PROSE_WORDS: Final = 12
_MAX_DEPTH: Final = 40
# Words in lists of objects that have titles of their own count less, for most are teasers; and so
# do descriptions, for many are of the site.
_TEASER_WEIGHT: Final = 0.3
_TITLE_KEYS: Final = frozenset(("title", "headline", "name"))
_BODY_KEYS: Final = frozenset(("articleBody", "reviewBody", "text", "description"))
_STATE_IDS: Final = ("__NEXT_DATA__", "__NUXT_DATA__", "__APOLLO_STATE__", "__INITIAL_STATE__")
_MARKUP: Final = re.compile(r"<(?:p|br|div|h[1-6]|ul|li|a|b|strong|em)\b", re.IGNORECASE)
_NOT_PROSE: Final = re.compile(r"^\s*(?:https?://|[{\[]|function\b|data:)|[{}]{2}|;\s*\}|^\s*$")
_SENTENCE_END: Final = re.compile(r"[.!?…。！？।؟][\"'”’»)\]」』]*\s*$")
_BLANK_LINES: Final = re.compile(r"\n\s*\n")
_JOINED: Final = re.compile(r"[\s,;:.!?)\]]")
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class _Found(NamedTuple):
    path: tuple[str, ...]
    text: str
    is_teaser: bool


@dataclass(frozen=True, slots=True)
class _Series:
    text: str
    origin: Origin
    weight: float


def word_count(text: str) -> float:
    """Words between spaces; three characters of a script without spaces make one."""
    return len(text.split()) + len(_UNSPACED.findall(text)) / 3


def outside_texts(table: NodeTable) -> tuple[OutsideText, ...]:
    """The paragraphs of the main text in the page's data, if the page shows next to nothing.

    Only one text: what else is long is an excerpt, a second copy, or of the interface.
    """
    if float(table.shape.words @ (table.hidden[table.leaves] == 0)) > MAX_SHELL_WORDS:
        return ()
    series = [item for script in table.noted_elements("script") for item in _series_of(script)]
    if not series:
        return ()
    main = max(series, key=lambda item: item.weight)
    return tuple(OutsideText(text, main.origin) for text in _BLANK_LINES.split(main.text))


def _series_of(script: turbohtml.Element) -> Iterator[_Series]:
    kind = (script.attr("type") or "").partition(";")[0].strip().lower()
    if kind == "application/ld+json":
        yield from _gathered(_strings(_json(script.text), _BODY_KEYS), "structured data")
    elif kind == "application/json" or script.attr("id") in _STATE_IDS:
        yield from _gathered(_strings(_json(script.text), None), "script state")


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _strings(data: Any, keys: frozenset[str] | None) -> Iterator[_Found]:
    """The strings of some keys, or of any key when `keys` is None, in page order."""
    waiting: list[tuple[Any, tuple[str, ...], bool, int]] = [(data, (), False, 0)]
    while waiting:
        value, path, is_teaser, depth = waiting.pop()
        if isinstance(value, str):
            if (keys is None or (path and path[-1] in keys)) and not _NOT_PROSE.search(value):
                yield _Found(path, value, is_teaser or path[-1:] == ("description",))
        elif depth < _MAX_DEPTH and isinstance(value, dict):
            titled = is_teaser or (path[-1:] == ("[]",) and not _TITLE_KEYS.isdisjoint(value))
            for key, child in reversed(value.items()):
                waiting.append((child, _below(path, _kind_of(key)), titled, depth + 1))
        elif depth < _MAX_DEPTH and isinstance(value, list):
            inside = path if keys is not None else _below(path, "[]")
            waiting.extend((child, inside, is_teaser, depth + 1) for child in reversed(value))


def _kind_of(key: str) -> str:
    """The key without what numbers its objects: stores keep them by names such as `Text:a1`."""
    return key.partition(":")[0].rstrip("0123456789-_") or key


def _below(path: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Rich text nests lists in objects in lists: a path that repeats itself does not grow."""
    longer = (*path, key)
    for size in (1, 2):
        if longer[-size:] == longer[-2 * size : -size]:
            return longer[:-size]
    return longer


def _gathered(strings: Iterable[_Found], origin: Origin) -> Iterator[_Series]:
    """One text for each path at which there is enough prose."""
    series: dict[tuple[str, ...], list[_Found]] = {}
    for item in strings:
        series.setdefault(item.path, []).append(item)
    for members in series.values():
        text = _joined(_prose([_readable(item.text) for item in members]))
        words = word_count(text)
        if words >= _MIN_WORDS:
            teasers = all(item.is_teaser for item in members)
            yield _Series(text, origin, words * (_TEASER_WEIGHT if teasers else 1.0))


def _prose(texts: list[str]) -> list[str]:
    """All strings of an article, headings too; of other series only those that are sentences."""
    is_prose = [
        word_count(text) >= _MIN_PROSE_WORDS
        or (bool(_SENTENCE_END.search(text)) and word_count(text) > 1)
        for text in texts
    ]
    in_prose = sum(len(text) for text, prose in zip(texts, is_prose, strict=True) if prose)
    if in_prose > 0.5 * sum(map(len, texts)):
        return texts
    return [text for text, prose in zip(texts, is_prose, strict=True) if prose]


def _joined(texts: list[str]) -> str:
    """Paragraphs apart; pieces of one sentence bring their own spaces, or go on with a mark."""
    text = ""
    for part in texts:
        is_piece = text[-1:].isspace() or _JOINED.match(part) is not None
        if text and not (is_piece and not _SENTENCE_END.search(text)):
            text = f"{text.rstrip()}\n\n{part.lstrip()}"
        else:
            text += part
    return text.strip()


def _readable(value: str) -> str:
    """A value as text; many hold markup."""
    if _MARKUP.search(value):
        return turbohtml.parse_fragment(value).to_text().strip()
    return html.unescape(value)
