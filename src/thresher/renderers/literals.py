"""Text that must reach the Markdown exactly as it is, past the renderer's escaping.

The tree gets a token of characters that Unicode reserves for a program's own use and that no page
may contain; after rendering, the token is replaced by the text it stands for. (turbohtml's
converters could write raw text as well, but with any of them set it renders the rest of the page
worse: see `tree_markdown`.)
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
        if not self._texts:
            return markdown
        lines = markdown.split("\n")
        return "\n".join(self._restore_line(line) if _OPEN in line else line for line in lines)

    def _restore_line(self, line: str) -> str:
        start = line.index(_OPEN)
        in_table = line.lstrip(" >").startswith("|")
        # What continues a list item or a quotation on the next line.
        prefix = _LIST_MARK.sub(lambda mark: " " * len(mark[0]), line[:start])

        def text_of(token: re.Match[str]) -> str:
            number = int(token[1])
            # A page that holds these characters after all gets nothing out of it.
            text = self._texts[number] if number < len(self._texts) else ""
            if in_table:
                return " ".join(text.split("\n")).replace("|", r"\|")
            return text.replace("\n", f"\n{prefix}")

        return _TOKEN.sub(text_of, line)
