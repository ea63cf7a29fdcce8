"""The index of the package: every algorithm by name, one line each.

The tables hold import paths, not classes, so that naming an algorithm imports only that one. Other
packages add theirs through the entry-point groups `thresher.segmenters`, `thresher.identifiers` and
`thresher.renderers`; their classes are described by their docstrings.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from thresher.errors import UnknownAlgorithm, nearest_first
from thresher.options import build
from thresher.types import Identifier, Renderer, Segmenter

Role = Literal["segmenter", "identifier", "renderer"]
Kind = Literal["page", "site", "labels"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the index."""

    name: str
    role: Role
    target: str
    """Where the class is: `module:Class`."""
    summary: str
    paper: str = "-"
    kind: Kind = "page"
    """What it learns from: nothing but the page, pages of the site, or labelled pages."""

    @property
    def file(self) -> str:
        """Source file, from the root of the package."""
        module = self.target.partition(":")[0]
        return module.replace(".", "/") + ".py"


def _row(
    role: Role, folder: str, name: str, paper: str, summary: str, kind: Kind = "page"
) -> Entry:
    module = name.replace("-", "_")
    title = "".join(part.capitalize() for part in name.split("-"))
    return Entry(name, role, f"thresher.{folder}.{module}:{title}", summary, paper, kind)


def _segmenter(name: str, paper: str, summary: str) -> Entry:
    return _row("segmenter", "segmenters", name, paper, summary)


def _identifier(name: str, paper: str, summary: str, kind: Kind = "page") -> Entry:
    return _row("identifier", "identifiers", name, paper, summary, kind)


def _renderer(name: str, summary: str) -> Entry:
    return _row("renderer", "renderers", name, "-", summary)


BUILT_IN: Final[tuple[Entry, ...]] = (
    _identifier("thresher", "-", "The default: the most accurate that is here"),
    _identifier("site", "-", "The default, with what other pages of the site say", "site"),
    _identifier(
        "feature-extractor", "Debnath05 §5", "The block in which a desired feature prevails"
    ),
    _identifier("k-feature-extractor", "Debnath05 §5.2", "The cluster of such blocks, by k-means"),
    _identifier("pattern-importance", "Patterns §3.6", "Repeated blocks with many meaningful tags"),
    _identifier(
        "l-extractor", "Debnath05 §7", "Blocks that a trained classifier knows by tags", "labels"
    ),
    _identifier("mountain", "Mountain08 §3", "Ridges of high cell scores, classified", "labels"),
    _identifier("core-ex", "Kumar09 §2.7", "The DOM node with much text and few links"),
    _identifier(
        "content-extractor", "Debnath05 §4.4", "Blocks that few other pages hold (IBDF)", "site"
    ),
    _identifier("info-discoverer", "Debnath05 §6.1", "Blocks of words that few pages use", "site"),
    _identifier("pagelets", "Kumar09 §2.1", "What is not in a repeated group of links", "site"),
    _identifier("shingling", "Debnath05 §6.7", "What other pages of the site do not share", "site"),
    _identifier("lp-fragments", "Kumar09 §2.6", "What all versions of one page have", "site"),
    _identifier("site-style-tree", "Mountain08 §5", "Elements that differ over the site", "site"),
    _identifier("all-text", "-", "Baseline: everything that a reader sees"),
    _segmenter("leaves", "-", "One block per block-level element's own text"),
    _segmenter("get-block-set", "Debnath05 §4.1", "Atomic blocks by an ordered set of tags"),
    _segmenter("key-patterns", "Patterns §3.1", "Blocks from repeated sequences of tags"),
    _segmenter("cells", "Mountain08 §3.1", "Pieces of text between tags, with source positions"),
    _renderer("text", "Plain text"),
    _renderer("markdown", "Markdown with headings, lists, tables, code, math, links, images"),
    _renderer("html", "Sanitised HTML"),
    _renderer("json", "Everything: metadata, every block, its score and the reason"),
)


def algorithms(role: Role | None = None) -> list[Entry]:
    """All algorithms that can be named, those of other packages included."""
    entries = [*BUILT_IN, *_plugins()]
    return [entry for entry in entries if role is None or entry.role == role]


def find(name: str, role: Role) -> Entry:
    """The entry for `name`; raises UnknownAlgorithm with the nearest names first."""
    for entry in BUILT_IN:
        if entry.name == name and entry.role == role:
            return entry
    others = algorithms(role)
    for entry in others:
        if entry.name == name:
            return entry
    known = ", ".join(nearest_first(name, (entry.name for entry in others)))
    raise UnknownAlgorithm(f"there is no {role} {name!r}; known are {known}")


def load_class(name: str, role: Role) -> type[Any]:
    """The class behind a name."""
    module, _, attribute = find(name, role).target.partition(":")
    return cast(type[Any], getattr(importlib.import_module(module), attribute))


def load_segmenter(name: str, options: Mapping[str, Any] | None = None) -> Segmenter:
    """A segmenter by name."""
    segmenter: Segmenter = build(load_class(name, "segmenter"), options or {})
    return segmenter


def load_identifier(name: str, options: Mapping[str, Any] | None = None) -> Identifier:
    """An identifier by name."""
    identifier: Identifier = build(load_class(name, "identifier"), options or {})
    return identifier


def load_renderer(name: str) -> Renderer:
    """A renderer by name."""
    renderer: Renderer = load_class(name, "renderer")()
    return renderer


def _plugins() -> list[Entry]:
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    found = []
    roles: tuple[Role, ...] = ("segmenter", "identifier", "renderer")
    for role in roles:
        for point in entry_points(group=f"thresher.{role}s"):
            found.append(Entry(point.name, role, point.value, f"From {point.value}"))
    return found
