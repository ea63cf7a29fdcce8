"""The structure of a Markdown text, read line by line and with much tolerance.

Not a Markdown implementation: it reads the flavours that documentation is written in (front
matter, admonitions, directives, Liquid and mdBook tags, HTML inside) as well as what extractors
produce, and keeps only what can be compared: headings, list items, lines of code, table cells and
links. Emphasis, heading levels, item markers and languages of code make no difference.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import turbohtml

from thresher.evaluation.markdown_links import Link, find_links, plain_text
from thresher.evaluation.words import words

# Enough words to know an item by, few enough that paragraphs below it make no difference.
ITEM_WORDS = 8


@dataclass(slots=True)
class Structure:
    """What a text is made of, every piece as its words joined by spaces."""

    headings: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    """List items, by their first words."""
    code: list[str] = field(default_factory=list)
    """Lines of code blocks that hold at least one word."""
    cells: list[str] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HIGHLIGHT = re.compile(r"^([ \t]*)\{%-?\s*(?:end)?highlight\b[^%]*%\}", re.MULTILINE)
_LIQUID_TAG = re.compile(r"\{%.*?%\}|^\{:.*?\}[ \t]*$", re.DOTALL | re.MULTILINE)

_QUOTE = re.compile(r"^ {0,3}>+ ?")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*(.*?)\s*$")
_CODE_DIRECTIVES = ("{code", "{sourcecode", "{literal", "{.")
_DIRECTIVE = re.compile(r"^\s*(?::{3,}.*|!!!\s.*|\?\?\?\+?\s.*)$")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_HEADING_ID = re.compile(r"\s*\{[#.:][^}]*\}\s*$")
# Marks that sites put into headings so that readers can link to them: neither text nor links.
_PERMALINK = re.compile(r"\s*\[(?:permalink|link|anchor|[¶#§]|\\#)?\]\([^)]*\)\s*$", re.IGNORECASE)
_LINK_TO_ITSELF = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)\s]*#[^)]*\)")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})[ \t]*$")
_RULE = re.compile(r"^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"^(\s*)(?:[-*+•]|\d{1,9}[.)])(\s+)(?=\S)(?:\[[ xX]\]\s+)?(.*)$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_GRID_RULE = re.compile(r"^\s*\+(?:[-=]+\+)+\s*$")
_HTML_BLOCK = re.compile(
    r"^ {0,3}<(table|ul|ol|dl|pre|div|h[1-6]|section|article|details|figure|p)\b", re.IGNORECASE
)
# These are read to their closing tag, the others to the next empty line.
_WHOLE_ELEMENTS = frozenset({"table", "ul", "ol", "dl", "pre"})


def read_structure(markdown: str) -> Structure:
    """The structure of a Markdown text. A title in the front matter counts as a heading."""
    found = Structure()
    text = markdown.replace("\r\n", "\n").expandtabs(4)
    front = _FRONT_MATTER.match(text)
    if front:
        title = _FRONT_TITLE.search(front[1])
        if title:
            _add_words(found.headings, title[1].strip("\"'"))
        text = text[front.end() :]
    text = _HIGHLIGHT.sub(r"\1```", _COMMENT.sub("", text))
    text = _LIQUID_TAG.sub("", text)
    prose = _Reader(found).read(text.split("\n"))
    found.links += find_links(prose)
    return found


def _add_words(pieces: list[str], text: str, limit: int | None = None) -> None:
    piece = " ".join(words(plain_text(text))[:limit])
    if piece:
        pieces.append(piece)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


class _Reader:
    """Goes over the lines once; collects structure and gives back the prose, for its links."""

    def __init__(self, found: Structure) -> None:
        self._found = found
        self._prose: list[str] = []
        self._item: list[str] | None = None
        self._item_indents: list[int] = []
        self._paragraph: list[str] = []
        self._directives: list[str] = []
        self._after_blank = True
        self._in_table = False
        self._in_code = False
        self._shift = 0
        """Indentation of the admonition that the lines belong to."""

    def read(self, lines: list[str]) -> str:
        rest = iter(lines)
        for raw in rest:
            self._line(raw, rest)
        self._close()
        return "\n".join(self._prose)

    def _line(self, raw: str, rest: Iterator[str]) -> None:
        line = _QUOTE.sub("", raw)
        if not line.strip():
            self._blank()
            return
        if self._shift and _indent(line) >= self._shift:
            line = line[self._shift :]
        else:
            self._shift = 0
        fence = _FENCE.match(line)
        if fence:
            self._close()
            self._fence(fence[1], fence[2], rest)
        elif _DIRECTIVE.match(line):
            self._close()
            self._shift = 0 if line.lstrip().startswith(":") else _indent(line) + 4
        elif self._is_indented_code(line):
            self._code(line)
        elif _HTML_BLOCK.match(line):
            self._html(line, rest)
        else:
            self._text(line)
        self._after_blank = False

    def _fence(self, marks: str, info: str, rest: Iterator[str]) -> None:
        """A fence around code, or one that opens or closes a directive: what it wraps is prose."""
        if info.startswith("{") and not info.startswith(_CODE_DIRECTIVES):
            self._directives.append(marks)
        elif not info and marks in self._directives:
            self._directives.remove(marks)
        else:
            self._fenced(marks, rest)

    def _text(self, line: str) -> None:
        heading = _HEADING.match(line)
        item = _ITEM.match(line)
        if heading:
            self._close()
            self._item_indents.clear()
            self._heading(heading[1] or "")
        elif _UNDERLINE.match(line) and self._paragraph and self._item is None:
            title = self._paragraph.pop()
            self._paragraph.clear()
            self._prose.pop()
            self._heading(title)
        elif _RULE.match(line) or _GRID_RULE.match(line):
            self._close()
        elif self._is_table_row(line):
            self._table_row(line)
        elif item:
            self._close()
            self._start_item(line, item)
        else:
            self._continue(line)

    def _heading(self, text: str) -> None:
        title = _LINK_TO_ITSELF.sub(r"\1", _PERMALINK.sub("", _HEADING_ID.sub("", text)))
        _add_words(self._found.headings, title)
        self._prose += [title, ""]

    def _start_item(self, line: str, item: re.Match[str]) -> None:
        indent = _indent(line)
        while self._item_indents and self._item_indents[-1] > indent:
            self._item_indents.pop()
        self._item_indents.append(len(line) - len(line[item.end(2) :]))
        self._item = [item[3]]
        self._prose.append(item[3])

    def _continue(self, line: str) -> None:
        if self._after_blank:
            while self._item_indents and self._item_indents[-1] > max(_indent(line), 1):
                self._item_indents.pop()
        if self._item is not None:
            self._item.append(line)
        else:
            self._paragraph.append(line)
        self._prose.append(line)

    def _is_table_row(self, line: str) -> bool:
        bare = line.strip()
        if bare.startswith("|") and bare.endswith("|") and len(bare) > 1:
            return True
        if "|" in bare and _TABLE_RULE.match(bare):
            # The line before was the head of a table written without outer bars.
            if self._paragraph:
                self._cells(self._paragraph.pop())
            self._in_table = True
            return True
        return "|" in bare and not self._after_blank and self._in_table

    def _table_row(self, line: str) -> None:
        self._paragraph.clear()
        if not _TABLE_RULE.match(line):
            self._cells(line)
            self._prose.append(line.replace("|", "\n"))

    def _cells(self, line: str) -> None:
        for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
            _add_words(self._found.cells, cell)

    def _is_indented_code(self, line: str) -> bool:
        base = self._item_indents[-1] if self._item_indents else 0
        return (
            _indent(line) >= base + 4
            and (self._after_blank or self._in_code)
            and not (self._item_indents and _ITEM.match(line))
        )

    def _code(self, line: str) -> None:
        self._close()
        self._in_code = True
        _add_words(self._found.code, line)

    def _fenced(self, fence: str, rest: Iterator[str]) -> None:
        closing = re.compile(rf"^[\s>]*{re.escape(fence[0])}{{{len(fence)},}}\s*$")
        for line in rest:
            if closing.match(line):
                break
            _add_words(self._found.code, line)

    def _html(self, line: str, rest: Iterator[str]) -> None:
        self._close()
        opening = _HTML_BLOCK.match(line)
        assert opening is not None
        tag = opening[1].lower()
        lines = [line]
        closed = re.compile(rf"</{tag}\s*>", re.IGNORECASE) if tag in _WHOLE_ELEMENTS else None
        while not (closed and closed.search(lines[-1])):
            following = next(rest, None)
            if following is None or (closed is None and not following.strip()):
                break
            lines.append(following)
        self._element("\n".join(lines))
        self._prose.append("")

    def _element(self, source: str) -> None:
        tree = turbohtml.parse(source, allow_declarative_shadow_roots=False)
        for heading in tree.select("h1, h2, h3, h4, h5, h6"):
            _add_words(self._found.headings, html.escape(heading.text))
        for item in tree.select("li"):
            _add_words(self._found.items, html.escape(item.text), ITEM_WORDS)
        for cell in tree.select("td, th"):
            _add_words(self._found.cells, html.escape(cell.text))
        for block in tree.select("pre"):
            for line in block.text.split("\n"):
                _add_words(self._found.code, html.escape(line))
        for anchor in tree.select("a[href]"):
            self._found.links.append(Link.of(anchor.text, str(anchor.attrs["href"])))

    def _blank(self) -> None:
        in_code = self._in_code
        self._close()
        # Code goes on after an empty line.
        self._in_code = in_code
        self._after_blank = True
        self._in_table = False
        self._prose.append("")

    def _close(self) -> None:
        if self._item is not None:
            _add_words(self._found.items, " ".join(self._item), ITEM_WORDS)
        self._item = None
        self._paragraph.clear()
        self._in_code = False
