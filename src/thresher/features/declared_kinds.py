"""What kind of page the page itself claims to be, in OpenGraph and JSON-LD."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import turbohtml
from numpy.typing import NDArray

from thresher.parsing import tags
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
    claims = _json_ld_types(table)
    claims += _open_graph_type(table)
    joined = " ".join(claims).lower()
    return np.array([any(word in joined for word in _WORDS[kind]) for kind in KINDS], dtype=float)


def _elements(table: NodeTable, tag: str) -> list[turbohtml.Element]:
    rows = np.flatnonzero(table.tag == tags.CODES[tag]).tolist()
    nodes = (table.nodes[row] for row in rows)
    return [node for node in nodes if isinstance(node, turbohtml.Element)]


def _json_ld_types(table: NodeTable) -> list[str]:
    found: list[str] = []
    for script in _elements(table, "script"):
        if (script.attr("type") or "").startswith("application/ld+json"):
            found += _TYPE.findall(script.text)
    return found


def _open_graph_type(table: NodeTable) -> list[str]:
    for meta in _elements(table, "meta"):
        if "og:type" in (meta.attr("property"), meta.attr("name")):
            return [meta.attr("content") or ""]
    return []
