"""The node table: one row per node in document order, as numpy columns.

A subtree is a range of rows, ``row .. end[row]``, so sums over subtrees are differences of
cumulative sums, and feature code is arithmetic over columns instead of tree walking.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Final

import numpy as np
import turbohtml
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.parsing import tags
from thresher.parsing.text_shape import HASH_START, TITLE_MASK

_MARKED: Final = (
    '[hidden],[aria-hidden="true"],[style*="display" i],[style*="visibility" i],template,dialog,'
    "[role],[itemprop]"
)
# Classes of ASCII characters, in the order of the codes of text_shape; the last three classes
# (signs, ideographs, unspaced scripts) are for what is not listed or not ASCII.
_CLASSES: Final = (
    " \t\n\r\f\v\x1c\x1d\x1e\x1f",
    string.ascii_lowercase,
    string.ascii_uppercase,
    string.digits,
    ".!?",
    ",;:",
    "\"'",
    "()[]",
    "{}<>=_/\\|#@*+~^`&%",
    "$",
)
_TITLE_BITS: Final = TITLE_MASK + 1
_NO_WORD: Final = HASH_START & TITLE_MASK


def _ascii_classes() -> NDArray[np.uint8]:
    table = np.full(128, len(_CLASSES), dtype=np.uint8)
    for code, characters in enumerate(_CLASSES):
        table[[ord(character) for character in characters]] = code
    return table


_ASCII_CLASS: Final = _ascii_classes()
# Elements that speak of the page as a whole, or may swallow it.
_NOTED: Final = tags.codes_of("title meta iframe script")
# Of scripts only those with a type or an id: the others are no data.
_ALWAYS_NOTED: Final = tags.is_one_of("title meta iframe")
_UNSEEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(frozen=True)
class TextShape:
    """The texts of a page measured, one entry per leaf."""

    counts: NDArray[np.int32]
    """Characters by class (columns: `text_shape.SPACE` … `text_shape.UNSPACED`)."""
    words: NDArray[np.float32]
    length: NDArray[np.int32]
    first: NDArray[np.uint8]
    """Class of the first character that is not white space."""
    last: NDArray[np.uint8]
    hashes: NDArray[np.int64]
    """Hash of the letters alone, so that counters and dates do not make texts differ."""
    title_words: NDArray[np.int32]
    """Words that also occur in the page's title."""
    capital_words: NDArray[np.int32]


