"""What kind of page the page itself claims to be, in OpenGraph and JSON-LD."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.parsing.table import NodeTable

KINDS: Final = (
    *("article", "product", "listing", "forum", "question", "recipe", "job", "event", "profile"),
    *("software", "video", "website"),
)
# Types of schema.org and OpenGraph, lower-case; a type counts when it contains the word.
_WORDS: Final = {
    "article": ("article", "blogposting", "report"),
    "product": ("product", "offer"),
    "listing": ("itemlist", "collectionpage", "searchresultspage", "listing"),
    "forum": ("discussionforum", "socialmediaposting"),
    "question": ("qapage", "faqpage"),
    "recipe": ("recipe",),
    "job": ("jobposting",),
    "event": ("event",),
    "profile": ("profile", "localbusiness"),
    "software": ("software", "techarticle", "api"),
    "video": ("video",),
    "website": ("website", "webpage"),
}
_TYPE: Final = re.compile(r'"@type"\s*:\s*(\[[^\]]{1,200}\]|"[^"]{1,60}")')


def declared_kinds(table: NodeTable) -> NDArray[np.float64]:
    """1 for each of `KINDS` that the page claims to be."""
    kinds = np.zeros(len(KINDS))
    joined = " ".join((*_json_ld_types(table), *_open_graph_type(table))).lower()
    if joined:
        kinds[:] = [any(word in joined for word in _WORDS[kind]) for kind in KINDS]
    return kinds


def _json_ld_types(table: NodeTable) -> Iterator[str]:
    for script in table.noted_elements("script"):
        if (script.attr("type") or "").startswith("application/ld+json"):
            yield from _TYPE.findall(script.text)


def _open_graph_type(table: NodeTable) -> Iterator[str]:
    for meta in table.noted_elements("meta"):
        if meta.attr("property") == "og:type" or meta.attr("name") == "og:type":
            yield meta.attr("content") or ""
            return
