"""Other extractors behind one call, so that a comparison runs all of them on the same pages.

Every peer is used the way its own documentation shows first, with no tuning, and gives plain text
(``peer.text(html)``) or Markdown (``peer.markdown(html)``, where it offers that). Nothing is
imported before it is called; a peer that is not installed is merely listed as such. An exception
inside a peer is passed on: the caller counts it as a page without an answer.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from thresher.errors import MissingExtra, UnknownAlgorithm, nearest_first
from thresher.evaluation.node_peers import NODE_PEERS, NodeWorker, node_version

Extract = Callable[[str], str]


def _nothing() -> None:
    """What most peers have to close."""


@dataclass(frozen=True, slots=True)
class Peer:
    """An installed extractor, ready to call. Some hold a process: close it, or use ``with``."""

    name: str
    version: str
    text: Extract
    markdown: Extract | None = None
    close: Callable[[], None] = _nothing

    def __enter__(self) -> Peer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class _Package:
    """How a Python peer is found and called."""

    distribution: str
    text: Extract
    markdown: Extract | None = None


def _module(name: str) -> Any:
    """A peer's module, untyped: most peers ship no types, and none is a dependency."""
    with warnings.catch_warnings():
        # Some peers warn on import about extras that they can do without.
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def _trafilatura(html: str) -> str:
    return _module("trafilatura").extract(html) or ""


def _trafilatura_no_comments(html: str) -> str:
    return _module("trafilatura").extract(html, include_comments=False) or ""


def _trafilatura_markdown(html: str) -> str:
    # Its defaults leave out links, in Markdown too: the links of a structure score are then 0.
    return _module("trafilatura").extract(html, output_format="markdown") or ""


def _trafilatura_links(html: str) -> str:
    return _module("trafilatura").extract(html, include_links=True) or ""


def _trafilatura_links_markdown(html: str) -> str:
    extract = _module("trafilatura").extract
    return extract(html, output_format="markdown", include_links=True) or ""


def _readability_lxml(html: str) -> str:
    summary = _module("readability").Document(html).summary()
    return _lxml_text(summary)


def _lxml_text(fragment: str) -> str:
    if not fragment.strip():
        return ""
    root = _module("lxml.html").document_fromstring(fragment)
    return "\n".join(piece for piece in (text.strip() for text in root.itertext()) if piece)


def _resiliparse(html: str) -> str:
    extract = _module("resiliparse.extract.html2text").extract_plain_text
    return str(extract(html, main_content=True))


def _justext(html: str) -> str:
    justext = _module("justext")
    paragraphs = justext.justext(html, justext.get_stoplist("English"))
    return "\n".join(part.text for part in paragraphs if not part.is_boilerplate)


def _boilerpy3(html: str) -> str:
    return str(_module("boilerpy3.extractors").DefaultExtractor().get_content(html))


def _newspaper4k(html: str) -> str:
    # A URL is required; one that cannot be fetched keeps the comparison offline.
    article = _module("newspaper").Article("http://localhost/", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    return str(article.text)


def _goose3(html: str) -> str:
    goose = _module("goose3").Goose({"enable_image_fetching": False})
    return str(goose.extract(raw_html=html).cleaned_text)


def _turbohtml(html: str) -> str:
    return str(_turbohtml_tree(html).main_text())


def _turbohtml_markdown(html: str) -> str:
    content = _turbohtml_tree(html).main_content()
    return "" if content is None else str(content.to_markdown())


def _turbohtml_tree(html: str) -> Any:
    return _module("turbohtml").parse(html, allow_declarative_shadow_roots=False)


def _html_text(html: str) -> str:
    return str(_module("html_text").extract_text(html))


_PACKAGES: dict[str, _Package] = {
    "boilerpy3": _Package("boilerpy3", _boilerpy3),
    "goose3": _Package("goose3", _goose3),
    "html-text": _Package("html-text", _html_text),
    "justext": _Package("jusText", _justext),
    "newspaper4k": _Package("newspaper4k", _newspaper4k),
    "readability-lxml": _Package("readability-lxml", _readability_lxml),
    "resiliparse": _Package("Resiliparse", _resiliparse),
    "trafilatura": _Package("trafilatura", _trafilatura, _trafilatura_markdown),
    "trafilatura-links": _Package("trafilatura", _trafilatura_links, _trafilatura_links_markdown),
    "trafilatura-no-comments": _Package("trafilatura", _trafilatura_no_comments),
    "turbohtml": _Package("turbohtml", _turbohtml, _turbohtml_markdown),
}


def peer_names() -> list[str]:
    """Every peer that can be asked for, installed or not."""
    return sorted([*_PACKAGES, *NODE_PEERS])


def version(name: str, node_modules: Path | None = None) -> str | None:
    """The installed version of a peer, or None when it is not installed."""
    if name in NODE_PEERS:
        return node_version(name, node_modules)
    try:
        return importlib.metadata.version(_package(name).distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def installed(node_modules: Path | None = None) -> dict[str, str]:
    """Name → version of the peers that can be called here."""
    versions = {name: version(name, node_modules) for name in peer_names()}
    return {name: found for name, found in versions.items() if found is not None}


def load_peer(name: str, node_modules: Path | None = None) -> Peer:
    """The peer of that name. For a JavaScript peer this starts its process."""
    found = version(name, node_modules)
    if found is None:
        raise MissingExtra(_how_to_install(name))
    if name in NODE_PEERS:
        worker = NodeWorker(name, node_modules)
        markdown = worker.markdown if worker.has_markdown else None
        return Peer(name, found, worker.text, markdown, worker.close)
    package = _package(name)
    return Peer(name, found, package.text, package.markdown)


def _package(name: str) -> _Package:
    if name not in _PACKAGES:
        known = ", ".join(nearest_first(name, peer_names()))
        raise UnknownAlgorithm(f"no peer is called {name!r}; there are: {known}")
    return _PACKAGES[name]


def _how_to_install(name: str) -> str:
    if name in NODE_PEERS:
        return (
            f"the peer {name!r} is not installed: run `npm install "
            f"{' '.join(NODE_PEERS[name].packages)}` in a folder and name its node_modules "
            "folder, or put that folder on NODE_PATH"
        )
    return f"the peer {name!r} is not installed: run `pip install {_package(name).distribution}`"
