"""Sanitised HTML of the kept blocks."""

from __future__ import annotations

import html
from dataclasses import dataclass

from thresher.markup.html import to_html
from thresher.renderers.selection import outside_texts, pruned_document
from thresher.types import Extraction, Renderer


@dataclass(frozen=True, slots=True)
class Html(Renderer):
    """A fragment without scripts, styles or handlers; structure, links and images stay."""

    def render(self, extraction: Extraction) -> str:
        body = to_html(pruned_document(extraction), extraction.page.base_url)
        outside = [f"<p>{html.escape(text)}</p>" for text in outside_texts(extraction)]
        return "\n".join(part for part in (body, *outside) if part)
