"""Plain text, straight from the columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.parsing.joining import join_rows
from thresher.renderers.selection import kept_rows, outside_texts
from thresher.types import Extraction, Renderer


@dataclass(frozen=True, slots=True)
class Text(Renderer):
    """Paragraphs apart, list items and table rows on lines, cells with tabs."""

    def render(self, extraction: Extraction) -> str:
        rows = np.flatnonzero(kept_rows(extraction))
        parts = [join_rows(extraction.page.table, rows), *outside_texts(extraction)]
        return "\n\n".join(part for part in parts if part)
