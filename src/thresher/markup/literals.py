"""Text that must reach the Markdown exactly as it is, past the renderer's escaping.

The tree gets a token of characters that Unicode reserves for a program's own use and that no page
may contain; after rendering, the token is replaced by the text it stands for.

turbohtml's converters could write raw text as well, but in 1.15 any converter changes the rest of
the page too (a sample of 325 pages: task boxes lost, stray blank lines, bold as HTML).
"""

from __future__ import annotations

import re
from typing import Final

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_TOKEN: Final = re.compile(f"{_OPEN}(\\d{{1,9}}){_CLOSE}")
_LIST_MARK: Final = re.compile(r"[-*+]|\d+[.)]")


class Literals:
    """The texts that tokens in one tree stand for."""

    __slots__ = ("_texts",)

    def __init__(self) -> None:
        self._texts: list[str] = []

    def token(self, text: str) -> str:
        """A token for `text`; a text of several lines must stand in a block of its own."""
        self._texts.append(text)
        return f"{_OPEN}{len(self._texts) - 1}{_CLOSE}"

    def restore(self, markdown: str) -> str:
        """The Markdown with every token replaced by its text."""
        return _TOKEN.sub(self._text_of, markdown) if self._texts else markdown

    def _text_of(self, token: re.Match[str]) -> str:
        number = int(token[1])
        # A page that holds these characters after all gets nothing out of it.
        text = self._texts[number] if number < len(self._texts) else ""
        if "\n" not in text and "|" not in text:
            return text
        before = token.string[token.string.rfind("\n", 0, token.start()) + 1 : token.start()]
        if before.lstrip(" >").startswith("|"):
            return " ".join(text.split("\n")).replace("|", r"\|")
        # What continues a list item or a quotation on the next line.
        prefix = _LIST_MARK.sub(lambda mark: " " * len(mark[0]), before)
        return text.replace("\n", f"\n{prefix}")
