"""Small repairs of the rendered Markdown that need its lines, not the tree."""

from __future__ import annotations

import re
from typing import Final

_FENCE: Final = re.compile(r"(?:[ >]|[-*+] |\d+[.)] )*(`{3,})[^`]*")
_BARE_MARK: Final = re.compile(r" *(?:[-*+]|\d+[.)])")
_MARK_ENDS: Final = "-*+.)"
_LIST_ITEM: Final = re.compile(r" *(?:[-*+]|\d+[.)]) ")
_SPACE_ENTITY: Final = re.compile(r"&#(?:160|8192|8193|8194|8195|8201|8202|8232|8233|8239|12288);")
_LEADING_SPACE: Final = re.compile(r"((?:[ >]|[-*+] |\d+[.)] )*?)\xa0[\xa0 ]*")
# An underscore inside a word never marks emphasis, so snake_case needs no escape. Code spans are
# matched first, and left alone.
_CODE_OR_UNDERSCORE: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|(?<=[^\W_])(?:\\_)+(?=[^\W_])")


def tidy(markdown: str) -> str:
    """One blank line between blocks, no stray spaces, no needless escapes; code is left alone."""
    lines: list[str] = []
    fence = ""
    mark = ""
    for line in markdown.split("\n"):
        if fence:
            lines.append(line.replace("\xa0", " ") if line.strip() else "")
            if line.strip(" >") == fence:
                fence = ""
            continue
        if line[-1:] == " " or "\\_" in line or "\xa0" in line or "&#" in line:
            line = _tidy_line(line)
        if not line or line.isspace():
            if lines and lines[-1] and not mark:
                lines.append("")
            continue
        if mark:
            line = _after_mark(mark, line, lines)
            mark = ""
        if line[-1] in _MARK_ENDS and _BARE_MARK.fullmatch(line):
            mark = line
            continue
        if "```" in line and (opening := _FENCE.fullmatch(line)):
            fence = opening[1]
        lines.append(line)
    return "\n".join(lines).strip("\n")


def _after_mark(mark: str, line: str, lines: list[str]) -> str:
    """The line that follows a list mark without text: its text, or the mark stands for nothing."""
    if not line.startswith(" " * (len(mark) + 1)):
        return line
    if _LIST_ITEM.match(line):
        lines.append(mark)
        return line
    return f"{mark} {line.lstrip()}"


def _tidy_line(line: str) -> str:
    # Two spaces at the end are a line break, one is a slip.
    line_break = "  " if line.endswith("  ") else ""
    if "&#" in line and "`" not in line:
        line = _SPACE_ENTITY.sub("\xa0", line)
    if "\xa0" in line:
        # Four of them at the start would read as code once they are spaces.
        line = _LEADING_SPACE.sub(r"\1", line, count=1) if _LEADING_SPACE.match(line) else line
        line = line.replace("\xa0", " ")
    if "\\_" in line:
        line = _CODE_OR_UNDERSCORE.sub(_without_escape, line)
    return line.rstrip() + line_break


def _without_escape(found: re.Match[str]) -> str:
    return found[0] if found[1] else found[0].replace("\\", "")
