"""Makes every code block one ``<pre><code class="language-x">`` that holds nothing but the code.

Highlighters put line numbers, copy buttons and one element per line around the code. The numbers
and buttons go, the lines stay.
"""

from __future__ import annotations

from typing import Final

from turbohtml import Document, Element, Node, Text

from thresher.markup.code_languages import language_of
from thresher.markup.tags import ElementIndex

CODE_TAGS = ("pre", "listing", "xmp", "plaintext", "table")
# Line-number columns of Pygments, Rouge, Chroma, highlightjs-line-numbers, GitHub, Crayon and
# SyntaxHighlighter; they stand beside the code, often in a <pre> of their own.
_NUMBER_COLUMNS: Final = (
    "td.linenos, td.gutter, td.rouge-gutter, td.hljs-ln-numbers, td.blob-num, td.crayon-nums,"
    " td.lntd:first-child:not(:only-child), td.line-numbers, pre.lineno, div.linenodiv,"
    " td.js-line-number"
)
_INSIDE_CODE: Final = (
    "button, clipboard-copy, style, script, .lineno, .linenos, .line-number, .linenumber, .ln,"
    " .lnt, .hljs-ln-n, .line-numbers-rows, .react-syntax-highlighter-line-number, .copybtn,"
    " .copy-btn, .copy-button, .btn-copy, .headerlink"
)
# Code laid out as a table without any <pre>.
_CODE_CELLS: Final = "td.blob-code, .syntaxhighlighter td.code, td.crayon-code"
_LONGEST_BUTTON: Final = len("Copy code to clipboard")
_LINES: Final = frozenset({"tr", "li", "div", "p", "figure", "table"})


def clean_code_blocks(document: Document, found: ElementIndex) -> None:
    """Clean the code blocks among the indexed elements."""
    for tag in ("listing", "xmp", "plaintext"):
        for old in found[tag]:
            old.tag = "pre"
    blocks = found["pre"] + found["listing"] + found["xmp"] + found["plaintext"]
    if found["table"]:
        document.remove(_NUMBER_COLUMNS)
        blocks += _code_tables(document)
    for pre in blocks:
        if pre.parent is not None and not _is_nested(pre):
            _clean(pre)


def _is_nested(pre: Element) -> bool:
    return any(isinstance(up, Element) and up.tag == "pre" for up in pre.ancestors)


def _code_tables(document: Document) -> list[Element]:
    """Turn the tables whose rows or cells are code into <pre> elements."""
    tables: dict[Element, None] = {}
    for cell in document.select(_CODE_CELLS):
        if (table := cell.closest("table")) is not None:
            tables[table] = None
    for table in tables:
        table.wrap(Element("pre"))
    return [table.parent for table in tables if isinstance(table.parent, Element)]


def _clean(pre: Element) -> None:
    language = language_of(pre)
    if _has_elements(pre):
        pre.remove(_INSIDE_CODE)
    text = code_text(pre)
    pre.clear()
    for name in ("class", "lang"):
        pre.attrs.pop(name, None)
    if not text.strip():
        pre.extract()
        return
    _drop_copy_button(pre)
    attributes = {"class": f"language-{language}"} if language else None
    pre.append(Element("code", attributes, [Text(text)]))


def _drop_copy_button(pre: Element) -> None:
    for neighbour in (pre.previous_sibling, pre.next_sibling):
        if isinstance(neighbour, Element) and _is_copy_button(neighbour):
            neighbour.extract()


def _is_copy_button(element: Element) -> bool:
    says = f"{element.tag} {element.attr('class') or ''}".lower()
    is_named = "clipboard" in says or "copy" in says or element.tag == "button"
    return is_named and len(element.text.strip()) <= _LONGEST_BUTTON


def _has_elements(pre: Element) -> bool:
    return next(iter(pre.iter_elements()), None) is not None


def code_text(pre: Element) -> str:
    """The code, with a line break wherever the layout shows one."""
    if next(iter(pre.iter_elements((*_LINES, "br"))), None) is None and not _code_per_line(pre):
        return pre.text
    parts: list[str] = []
    _collect(pre, parts, per_line=_code_per_line(pre))
    return "".join(parts)


def _code_per_line(pre: Element) -> bool:
    """Some pages write one <code> for each line, without a line break between them."""
    children = pre.children
    codes = [child for child in children if isinstance(child, Element) and child.tag == "code"]
    if len(codes) < 2 or len(codes) != len(children):
        return False
    return not any("\n" in code.text for code in codes)


def _collect(root: Node, parts: list[str], *, per_line: bool) -> None:
    """Write the text in document order; a line element begins and ends a line."""
    stack: list[Node | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            _end_line(parts)
        elif isinstance(node, Text):
            parts.append(node.data)
        elif isinstance(node, Element):
            if node.tag == "br":
                parts.append("\n")
                continue
            if node.tag in _LINES or (per_line and node.tag == "code"):
                _end_line(parts)
                # An empty line element is an empty line of code, unless it holds other lines.
                if not node.children:
                    parts.append("\n")
                    continue
                stack.append("end of line")
            stack.extend(reversed(node.children))


def _end_line(parts: list[str]) -> None:
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")
