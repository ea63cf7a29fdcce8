"""Plain text, straight from the columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.parsing.joining import join_kept
from thresher.renderers.selection import outside_texts
from thresher.types import Extraction, Renderer


@dataclass(frozen=True, slots=True)
class Text(Renderer):
    """Paragraphs apart, list items and table rows on lines, cells with tabs."""

    def render(self, extraction: Extraction) -> str:
        parts = [_tree_text(extraction), *outside_texts(extraction)]
        return "\n\n".join(part for part in parts if part)


def _tree_text(extraction: Extraction) -> str:
    """As `selection.kept_rows` has it, but only for leaves, which are all that has text."""
    segmentation = extraction.segmentation
    keep = np.ascontiguousarray(extraction.verdicts.keep)
    return join_kept(segmentation.page.table, segmentation.owner, keep, segmentation.shown)
