"""Links of a Markdown text, and inline Markdown as plain text."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from urllib.parse import unquote

from thresher.evaluation.words import words

_TEXT = r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]"
_TARGET = r"\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)>?(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^)]*\)))?\s*\)"

_IMAGE = re.compile(rf"!{_TEXT}(?:{_TARGET}|\[[^\]]*\])")
_INLINE = re.compile(_TEXT + _TARGET)
_REFERENCE = re.compile(_TEXT + r"(?:\s?\[([^\[\]]*)\])?")
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]]+)\]:[ \t]*\n?[ \t]*<?([^\s>]+)>?.*$", re.MULTILINE)
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.-]+)>")
_ANCHOR = re.compile(r"<a\b[^>]*?\bhref\s*=\s*[\"']?([^\"'\s>]+)[^>]*>(.*?)</a>", re.DOTALL | re.I)
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_EMPHASIS = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_TEMPLATE = re.compile(r"\{\{|\{%|\}\}")
_VARIABLE = re.compile(r"\{\{.*?\}\}")
_EXTENSION = re.compile(r"\.(?:html?|md|markdown|rst|php|aspx?)$")


@dataclass(frozen=True, slots=True)
class Link:
    """A link by its words and by the end of its target; "" for a target that a template fills."""

    text: str
    target: str

    @classmethod
    def of(cls, text: str, target: str) -> Link:
        return cls(" ".join(words(plain_text(text))), target_tail(target))


def target_tail(target: str) -> str:
    """What a source and the page built from it agree on: the last part of the path.

    ``../flow/match.md``, ``match.html`` and ``https://host/flow/match/#top`` are all ``match``. A
    fragment counts only where it is all there is.
    """
    if _TEMPLATE.search(target) or not target:
        return ""
    path, _, fragment = html.unescape(target).partition("#")
    path = unquote(path.partition("?")[0]).rstrip("/").lower()
    path = re.sub(r"(?:^|/)(?:index|readme)\.(?:html?|md)$", "", path)
    if not path:
        return f"#{fragment.lower()}"
    return _EXTENSION.sub("", re.sub(r"^(?:mailto:|.*/)", "", path))


def plain_text(markdown: str) -> str:
    """Inline Markdown without its marks: text of links and images, no tags, no escapes."""
    text = _IMAGE.sub(r"\1", markdown)
    text = _INLINE.sub(r"\1", text)
    text = _REFERENCE.sub(r"\1", text)
    text = _without_tags(text)
    return _EMPHASIS.sub(" ", html.unescape(_ESCAPE.sub(r"\1", text)))


def _without_tags(text: str) -> str:
    """Tags go, but not those in code spans, which are text."""
    pieces = []
    end = 0
    for span in _CODE_SPAN.finditer(text):
        pieces += [_TAG.sub(" ", text[end : span.start()]), span[2]]
        end = span.end()
    return "".join([*pieces, _TAG.sub(" ", text[end:])])


def find_links(prose: str) -> list[Link]:
    """The links of a text without code blocks: inline, by reference, automatic and HTML."""
    # Template variables hold spaces, which end a target.
    prose = _VARIABLE.sub("{{}}", prose)
    targets = {_key(name): target for name, target in _DEFINITION.findall(prose)}
    text = _CODE_SPAN.sub(_hide_brackets, _DEFINITION.sub("", prose))
    text = _IMAGE.sub(r"\1", text)
    links: list[Link] = []

    def take(label: str, target: str) -> str:
        links.append(Link.of(label, target))
        return " "

    text = _ANCHOR.sub(lambda found: take(found[2], found[1]), text)
    text = _INLINE.sub(lambda found: take(found[1], found[2]), text)
    text = _AUTOLINK.sub(lambda found: take(found[1], found[1]), text)
    for label, name in _REFERENCE.findall(text):
        key = _key(name or label)
        if key in targets:
            take(label, targets[key])
    return [link for link in links if link.text]


def _key(name: str) -> str:
    return " ".join(name.replace("`", "").lower().split())


def _hide_brackets(span: re.Match[str]) -> str:
    """A code span without the characters that could be taken for a link."""
    return "`" + re.sub(r"[\[\]<>]", " ", span[2]) + "`"
