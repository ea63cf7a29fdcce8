"""Markdown of the kept blocks, with the structure of the page."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.markup.markdown import to_markdown
from thresher.renderers.selection import outside_texts, pruned_document
from thresher.types import Extraction, Renderer


@dataclass(frozen=True, slots=True)
class Markdown(Renderer):
    """GitHub-flavoured Markdown; links and images are absolute when the URL is known."""

    def render(self, extraction: Extraction) -> str:
        body = to_markdown(pruned_document(extraction), extraction.page.base_url)
        return "\n\n".join(part for part in (body, *outside_texts(extraction)) if part)
