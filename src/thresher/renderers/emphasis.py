"""Moves the edges of bold, italic and struck text to where Markdown can mark them.

Markdown cannot close ``**`` between punctuation and a letter, nor tell two marks apart that touch.
The renderer writes HTML tags in such places (turbohtml 1.15 does so for any mark that holds a
curly quote or a dash, too); a mark that is one full stop shorter reads better.
"""

from __future__ import annotations

from typing import Final

from turbohtml import Element, Node, Text

from thresher.renderers.literals import Literals
from thresher.renderers.tags import ElementIndex, first_block, has_content

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
EMPHASIS_TAGS = tuple(_KINDS)


def settle_emphasis(found: ElementIndex, literals: Literals) -> None:
    """Settle every mark among the indexed elements."""
    for tag in EMPHASIS_TAGS:
        for mark in found[tag]:
            if mark.parent is not None:
                _settle(mark, literals)


def _settle(mark: Element, literals: Literals) -> None:
    kind = _KINDS[mark.tag]
    _merge_following(mark, kind)
    if kind == "`":
        return
    before, after = _char_before(mark).strip(), _char_after(mark).strip()
    if not has_content(mark) or _is_lost_inside(mark, kind, before, after):
        mark.unwrap()
        return
    can_start = not before or _trim_start(mark)
    can_end = not after or _trim_end(mark)
    if not (can_start and can_end):
        mark.unwrap()
    elif not mark.text.isascii():
        _write(mark, kind, literals)


def _is_lost_inside(mark: Element, kind: str, before: str, after: str) -> bool:
    """Whether a mark inside another one is the same, or touches only one of its edges."""
    parent = mark.parent
    if not isinstance(parent, Element) or parent.tag not in _KINDS:
        return False
    return _KINDS[parent.tag] == kind or bool(before) != bool(after)


def _write(mark: Element, kind: str, literals: Literals) -> None:
    """Write the mark past the renderer, which would make HTML of it."""
    touches = _is_mark(mark.previous_sibling) or _is_mark(mark.next_sibling)
    if not touches and first_block(mark) is None:
        mark.insert_before(Text(_cut_space(mark, at_start=True) + literals.token(kind)))
        mark.insert_after(Text(literals.token(kind) + _cut_space(mark, at_start=False)))
    mark.unwrap()


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


def _char_before(mark: Node) -> str:
    sibling = mark.previous_sibling
    if isinstance(sibling, Text):
        return sibling.data[-1:]
    return sibling.text[-1:] if isinstance(sibling, Element) else ""


def _char_after(mark: Node) -> str:
    sibling = mark.next_sibling
    if isinstance(sibling, Text):
        return sibling.data[:1]
    return sibling.text[:1] if isinstance(sibling, Element) else ""


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
