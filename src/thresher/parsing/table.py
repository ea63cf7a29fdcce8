"""The node table: one row per node in document order, as numpy columns.

A subtree is a range of rows, ``row .. end[row]``, so sums over subtrees are differences of
cumulative sums, and feature code is arithmetic over columns instead of tree walking.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final

import numpy as np
import turbohtml
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.parsing import tags

_UNSEEN_SELECTOR: Final = (
    '[hidden],[aria-hidden="true"],[style*="display"],[style*="visibility"],template,dialog'
)
_UNSEEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
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
    length: NDArray[np.int32]
    """Characters of a text leaf, with runs of white space counted once."""
    words: NDArray[np.float32]
    """Words of a text leaf; a character of a script without spaces is a part of a word."""
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
        columns = SimpleNamespace(
            tag=np.zeros(rows, dtype=np.int32),
            parent=np.zeros(rows, dtype=np.int32),
            end=np.zeros(rows, dtype=np.int32),
            depth=np.zeros(rows, dtype=np.int32),
            gap=np.zeros(rows, dtype=np.uint8),
            flags=np.zeros(rows, dtype=np.uint8),
            hidden=np.zeros(rows, dtype=np.uint8),
            length=np.zeros(rows, dtype=np.int32),
            words=np.zeros(rows, dtype=np.float32),
            scratch=np.zeros(4, dtype=np.float64),
        )
        vocabulary = SimpleNamespace(
            codes=dict(tags.CODES),
            names=names,
            universal=len(tags.TAGS),
            gap_class=tags.GAP_CLASS,
            flags_by_tag=tags.FLAGS_BY_TAG,
            hidden_by_tag=tags.HIDDEN_BY_TAG,
            is_leaf=tags.IS_LEAF,
            element_type=turbohtml.Element,
            text_type=turbohtml.Text,
            comment_type=turbohtml.Comment,
        )
        walk = kernel("thresher.parsing.walk")
        texts = walk.fill_columns(nodes, columns, vocabulary, _hidden_roots(document))
        del columns.scratch
        leaves = np.flatnonzero(columns.flags & tags.LEAF)
        return cls(nodes=nodes, names=names, texts=texts, leaves=leaves, **vars(columns))

    def text_rows(self) -> NDArray[np.intp]:
        """The leaves that carry words."""
        return self.leaves[(self.flags[self.leaves] & tags.HAS_TEXT) != 0]

    def is_tag(self, names: str) -> NDArray[np.bool_]:
        """Which rows are elements with one of the tags in `names` (separated by spaces)."""
        return np.isin(self.tag, tags.codes_of(names))

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


def _hidden_roots(document: turbohtml.Document) -> list[tuple[turbohtml.Element, int]]:
    """Elements that hide their subtree by an attribute, in document order, with the reason."""
    roots = []
    for element in document.select(_UNSEEN_SELECTOR):
        reason = _why_hidden(element)
        if reason:
            roots.append((element, reason))
    return roots


def _why_hidden(element: turbohtml.Element) -> int:
    if element.tag == "template":
        # A declarative shadow root is shown in place of its host's content.
        return tags.IN_TEMPLATE if element.attr("shadowrootmode") is None else tags.VISIBLE
    if element.attr("hidden") is not None:
        # hidden="until-found" is content that a search in the page may reveal.
        return tags.VISIBLE if element.attr("hidden") == "until-found" else tags.HIDDEN_ATTRIBUTE
    if _UNSEEN_STYLE.search(element.attr("style") or ""):
        return tags.DISPLAY_NONE
    if element.attr("aria-hidden") == "true":
        return tags.ARIA_HIDDEN
    if element.tag == "dialog" and element.attr("open") is None:
        return tags.CLOSED_DIALOG
    return tags.VISIBLE
