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
    # Several rows have no parent: a doctype or a comment may come before the html element.
    parent_alive = np.where(table.parent >= 0, alive[table.parent], True)
    alive |= parent_alive & (table.is_tag(_SHAPE) | _blank_text(table))
    doomed = ~alive & parent_alive
    document = copy.deepcopy(page.document)
    nodes = list(document.descendants)
    for row in np.flatnonzero(doomed).tolist():
        nodes[row].extract()
    return document


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
    """Hidden TeX of formulas in kept blocks: MathML annotations and MathJax scripts."""
    segmentation = extraction.segmentation
    table = segmentation.page.table
    owner = segmentation.owner
    keep = extraction.verdicts.keep[: segmentation.tree_blocks]
    found = np.zeros(len(owner), dtype=np.bool_)
    if not len(keep):
        return found
    kept = (owner >= 0) & keep[owner]
    found |= kept & (table.hidden == tags.ANNOTATION)
    for row in np.flatnonzero(kept & table.is_tag("script")).tolist():
        node = table.nodes[row]
        if isinstance(node, turbohtml.Element):
            found[row : table.end[row]] = (node.attr("type") or "").startswith("math/tex")
    return found
