"""Rewrites block elements that Markdown has no form for into those that it has."""

from __future__ import annotations

from typing import Final

from turbohtml import Comment, Element, Node, Text

from thresher.markup.tags import HEADINGS, ElementIndex, first_block, has_content

# The renderer takes these for inline text and would glue their words to what stands beside them.
_RENAMED: Final = {
    "center": "div",
    "legend": "div",
    "optgroup": "div",
    "option": "div",
    "select": "div",
    "dir": "ul",
    "rp": "span",
    "tt": "code",
}
# What a browser shows none of, or only when it cannot show the thing itself.
_UNSEEN: Final = ("iframe", "object", "canvas", "video", "audio", "title", "desc", "template")
_MAX_CARD_DEPTH: Final = 6
STRUCTURE_TAGS = (*_RENAMED, *_UNSEEN, *HEADINGS, "br", "dl", "li", "ol", "summary")


def settle_structure(found: ElementIndex) -> None:
    """Rewrite definition lists, summaries, link cards and a few obsolete tags."""
    for tag in _UNSEEN:
        for element in found[tag]:
            element.extract()
    for tag, new in _RENAMED.items():
        for element in found[tag]:
            element.tag = new
    for items in found["ol"]:
        # Counting down has no form in Markdown, and the renderer would fall back to HTML.
        items.attrs.pop("reversed", None)
    for definitions in reversed(found["dl"]):
        _rewrite_definitions(definitions)
    for summary in found["summary"]:
        _make_bold_paragraph(summary)
    for tag in HEADINGS:
        for heading in found[tag]:
            _narrow_card_link(heading)
    for line_break in found["br"]:
        _split_at_double_break(line_break)


def drop_empty_blocks(found: ElementIndex) -> None:
    """Take out headings and list items with nothing to read, the inner ones first."""
    for tag in (*HEADINGS, "li"):
        for element in reversed(found[tag]):
            if not has_content(element):
                element.extract()


def _make_bold_paragraph(element: Element) -> None:
    element.tag = "div"
    if first_block(element) is None and has_content(element):
        element.wrap_children(Element("strong"))


def _rewrite_definitions(definitions: Element) -> None:
    """Each term becomes a list item in bold, with its definitions as the body of the item.

    A list that holds whole sections (with headings) is left as plain blocks: indenting a chapter
    makes it harder to read.
    """
    parts = [part for part in _terms_and_definitions(definitions) if has_content(part)]
    is_flat = next(iter(definitions.iter_elements(tuple(HEADINGS))), None) is not None
    if is_flat or not any(part.tag == "dt" for part in parts):
        for part in parts:
            if part.tag == "dt":
                _make_bold_paragraph(part)
        return
    definitions.tag = "ul"
    item: Element | None = None
    previous = ""
    for part in parts:
        if item is None or (part.tag == "dt" and previous == "dd"):
            item = Element("li")
            part.insert_before(item)
        previous = part.tag
        if part.tag == "dt":
            _make_bold_paragraph(part)
        else:
            part.tag = "div"
        item.append(part)


def _terms_and_definitions(definitions: Element) -> list[Element]:
    """The parts of this list in order; groups in a <div> are opened."""
    for child in definitions.children:
        if isinstance(child, Element) and child.tag == "div":
            child.unwrap()
    return [
        child
        for child in definitions.children
        if isinstance(child, Element) and child.tag in ("dt", "dd")
    ]


def _narrow_card_link(heading: Element) -> None:
    """A link around a whole card becomes a link on the card's heading."""
    for ancestor, _ in zip(heading.ancestors, range(_MAX_CARD_DEPTH), strict=False):
        if isinstance(ancestor, Element) and ancestor.tag == "a":
            target = ancestor.attr("href")
            if target and has_content(heading):
                heading.wrap_children(Element("a", {"href": target}))
                del ancestor.attrs["href"]
                ancestor.tag = "div"
            return


def _split_at_double_break(line_break: Element) -> None:
    """Two line breaks or more are how old pages separate paragraphs."""
    following = _next_visible(line_break)
    if line_break.parent is None or not _is_break(following):
        return
    while isinstance(following, Element) and _is_break(following):
        repeated, following = following, _next_visible(following)
        repeated.extract()
    # An empty block ends the paragraph in any place, also inside inline elements.
    line_break.replace_with(Element("div"))


def _next_visible(node: Node) -> Node | None:
    sibling = node.next_sibling
    while isinstance(sibling, Comment) or (isinstance(sibling, Text) and not sibling.data.strip()):
        sibling = sibling.next_sibling
    return sibling


def _is_break(node: Node | None) -> bool:
    return isinstance(node, Element) and node.tag == "br"
