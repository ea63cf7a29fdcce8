"""A small site to learn from: a menu, a story and a legal notice on every page."""

from __future__ import annotations

SENTENCE = "Page {0} tells a story of its own, and tells it at some length, with many words. "


def story(number: int) -> str:
    return SENTENCE.format(number) * 6


def page(number: int) -> str:
    """A site that prints a long legal notice, in bold, after every story."""
    menu = "".join(f"<li><a href='/{entry}'>Entry {entry}</a></li>" for entry in range(12))
    notice = "<b>All rights are reserved, without exception, by whoever holds them. </b>" * 3
    space = f"<!--{'-' * 3000}-->"
    return f"<ul>{menu}</ul>{space}<p>{story(number)}</p>{space}<p>{notice}</p><ul>{menu}</ul>"
