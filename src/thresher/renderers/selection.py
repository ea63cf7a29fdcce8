"""What of the kept blocks is written down: one rule for every renderer."""

from __future__ import annotations

import copy

import numpy as np
import turbohtml
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.types import Extraction, Segmentation

# Elements without content of their own that matter to the shape of what is around them.
_SHAPE = "br wbr hr td th col colgroup source"


def kept_rows(extraction: Extraction) -> NDArray[np.bool_]:
    """Leaf rows of the kept blocks that are to be shown.

    Hidden rows of a block with visible ones are left out (a label for screen readers, a second copy
    of a formula); a block that is hidden as a whole was kept on purpose, and is shown.
    """
    segmentation = extraction.segmentation
    table = segmentation.page.table
    owner = segmentation.owner
    keep = extraction.verdicts.keep[: segmentation.tree_blocks]
    if not len(keep):
        return np.zeros(len(owner), dtype=np.bool_)
    kept: NDArray[np.bool_] = (owner >= 0) & keep[owner]
    kept &= (table.hidden == 0) | _of_hidden_blocks(segmentation)
    kept &= ~table.is_tag("script style")
    return kept


def outside_texts(extraction: Extraction) -> list[str]:
    """Kept texts from outside the tree."""
    segmentation = extraction.segmentation
    keep = extraction.verdicts.keep[segmentation.tree_blocks :]
    pairs = zip(segmentation.outside, keep.tolist(), strict=True)
    return [item.text for item, kept in pairs if kept]


def pruned_document(extraction: Extraction) -> turbohtml.Document:
    """A copy of the page's tree in which only the kept content and what holds it remains."""
    page = extraction.page
    table = page.table
    rows = kept_rows(extraction) | _formula_sources(extraction)
    alive = table.subtree_sums(rows) > 0
    alive |= _parent_alive(table, alive) & (table.is_tag(_SHAPE) | _blank_text(table))
    # Asked again: what is inside a cell that stays only for the shape of its table goes.
    doomed = ~alive & _parent_alive(table, alive)
    document = copy.deepcopy(page.document)
    nodes = list(document.descendants)
    for row in np.flatnonzero(doomed).tolist():
        nodes[row].extract()
    for row in np.flatnonzero(alive & table.is_tag("template")).tolist():
        # What a template holds (a shadow root) stands apart from the tree; put it in its place.
        nodes[row].replace_with(*list(nodes[row + 1].children))
    return document


def _parent_alive(table: NodeTable, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rows at the top, of which a doctype or comment may be the first, hang on the document."""
    return np.where(table.parent >= 0, alive[table.parent], True)


def _of_hidden_blocks(segmentation: Segmentation) -> NDArray[np.bool_]:
    owner = segmentation.owner
    mask: NDArray[np.bool_] = (owner >= 0) & segmentation.hidden[owner]
    return mask


def _blank_text(table: NodeTable) -> NDArray[np.bool_]:
    """White space between elements: without it, words of neighbours would run together."""
    is_text = table.tag == tags.CODES[tags.TEXT]
    blank: NDArray[np.bool_] = is_text & (table.flags & (tags.LEAF | tags.IN_RAW) == 0)
    return blank


def _formula_sources(extraction: Extraction) -> NDArray[np.bool_]:
    """Hidden TeX of formulas in kept blocks: the annotations of MathML."""
    segmentation = extraction.segmentation
    owner = segmentation.owner
    keep = extraction.verdicts.keep[: segmentation.tree_blocks]
    if not len(keep):
        return np.zeros(len(owner), dtype=np.bool_)
    found: NDArray[np.bool_] = (owner >= 0) & keep[owner]
    found &= segmentation.page.table.hidden == tags.ANNOTATION
    return found
