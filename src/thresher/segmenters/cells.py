"""Information cells: the visible pieces of text tightly between `>` and `<` in the source.

[Mountain08 §3.1]. Each cell keeps its span in the source, because the Mountain Model measures how
much source code stands around and between cells (source code distance, SCD).

    Definition 2 Information Cell -> Cells.segment
    §3.2 SCD and blank cells      -> columns `start`, `end`, `blanks_before`

The tree's text nodes carry no source position, so the token stream is read as well and its text
tokens are aligned with the text rows in order. Where the parser joined pieces (a stray end tag
between them) a cell spans them all; where it moved text (out of a table), the piece is looked up.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import turbohtml
from numpy.typing import NDArray

from thresher.errors import BadOption
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.types import Segmentation, Segmenter

_MAX_ORPHANS: Final = 8
"""Pieces in a row that the tree may have moved elsewhere before the next text is looked up."""
_INVISIBLE: Final = frozenset(("script", "style", "title", "noembed", "noframes", "iframe"))


class Piece(NamedTuple):
    """A visible text token: its text without white space, and its span in the source."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cells(Segmenter):
    """One block per piece of text between two tags."""

    blank_distance: int = 200
    """T: source characters between two neighbours for which one blank cell stands."""

    def __post_init__(self) -> None:
        if self.blank_distance < 1:
            raise BadOption(f"blank_distance must be 1 or more, not {self.blank_distance}")

    def segment(self, page: Page) -> Segmentation:
        table = page.table
        rows = table.text_rows()
        owner = np.full(len(table), -1, dtype=np.int32)
        owner[rows] = np.arange(len(rows), dtype=np.int32)
        _join_blank_rows(table.leaves, table.flags, owner)
        texts = ["".join((table.texts[row] or "").split()) for row in rows.tolist()]
        spans = align(texts, source_pieces(page.markup))
        distance = np.maximum(spans[1:, 0] - spans[:-1, 1], 0)
        blanks = np.zeros(len(rows), dtype=np.int32)
        blanks[1:] = distance // self.blank_distance
        columns: dict[str, NDArray[Any]] = {
            "start": spans[:, 0],
            "end": spans[:, 1],
            "blanks_before": blanks,
        }
        return Segmentation(page, owner, columns=columns)


def _join_blank_rows(
    leaves: NDArray[np.intp], flags: NDArray[np.uint8], owner: NDArray[np.int32]
) -> None:
    """White space inside `pre` belongs to the cell before it, so that line breaks survive."""
    blank = (flags[leaves] & tags.IN_PRE != 0) & (owner[leaves] < 0)
    latest = np.maximum.accumulate(owner[leaves]) if len(leaves) else owner[leaves]
    owner[leaves[blank]] = latest[blank]


def source_pieces(markup: str) -> list[Piece]:
    """The visible text tokens of the source, in order."""
    offsets = _line_offsets(markup)
    pieces: list[Piece] = []
    element = ""
    text = ""
    begin = 0
    for token in chain(turbohtml.tokenize(markup, capture_attributes=False), [None]):
        at = offsets[token.line - 1] + token.col if token else len(markup)
        if text and element == "noscript":
            # The tokenizer takes noscript for raw text, as a browser with scripts does; the tree
            # has its elements.
            inner = source_pieces(markup[begin:at])
            pieces += (Piece(piece.text, piece.start + begin, piece.end + begin) for piece in inner)
        elif text and element not in _INVISIBLE:
            pieces.append(Piece(text, begin, at))
        text = ""
        if token is None:
            break
        if token.type is turbohtml.TokenType.TEXT:
            text, begin = "".join((token.data or "").split()), at
        elif token.type is turbohtml.TokenType.START_TAG:
            element = token.tag or ""
        elif token.type is turbohtml.TokenType.END_TAG:
            element = ""
    return pieces


def _line_offsets(markup: str) -> list[int]:
    """Offset at which each source line begins; CR LF, CR and LF each end a line."""
    offsets = [0]
    place = 0
    for line in markup.replace("\r\n", "\n\0").replace("\r", "\n").split("\n"):
        # A CR LF pair was turned into LF + NUL, which keeps offsets true.
        if line.startswith("\0") and markup[place - 1 : place + 1] == "\r\n":
            offsets[-1] += 1
        place += len(line) + 1
        offsets.append(place)
    return offsets


def align(texts: list[str], pieces: list[Piece]) -> NDArray[np.int64]:
    """The source span of each text: pieces in order, joined or looked up where the tree differs."""
    spans = np.zeros((len(texts), 2), dtype=np.int64)
    unused: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, piece in enumerate(pieces):
        unused[piece.text].append(number)
    taken = bytearray(len(pieces))
    place = 0
    last_end = 0
    for number, text in enumerate(texts):
        first, stop = _next_match(text, pieces, taken, place)
        if stop > first:
            place = stop
        else:  # moved by the parser: an unused piece with the same text, wherever it stands
            queue = unused[text]
            while queue and taken[queue[0]]:
                queue.popleft()
            first, stop = (queue[0], queue[0] + 1) if queue else (0, 0)
        if stop > first:
            taken[first:stop] = b"\1" * (stop - first)
            spans[number] = pieces[first].start, pieces[stop - 1].end
        else:  # not in the source as such: it has no width, right after its neighbour
            spans[number] = last_end, last_end
        last_end = int(spans[number, 1])
    return spans


def _next_match(text: str, pieces: list[Piece], taken: bytearray, place: int) -> tuple[int, int]:
    """The pieces that make `text`, from `place` on; some orphans before them may be passed over."""
    for first in range(place, min(place + _MAX_ORPHANS, len(pieces))):
        stop = first if taken[first] else _joined(text, pieces, first)
        if stop > first:
            return first, stop
    return place, place


def _joined(text: str, pieces: list[Piece], place: int) -> int:
    """One past the last piece, from `place` on, that together make `text`; `place` if none do."""
    matched = 0
    stop = place
    while stop < len(pieces) and text.startswith(pieces[stop].text, matched):
        matched += len(pieces[stop].text)
        stop += 1
        if matched == len(text):
            return stop
    return place
