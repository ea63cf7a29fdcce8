"""What of a page's blocks a reader sees, and its text. Hot: compiled when possible.

Plain Python that Cython compiles with the types of `shown_text.pxd`; both forms give the same.
"""

from __future__ import annotations

from typing import Any

# The codes of parsing.tags that the loops need as constants. A test compares them.
SPACE = 1
IN_PRE = 2
HAS_TEXT = 32

# What a block has, as bits.
_VISIBLE = 1
_TEXT = 2
_VISIBLE_TEXT = 4


def show(owner: Any, table: Any, hidden: Any, shown: Any) -> int:
    """Mark the blocks that are hidden, and the rows that make the text of blocks.

    A block is seen when one of its rows with text is, or, lacking text, one of its rows. Hidden
    rows of a block that is seen are left out; a block that is hidden as a whole shows all it has.
    """
    leaves = table.leaves
    flags = table.flags
    reason = table.hidden
    for place in range(len(leaves)):
        row = leaves[place]
        block = owner[row]
        if block >= 0:
            if flags[row] & HAS_TEXT:
                hidden[block] |= _TEXT | _VISIBLE_TEXT if reason[row] == 0 else _TEXT
            elif reason[row] == 0:
                hidden[block] |= _VISIBLE
    for block in range(len(hidden)):
        decisive = _VISIBLE_TEXT if hidden[block] & _TEXT else _VISIBLE
        hidden[block] = (hidden[block] & decisive) == 0
    for place in range(len(leaves)):
        row = leaves[place]
        block = owner[row]
        shown[row] = block >= 0 and (reason[row] == 0 or hidden[block])
    return 0


def pieces(table: Any, rows: Any, start: int, separators: Any) -> list[str]:
    """The texts among `rows` (sorted), and what separates them; `start` is the place of the first
    row among the leaves."""
    texts = table.texts
    leaves = table.leaves
    gap = table.gap
    flags = table.flags
    found: list[str] = []
    place = start
    widest = 0
    for number in range(len(rows)):
        row = rows[number]
        text = texts[row]
        if text is None:
            continue
        while place < len(leaves) and leaves[place] <= row:
            if gap[leaves[place]] > widest:
                widest = gap[leaves[place]]
            place += 1
        add_piece(found, text, flags[row] & IN_PRE, widest, separators)
        widest = 0
    return found


def kept_pieces(table: Any, owner: Any, keep: Any, shown: Any, separators: Any) -> list[str]:
    """The same for all leaves that are `shown` and whose owner is in `keep`."""
    texts = table.texts
    leaves = table.leaves
    gap = table.gap
    flags = table.flags
    found: list[str] = []
    widest = 0
    for place in range(len(leaves)):
        row = leaves[place]
        if gap[row] > widest:
            widest = gap[row]
        block = owner[row]
        if block < 0 or not keep[block] or not shown[row]:
            continue
        text = texts[row]
        if text is not None:
            add_piece(found, text, flags[row] & IN_PRE, widest, separators)
            widest = 0
    return found


def add_piece(found: list[str], text: str, is_pre: bool, widest: int, separators: Any) -> int:
    """Add a text, and before it what separates it from the one before."""
    # Preformatted text brings its own white space, so that none is added.
    if found and not (is_pre and widest == SPACE):
        found.append(separators[widest])
    found.append(text if is_pre else tidy(text))
    return 0


def tidy(text: str) -> str:
    """The text with single spaces between its words and none around."""
    text = text.strip()
    after_space = False
    for ch in text:
        if ch.isspace():
            if after_space or ch != " ":
                return " ".join(text.split())
            after_space = True
        else:
            after_space = False
    return text
