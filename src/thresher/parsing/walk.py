"""The one pass over a parsed tree that fills the node table. Hot: compiled when possible.

Plain Python that Cython compiles with the types of `walk.pxd`; both forms give the same columns.
The loop needs no stack: a row's ancestors are found through the `parent` column, and a subtree is
closed when a node comes whose parent is further up.
"""

from __future__ import annotations

from typing import Any

# The codes of parsing.tags that the loop needs as constants. A test compares them.
GLUED = 0
SPACE = 1
BREAK = 2
CELL = 3
LINE = 4
PARAGRAPH = 5
IN_LINK = 1
IN_PRE = 2
IN_RAW = 4
INHERITED = 15
LEAF = 16
HAS_TEXT = 32
VISIBLE = 0
HIDDEN_ATTRIBUTE = 1
DISPLAY_NONE = 2
ARIA_HIDDEN = 3
IN_TEMPLATE = 4
CLOSED_DIALOG = 6


def begins_with_ink(text: str) -> int:
    """Place of the first character that is not white space, -1 when there is none."""
    for place in range(len(text)):
        if not text[place].isspace():
            return place
    return -1


def why_hidden(node: Any, name: str, unseen_style: Any) -> int:
    """Why an element hides its subtree by its attributes."""
    if name == "template":
        # A declarative shadow root is shown in place of its host's content.
        return IN_TEMPLATE if node.attr("shadowrootmode") is None else VISIBLE
    hidden = node.attr("hidden")
    if hidden is not None:
        # hidden="until-found" is content that a search in the page may reveal.
        return VISIBLE if hidden == "until-found" else HIDDEN_ATTRIBUTE
    style = node.attr("style")
    if style is not None and unseen_style(style):
        return DISPLAY_NONE
    if node.attr("aria-hidden") == "true":
        return ARIA_HIDDEN
    if name == "dialog" and node.attr("open") is None:
        return CLOSED_DIALOG
    return VISIBLE


def fill_columns(
    nodes: list[Any], columns: Any, vocabulary: Any, marked: list[Any]
) -> list[str | None]:
    """Fill every column of `columns` for `nodes` (document order); returns the text of each row.

    `vocabulary` carries the tables of `parsing.tags`; `marked` are the elements with telling
    attributes in document order, whose rows are noted in `columns.marked`.
    """
    tag = columns.tag
    parent = columns.parent
    end = columns.end
    depth = columns.depth
    gap = columns.gap
    flags = columns.flags
    hidden = columns.hidden
    codes = vocabulary.codes
    names = vocabulary.names
    universal = vocabulary.universal
    gap_class = vocabulary.gap_class
    flags_by_tag = vocabulary.flags_by_tag
    hidden_by_tag = vocabulary.hidden_by_tag
    is_leaf = vocabulary.is_leaf
    is_noted = vocabulary.is_noted
    noted = columns.noted
    script_code = codes["script"]
    style_code = codes["style"]
    link_code = codes["a"]
    break_code = codes["br"]
    unseen_style = vocabulary.unseen_style
    element_type = vocabulary.element_type
    text_type = vocabulary.text_type
    comment_type = vocabulary.comment_type
    texts: list[str | None] = [None] * len(nodes)

    current = -1
    pending = PARAGRAPH
    breaks = 0
    in_new_cell = False
    next_marked = 0
    marked_node: Any = marked[0] if marked else None
    marked_rows = columns.marked

    for row in range(len(nodes)):
        node = nodes[row]
        up = node.parent
        while current >= 0 and nodes[current] is not up:
            end[current] = row
            code = tag[current]
            if code < universal:
                if gap_class[code] == CELL and pending <= LINE:
                    pending = CELL  # a line inside a cell does not end the row
                elif gap_class[code] > pending:
                    pending = gap_class[code]
            current = parent[current]
        parent[row] = current
        depth[row] = depth[current] + 1 if current >= 0 else 0
        inherited = flags[current] & INHERITED if current >= 0 else 0
        reason = hidden[current] if current >= 0 else 0

        kind = type(node)
        if kind is text_type:
            tag[row] = 0
            hidden[row] = reason
            end[row] = row + 1
            if inherited & IN_RAW:
                flags[row] = inherited
                continue
            data = node.data
            ink = begins_with_ink(data)
            if ink != 0 and pending < SPACE and len(data) > 0:
                pending = SPACE
            if ink >= 0:
                flags[row] = inherited | LEAF | HAS_TEXT
            elif inherited & IN_PRE:
                flags[row] = inherited | LEAF
            else:
                flags[row] = inherited
                continue
            texts[row] = data
            gap[row] = pending
            pending = SPACE if len(data) > 0 and data[len(data) - 1].isspace() else GLUED
            breaks = 0
            in_new_cell = False
            continue

        if kind is not element_type:
            tag[row] = 1 if kind is comment_type else 2
            flags[row] = inherited
            hidden[row] = reason
            end[row] = row + 1
            if kind is not comment_type:
                current = row
            continue

        name = node.tag
        code = codes.get(name, -1)
        if code < 0:
            code = len(names)
            codes[name] = code
            names.append(name)
        tag[row] = code
        if node is marked_node:
            if reason == 0:
                reason = why_hidden(node, name, unseen_style)
            marked_rows.append(row)
            next_marked += 1
            marked_node = marked[next_marked] if next_marked < len(marked) else None
        if code < universal:
            outside = inherited & IN_RAW  # below head, or below another opaque element
            inherited |= flags_by_tag[code]
            if reason == 0:
                reason = hidden_by_tag[code]
            if gap_class[code] > pending and not (in_new_cell and gap_class[code] <= LINE):
                pending = gap_class[code]
            if gap_class[code] == CELL:
                in_new_cell = True
            if is_noted[code]:
                noted[code].append(row)
            if is_leaf[code] and not outside:
                flags[row] = LEAF
                if code != script_code and code != style_code:
                    gap[row] = pending
                    pending = GLUED
                    breaks = 0
                    in_new_cell = False
            if code == link_code:
                if node.attr("href") is not None:
                    inherited |= IN_LINK
            elif code == script_code:
                script_type = node.attr("type")
                if script_type is not None or node.attr("id") is not None:
                    noted[code].append(row)
                # MathJax keeps formulas in scripts: their TeX is text of the page.
                if script_type is not None and script_type.startswith("math/tex"):
                    inherited &= INHERITED - IN_RAW
                    flags[row] = 0
            elif code == break_code:
                breaks += 1
                if breaks > 1:
                    pending = PARAGRAPH
                elif pending < BREAK:
                    pending = BREAK
        flags[row] |= inherited
        hidden[row] = reason
        current = row

    while current >= 0:
        end[current] = len(nodes)
        current = parent[current]
    return texts
