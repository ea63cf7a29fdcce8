"""Leaves: one block per block-level element's own text, inline markup merged.

The modern segmentation that the default uses. A block ends where a block-level element begins or
ends, at an `hr`, and at two line breaks in a row; a table cell, list item, definition term, caption
and `pre` are each a block. An image between two paragraphs is a block of its own, an image inside
a paragraph is part of it. All of this is one comparison on the `gap` column.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.types import Segmentation, Segmenter


@dataclass(frozen=True, slots=True)
class Leaves(Segmenter):
    """One block per block-level element's own text."""

    def segment(self, page: Page) -> Segmentation:
        table = page.table
        owner = np.full(len(table), -1, dtype=np.int32)
        begins = table.gap[table.leaves] >= tags.CELL
        if len(begins):
            begins[0] = True  # scripts before any content carry no gap of their own
        owner[table.leaves] = np.cumsum(begins, dtype=np.int32) - 1
        return Segmentation(page, owner)
