"""An extraction shown in a notebook: every block, tinted by its verdict."""

from __future__ import annotations

import html
from typing import Final

from thresher.types import Block, Extraction, Verdict

_KEPT: Final = "background:#e3f4e3;border-left:4px solid #2e7d32;color:#1b1b1b"
_DROPPED: Final = "background:#f6f1f1;border-left:4px solid #c9a3a3;color:#777"
_ROW: Final = (
    "padding:3px 8px;margin:2px 0;white-space:pre-wrap;font:13px/1.45 system-ui,sans-serif"
)


def as_notebook_html(extraction: Extraction) -> str:
    """Blocks in page order; the reason and score show when the pointer rests on one."""
    title = extraction.metadata.title
    head = (
        f"<b>{html.escape(title.value if title else extraction.page.url or 'page')}</b> · "
        f"{html.escape(extraction.summary)}"
    )
    if extraction.error:
        head += f" · {html.escape(str(extraction.error))}"
    rows = "".join(_row(block, verdict) for block, verdict in extraction if block.text)
    return (
        f"<div style='font:13px system-ui,sans-serif;margin-bottom:6px'>{head}</div>"
        f"<div style='max-height:32em;overflow:auto'>{rows}</div>"
    )


def _row(block: Block, verdict: Verdict) -> str:
    style = _KEPT if verdict.keep else _DROPPED
    why = f"{verdict.why} · score {verdict.score:.3f} · {block.path or block.origin}"
    return (
        f"<div style='{style};{_ROW}' title='{html.escape(why, quote=True)}'>"
        f"{html.escape(block.text)}</div>"
    )
