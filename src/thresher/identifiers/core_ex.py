"""CoreEx: the DOM node with much text and few links, and those of its children that have the same.

Prasad, Paepcke: CoreEx: Content Extraction from Online News Articles, CIKM 2008, as described in
[Kumar09 §2.7]. Text and links are counted per node; a node's set is made of the children whose own
ratio of text that is not linked is high enough; the node with the best score is the main content.

    text count and link count per node   -> CoreEx.judge
    set of children S(N)                 -> _counts_of_sets
    score = .99 ratio + .01 share        -> score
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class CoreEx(Identifier):
    """The node with much text and few links."""

    ratio_weight: float = 0.99
    """Weight of the ratio (text - link) / text."""
    share_weight: float = 0.01
    """Weight of the node's share of all text of the page."""
    min_ratio: float = 0.9
    """Ratio from which a child belongs to its node's set."""

    def segmenter(self) -> Segmenter:
        return Leaves()

    def judge(self, segmentation: Segmentation) -> Verdicts:
        table = segmentation.page.table
        seen = (table.flags & tags.HAS_TEXT != 0) & (table.hidden == 0)
        words = np.where(seen, table.words, 0.0)
        linked = np.where((table.flags & tags.IN_LINK) != 0, words, 0.0)
        text, link, joins = _counts_of_sets(table, words, linked, self.min_ratio)
        share = text / max(float(words.sum()), 1e-9)
        ratio = (text - link) / np.maximum(text, 1e-9)
        is_element = table.tag > tags.CODES[tags.OTHER_NODE]
        score = np.where(
            is_element & (text > 0), self.ratio_weight * ratio + self.share_weight * share, 0.0
        )
        chosen = np.zeros(len(table), dtype=np.bool_)
        if score.any():
            chosen = _rows_of_set(table, int(np.argmax(score)), joins)
        block_words = segmentation.sums(words)
        keep = segmentation.sums(words * chosen) > 0.5 * np.maximum(block_words, 1e-9)
        parent_score = np.where(table.parent >= 0, score[table.parent], 0.0)
        rows = segmentation.first_rows
        best = np.zeros(len(segmentation))
        best[: len(rows)] = parent_score[rows]
        reasons = {"hidden": segmentation.hidden, "in the main content node": keep}
        return Verdicts.choose(keep, best, reasons, "outside the main content node")


def _counts_of_sets(
    table: NodeTable,
    words: NDArray[np.float64],
    linked: NDArray[np.float64],
    min_ratio: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Words and linked words of each node's set, and whether each node joins its parent's set.

    From the leaves up: a child adds its set to its parent's when the ratio of all that is below
    the child reaches the limit.
    """
    all_text = table.subtree_sums(words)
    all_link = table.subtree_sums(linked)
    joins = (all_text > 0) & (all_text - all_link >= min_ratio * all_text)
    text = words.tolist()
    link = linked.tolist()
    parents = table.parent.tolist()
    for row in reversed(np.flatnonzero(joins).tolist()):
        if parents[row] >= 0:
            text[parents[row]] += text[row]
            link[parents[row]] += link[row]
    return np.array(text), np.array(link), joins


def _rows_of_set(table: NodeTable, node: int, joins: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rows reached from `node` through children that joined."""
    chosen = [False] * len(table)
    chosen[node] = True
    parents = table.parent.tolist()
    for row in (np.flatnonzero(joins[node + 1 : table.end[node]]) + node + 1).tolist():
        chosen[row] = chosen[parents[row]]
    return np.array(chosen, dtype=np.bool_)
