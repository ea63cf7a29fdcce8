"""What of the kept blocks is written down: one rule for every renderer."""

from __future__ import annotations

import copy

import numpy as np
import turbohtml
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.types import Extraction

# Elements without content of their own that matter to the shape of what is around them.
_SHAPE = "br wbr hr td th col colgroup source"


def kept_rows(extraction: Extraction) -> NDArray[np.bool_]:
    """Leaf rows of the kept blocks that are to be shown."""
    segmentation = extraction.segmentation
    shown = segmentation.shown & ~segmentation.page.table.is_tag("script style")
    return _rows_of_kept(extraction) & shown


def _rows_of_kept(extraction: Extraction) -> NDArray[np.bool_]:
    """All rows of the kept blocks, hidden ones included."""
    owner = extraction.segmentation.owner
    keep = np.append(extraction.verdicts.keep[: extraction.segmentation.tree_blocks], False)
    kept: NDArray[np.bool_] = keep[owner]  # rows without an owner take the last entry
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
    formula_sources = _rows_of_kept(extraction) & (table.hidden == tags.ANNOTATION)
    rows = kept_rows(extraction) | formula_sources
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
    for row in np.flatnonzero(alive & table.is_tag("noscript")).tolist():
        nodes[row].unwrap()  # what was kept of it is to be seen
    return document


def _parent_alive(table: NodeTable, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rows at the top, of which a doctype or comment may be the first, hang on the document."""
    return np.where(table.parent >= 0, alive[table.parent], True)


def _blank_text(table: NodeTable) -> NDArray[np.bool_]:
    """White space between elements: without it, words of neighbours would run together."""
    is_text = table.tag == tags.CODES[tags.TEXT]
    blank: NDArray[np.bool_] = is_text & (table.flags & (tags.LEAF | tags.IN_RAW) == 0)
    return blank
