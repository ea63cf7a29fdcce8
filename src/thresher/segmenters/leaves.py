"""Leaves: one block per block-level element's own text, inline markup merged.

The modern segmentation that the default uses. A block ends where a block-level element begins or
ends, at an `hr`, and at two line breaks in a row; a table cell, list item, definition term, caption
and `pre` are each a block. An image between two paragraphs is a block of its own, an image inside
a paragraph is part of it. All of this is one comparison on the `gap` column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from thresher.compiled import kernel
from thresher.parsing import tags
from thresher.parsing.outside_text import outside_texts
from thresher.parsing.page import Page
from thresher.types import Segmentation, Segmenter

_IS_SEEN: Final = 1 - tags.is_one_of("script style")


@dataclass(frozen=True, slots=True)
class Leaves(Segmenter):
    """One block per block-level element's own text."""

    outside: bool = False
    """Add long texts from structured data and script state when the page shows next to nothing."""

    def segment(self, page: Page) -> Segmentation:
        table = page.table
        owner = np.full(len(table), -1, dtype=np.int32)
        # Scripts are in no block: they would stretch the one before them over half the page.
        loops = kernel("thresher.segmenters.leaves_kernel")
        loops.number_blocks(table, _IS_SEEN, tags.CELL, owner)
        outside = outside_texts(table) if self.outside else ()
        return Segmentation(page, owner, outside)