@dataclass(frozen=True)
class NodeTable:
    """Columns over the nodes of one page; every array has one entry per node."""

    nodes: list[turbohtml.Node]
    names: list[str]
    """Tag names by code: the universal vocabulary, then the page's own."""
    texts: list[str | None]
    """Text of the text leaves as it stands in the page, None in other rows."""
    tag: NDArray[np.int32]
    parent: NDArray[np.int32]
    """Row of the parent, -1 at the top."""
    end: NDArray[np.int32]
    """One past the last row of the subtree."""
    depth: NDArray[np.int32]
    gap: NDArray[np.uint8]
    """What stands between a leaf and the leaf before it: `tags.GLUED` … `tags.PARAGRAPH`."""
    flags: NDArray[np.uint8]
    """Bits `tags.IN_LINK` … `tags.HAS_TEXT`."""
    hidden: NDArray[np.uint8]
    """Why a reader does not see the row (index of `tags.HIDDEN_REASONS`), 0 when visible."""
    marked: list[int]
    """Rows of elements with an attribute that hides, or with a role or itemprop."""
    noted: dict[int, list[int]]
    """Rows of titles, metas, iframes and scripts with a type or id, by the code of the tag."""
    leaves: NDArray[np.intp]
    """Rows that carry content themselves: text, images, controls, embedded objects, scripts."""

    def __len__(self) -> int:
        return len(self.tag)

    @classmethod
    def of(cls, document: turbohtml.Document) -> NodeTable:
        """Build the table in one pass over the tree."""
        nodes = list(document.descendants)
        rows = len(nodes)
        names = list(tags.TAGS)
        wide = np.zeros((4, rows), dtype=np.int32)
        narrow = np.zeros((3, rows), dtype=np.uint8)
        columns = SimpleNamespace(
            tag=wide[0],
            parent=wide[1],
            end=wide[2],
            depth=wide[3],
            gap=narrow[0],
            flags=narrow[1],
            hidden=narrow[2],
            marked=[],
            noted={code: [] for code in _NOTED},
        )
        vocabulary = SimpleNamespace(
            codes=dict(tags.CODES),
            names=names,
            universal=len(tags.TAGS),
            gap_class=tags.GAP_CLASS,
            flags_by_tag=tags.FLAGS_BY_TAG,
            hidden_by_tag=tags.HIDDEN_BY_TAG,
            is_leaf=tags.IS_LEAF,
            is_noted=_ALWAYS_NOTED,
            element_type=turbohtml.Element,
            text_type=turbohtml.Text,
            comment_type=turbohtml.Comment,
            unseen_style=_UNSEEN_STYLE.search,
        )
        walk = kernel("thresher.parsing.walk")
        texts = walk.fill_columns(nodes, columns, vocabulary, document.select(_MARKED))
        leaves = np.flatnonzero(columns.flags & tags.LEAF)
        return cls(nodes=nodes, names=names, texts=texts, leaves=leaves, **vars(columns))

    @cached_property
    def shape(self) -> TextShape:
        """The texts of the leaves, measured when first asked for."""
        size = len(self.leaves)
        shape = TextShape(
            counts=np.zeros((size, len(_CLASSES) + 3), dtype=np.int32),
            words=np.zeros(size, dtype=np.float32),
            length=np.zeros(size, dtype=np.int32),
            first=np.zeros(size, dtype=np.uint8),
            last=np.zeros(size, dtype=np.uint8),
            hashes=np.zeros(size, dtype=np.int64),
            title_words=np.zeros(size, dtype=np.int32),
            capital_words=np.zeros(size, dtype=np.int32),
        )
        loops = kernel("thresher.parsing.text_shape")
        title_bits = np.zeros(_TITLE_BITS, dtype=np.uint8)
        loops.mark_words(self.title, _ASCII_CLASS, title_bits)
        title_bits[_NO_WORD] = 0  # numbers and signs alone have no letters, and one hash for all
        tables = SimpleNamespace(ascii_class=_ASCII_CLASS, title_bits=title_bits)
        loops.measure_texts(self.texts, self.leaves, tables, shape)
        return shape

    @cached_property
    def title(self) -> str:
        """The text of the page's title element."""
        for title in self.noted_elements("title"):
            return title.text
        return ""

    @cached_property
    def words(self) -> NDArray[np.float32]:
        """Words of each row; a character of a script without spaces is a part of a word."""
        words = np.zeros(len(self), dtype=np.float32)
        words[self.leaves] = self.shape.words
        return words

    @cached_property
    def length(self) -> NDArray[np.int32]:
        """Characters of each text leaf, with runs of white space counted once."""
        length = np.zeros(len(self), dtype=np.int32)
        length[self.leaves] = self.shape.length
        return length

    def noted_elements(self, name: str) -> list[turbohtml.Element]:
        """The elements with one of the tags that are noted while the tree is walked."""
        nodes = (self.nodes[row] for row in self.noted[tags.CODES[name]])
        return [node for node in nodes if isinstance(node, turbohtml.Element)]

    def text_rows(self) -> NDArray[np.intp]:
        """The leaves that carry words."""
        has_text: NDArray[np.bool_] = (self.flags[self.leaves] & tags.HAS_TEXT) != 0
        return self.leaves[has_text]

    def is_tag(self, names: str) -> NDArray[np.bool_]:
        """Which rows are elements with one of the tags in `names` (separated by spaces)."""
        chosen = np.zeros(len(self.names), dtype=np.bool_)
        chosen[tags.codes_of(names)] = True
        return chosen[self.tag]

    def subtree_sums(self, column: NDArray[np.generic]) -> NDArray[np.float64]:
        """For every row, the sum of `column` over its subtree."""
        running = np.zeros(len(self) + 1, dtype=np.float64)
        np.cumsum(column, out=running[1:])
        sums: NDArray[np.float64] = running[self.end] - running[:-1]
        return sums

    def common_ancestor(self, first: int, last: int) -> int:
        """The lowest row whose subtree holds both rows, or -1 for the document itself."""
        row = int(self.parent[first])
        while row >= 0 and self.end[row] <= last:
            row = int(self.parent[row])
        return row
