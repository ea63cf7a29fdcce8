"""Everything known of an extraction, as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from thresher.types import Extraction, Renderer

SCHEMA_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Json(Renderer):
    """Metadata, the text, and every block with its path, score and reason."""

    def render(self, extraction: Extraction) -> str:
        return json.dumps(as_dict(extraction), ensure_ascii=False, indent=2)


def as_dict(extraction: Extraction) -> dict[str, Any]:
    """The same as plain values."""
    page = extraction.page
    return {
        "schema_version": SCHEMA_VERSION,
        "url": page.url,
        "encoding": page.encoding,
        "algorithm": extraction.algorithm,
        "confidence": _rounded(extraction.confidence),
        "page_type": {
            "name": extraction.page_type.name,
            "probability": _rounded(extraction.page_type.probability),
        }
        if extraction.page_type
        else None,
        "error": str(extraction.error) if extraction.error else None,
        "metadata": extraction.metadata.to_dict(),
        "text": extraction.text,
        "blocks": [
            {
                "index": block.index,
                "tag": block.tag,
                "path": block.path,
                "origin": block.origin,
                "hidden": block.hidden,
                "text": block.text,
                "keep": verdict.keep,
                "score": round(verdict.score, 6),
                "why": verdict.why,
            }
            for block, verdict in extraction
        ],
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
