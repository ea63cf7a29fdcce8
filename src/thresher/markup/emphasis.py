"""Moves the edges of bold, italic and struck text to where Markdown can mark them.

Markdown cannot close ``**`` between punctuation and a letter, nor tell two marks apart that touch.
The renderer writes HTML tags in such places (turbohtml 1.15 does so for any mark that holds a
curly quote or a dash, too). A mark that is one full stop shorter reads better, so marks are settled
here and written as literal text.
"""

from __future__ import annotations

from typing import Final, Literal

from turbohtml import Element, Node, Text

from thresher.markup.literals import Literals
from thresher.markup.tags import ElementIndex, first_block, has_content

_KINDS: Final = {
    "b": "**",
    "strong": "**",
    "i": "*",
    "em": "*",
    "s": "~~",
    "del": "~~",
    "strike": "~~",
    "code": "`",
}
_TAGS_OF: Final = {
    kind: tuple(tag for tag, own in _KINDS.items() if own == kind) for kind in _KINDS.values()
}
_TRANSPARENT: Final = frozenset({"span", "font", "u", "mark", "small", "big", "ins", "label"})
EMPHASIS_TAGS = tuple(_KINDS)


def settle_emphasis(found: ElementIndex, literals: Literals) -> None:
    """Write every mark among the indexed elements as text; those around blocks stay elements."""
    for tag in EMPHASIS_TAGS:
        for mark in found[tag]:
            if mark.parent is not None:
                _settle(mark, literals)


def _settle(mark: Element, literals: Literals) -> None:
    kind = _KINDS[mark.tag]
    _merge_following(mark, kind)
    if kind == "`":
        return
    # Most marks hold one text and nothing else.
    if len(mark.children) != 1 or not isinstance(mark.children[0], Text):
        for inner in list(mark.iter_elements(_TAGS_OF[kind])):
            inner.unwrap()
        if first_block(mark) is not None:
            if not mark.text.isascii():
                mark.unwrap()
            return
    before, after = _char_before(mark).strip(), _char_after(mark).strip()
    is_marked = has_content(mark) and not _is_lost_inside(mark, before, after)
    if is_marked and (before.isalnum() or after.isalnum()):
        is_marked = _trim_start(mark) and _trim_end(mark)
    if is_marked and not (_is_mark(mark.previous_sibling) or _is_mark(mark.next_sibling)):
        mark.insert_before(Text(_cut_space(mark, at_start=True) + literals.token(kind)))
        mark.insert_after(Text(literals.token(kind) + _cut_space(mark, at_start=False)))
    mark.unwrap()


def _is_lost_inside(mark: Element, before: str, after: str) -> bool:
    """Whether a mark inside another one touches only one of its edges."""
    return _is_mark(mark.parent) and bool(before) != bool(after)


def _is_mark(node: Node | None) -> bool:
    return isinstance(node, Element) and node.tag in _KINDS


def _cut_space(mark: Element, *, at_start: bool) -> str:
    """Take the white space off an edge of the mark, where Markdown does not allow it."""
    edge = mark.children[0 if at_start else -1]
    if not isinstance(edge, Text):
        return ""
    kept = edge.data.lstrip() if at_start else edge.data.rstrip()
    space = " " if kept != edge.data else ""
    edge.data = kept
    return space


def _merge_following(mark: Element, kind: str) -> None:
    while isinstance(following := mark.next_sibling, Element):
        if _KINDS.get(following.tag) != kind:
            return
        mark.extend(following.children)
        following.extract()


def _char_before(mark: Element) -> str:
    sibling = _neighbour(mark, "previous_sibling")
    return "" if sibling is None else sibling.text[-1:]


def _char_after(mark: Element) -> str:
    sibling = _neighbour(mark, "next_sibling")
    return "" if sibling is None else sibling.text[:1]


def _neighbour(mark: Node, side: Literal["previous_sibling", "next_sibling"]) -> Node | None:
    """The node that stands beside the mark on the page, past the edges of inline elements."""
    node = mark
    while (sibling := getattr(node, side)) is None:
        parent = node.parent
        if not isinstance(parent, Element) or parent.tag not in _TRANSPARENT:
            return None
        node = parent
    return sibling if isinstance(sibling, Text | Element) else None


def _trim_start(mark: Element) -> bool:
    """Move punctuation at the start out of the mark; false when it cannot be moved."""
    first = mark.children[0] if mark.children else None
    if not isinstance(first, Text):
        return not isinstance(first, Element)
    start = 0
    while start < len(first.data) and _is_punctuation(first.data[start]):
        start += 1
    if start:
        mark.insert_before(Text(first.data[:start]))
        first.data = first.data[start:]
    return bool(first.data)


def _trim_end(mark: Element) -> bool:
    """Move punctuation at the end out of the mark; false when it cannot be moved."""
    last = mark.children[-1] if mark.children else None
    if not isinstance(last, Text):
        return not isinstance(last, Element)
    end = len(last.data)
    while end and _is_punctuation(last.data[end - 1]):
        end -= 1
    if end < len(last.data):
        mark.insert_after(Text(last.data[end:]))
        last.data = last.data[:end]
    return bool(last.data)


def _is_punctuation(char: str) -> bool:
    return not char.isalnum() and not char.isspace()
