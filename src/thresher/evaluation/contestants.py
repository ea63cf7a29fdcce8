"""Everything that takes part in a comparison, behind one call: algorithms, peers and ceilings.

A `Contestant` is a name with its settings and may be sent to another process; `load` makes of it
an `Extractor`, which takes pages.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import turbohtml

from thresher.errors import BadOption, DataError
from thresher.evaluation.block_metrics import selected_text
from thresher.evaluation.datasets import DEFAULT_CONVENTION, Convention, Example, convention
from thresher.evaluation.node_peers import NODE_PEERS
from thresher.evaluation.peers import Peer, load_peer
from thresher.evaluation.splits import FOLDS, fold
from thresher.markup.markdown import to_markdown
from thresher.models import read_model, shipped
from thresher.options import option_names
from thresher.pipeline import Pipeline
from thresher.registry import find, load_class
from thresher.types import Extraction

ContestantKind = Literal["algorithm", "peer", "ceiling"]
ConventionMode = Literal["own", "default"]

SLOT = "content slot"

_BUILT_ON = {"site": "thresher"}
"""Algorithms that use the model of another."""

# Loads what a first call would load, so that no page pays for it.
_WARM_UP = "<html><body><nav>Menu</nav><p>A first page, so that all is loaded.</p></body></html>"


@dataclass(frozen=True, slots=True)
class Contestant:
    """One row of a comparison."""

    name: str
    """As it is shown; for an algorithm with options these are part of it."""
    kind: ContestantKind
    algorithm: str
    """Name of the identifier or of the peer."""
    options: tuple[tuple[str, str], ...] = ()
    mode: ConventionMode = "own"
    """Whether an algorithm with such options is told the convention of the set."""
    fold_models: str | None = None
    """A folder of `fold-N.npz`: each page is judged by the model that has not seen its domain."""

    @property
    def learns_from_site(self) -> bool:
        """It learns from other pages, and these need no labels."""
        if self.kind != "algorithm":
            return False
        needs = find(self.algorithm, "identifier").kind
        return needs == "site" or (needs != "labels" and self.needs_fit)

    @property
    def needs_fit(self) -> bool:
        """It cannot judge a page before it has learned from others."""
        options: dict[str, Any] = dict(self.options)
        return self.kind == "algorithm" and (
            Pipeline(self.algorithm, **options).identifier.needs_fit
        )


@dataclass(frozen=True, slots=True)
class Output:
    """What a contestant made of a page. `seconds` is CPU time from HTML to text, where known."""

    text: str
    seconds: float | None
    markdown: str | None = None
    extraction: Extraction | None = None


class Extractor(Protocol):
    """A contestant that is ready to work."""

    def fit(self, pages: Sequence[str], example: Example) -> None:
        """Learn from pages of the site of `example`, where the contestant does that."""

    def extract(self, example: Example) -> Output:
        """The text of a page, and its Markdown where the page has a truth for that."""


def algorithm(
    given: str, mode: ConventionMode = "own", fold_models: Path | None = None
) -> Contestant:
    """The contestant that `name` or `name:option=value:…` stands for; unknown names raise.

    `fold_models` goes to algorithms with an option `model`, the others need none.
    """
    name, *pairs = given.split(":")
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"expected name:option=value, not {given!r}")
        options[key.strip().replace("-", "_")] = value
    Pipeline(name, **options)
    shown = given if mode == "own" else f"{given} (default convention)"
    folder = None
    if fold_models is not None and "model" in option_names(load_class(name, "identifier")):
        folder = str(fold_models)
        missing = [path for number in range(FOLDS) if not (path := _fold(folder, number)).exists()]
        if missing:
            raise DataError(f"there is no model {str(missing[0])!r}: train with --folds-to FOLDER")
    return Contestant(shown, "algorithm", name, tuple(options.items()), mode, folder)


def peer(name: str) -> Contestant:
    """The contestant for a peer, installed or not."""
    return Contestant(name, "peer", name)


def content_slot() -> Contestant:
    """The ceiling: the element that is known to hold the content, written down by ourselves."""
    return Contestant(SLOT, "ceiling", SLOT)


def _fold(folder: str, number: int) -> Path:
    return Path(folder) / f"fold-{number}.npz"


def trained_on(contestant: Contestant) -> frozenset[str]:
    """Sets whose pages the model of an algorithm has seen, so that it is no test on them."""
    path = shipped(_BUILT_ON.get(contestant.algorithm, contestant.algorithm))
    has_own = contestant.kind == "algorithm" and "model" not in dict(contestant.options)
    if not has_own or contestant.fold_models is not None or not path.exists():
        return frozenset()
    _, about = read_model(path)
    counts = (about.get(key) for key in ("sets", "pages"))
    return frozenset(name for each in counts if isinstance(each, Mapping) for name in each)


def has_convention(name: str) -> bool:
    """True when the algorithm can be told what the truth counts as content."""
    return bool(convention_options(load_class(name, "identifier"), DEFAULT_CONVENTION))


def convention_options(identifier: type[Any], wanted: Convention) -> dict[str, bool]:
    """The convention as options, as far as the identifier has them."""
    names = option_names(identifier)
    values = {"headline": wanted.headline, "comments": wanted.comments}
    return {name: value for name, value in values.items() if name in names}


def load(contestant: Contestant) -> Extractor:
    """The contestant ready to work, warmed up."""
    if contestant.kind == "ceiling":
        return _Slot()
    extractor: Extractor
    if contestant.kind == "peer":
        extractor = _Peer(load_peer(contestant.algorithm))
    else:
        extractor = _Algorithm(contestant)
        if contestant.needs_fit:
            return extractor
    extractor.extract(Example("", "", "", _WARM_UP, text="", markdown=""))
    return extractor


class _Algorithm:
    """An identifier; a pipeline for each convention and model, or the one fitted last."""

    def __init__(self, contestant: Contestant) -> None:
        self._contestant = contestant
        self._pipelines: dict[tuple[Convention, int | None], Pipeline] = {}
        self._site: Sequence[str] | None = None

    def fit(self, pages: Sequence[str], example: Example) -> None:
        self._site = pages
        wanted = self._wanted(example)
        self._pipelines = {wanted: self._new(*wanted).fit(pages)}

    def extract(self, example: Example) -> Output:
        wanted = self._wanted(example)
        pipeline = self._pipelines.get(wanted)
        if pipeline is None:
            pipeline = self._pipelines[wanted] = self._new(*wanted)
            if self._site is not None:  # a page of the site whose domain is in another fold
                pipeline.fit(self._site)
        start = time.process_time()
        extraction = pipeline.extract(example.html)
        text = extraction.text
        seconds = time.process_time() - start
        markdown = None if example.markdown is None else extraction.markdown
        return Output(text, seconds, markdown, extraction)

    def _wanted(self, example: Example) -> tuple[Convention, int | None]:
        number = None if self._contestant.fold_models is None else fold(example.domain)
        return self._convention(example.set), number

    def _convention(self, set_name: str) -> Convention:
        return convention(set_name) if self._contestant.mode == "own" else DEFAULT_CONVENTION

    def _new(self, wanted: Convention, number: int | None) -> Pipeline:
        name = self._contestant.algorithm
        options: dict[str, Any] = dict(convention_options(load_class(name, "identifier"), wanted))
        if self._contestant.fold_models is not None and number is not None:
            options["model"] = str(_fold(self._contestant.fold_models, number))
        return Pipeline(name, **{**options, **dict(self._contestant.options)})


class _Peer:
    def __init__(self, ready: Peer) -> None:
        self._peer = ready
        # A peer with a process of its own spends its CPU time there, where it is not measured.
        self._is_timed = ready.name not in NODE_PEERS

    def fit(self, pages: Sequence[str], example: Example) -> None:
        """Peers look at one page."""

    def extract(self, example: Example) -> Output:
        start = time.process_time()
        text = self._peer.text(example.html)
        seconds = time.process_time() - start
        write = self._peer.markdown
        markdown = write(example.html) if write and example.markdown is not None else None
        return Output(text, seconds if self._is_timed else None, markdown)


class _Slot:
    def fit(self, pages: Sequence[str], example: Example) -> None:
        """Knows the place already."""

    def extract(self, example: Example) -> Output:
        assert example.selector is not None
        markdown = None if example.markdown is None else _slot_markdown(example)
        return Output(selected_text(example.html, example.selector), None, markdown)


def _slot_markdown(example: Example) -> str:
    """The elements of the selector as a page of their own, in our Markdown."""
    assert example.selector is not None
    tree = turbohtml.parse(example.html, allow_declarative_shadow_roots=False)
    inner = "\n".join(element.serialize() for element in tree.select(example.selector))
    return to_markdown(turbohtml.parse(inner, allow_declarative_shadow_roots=False))


def applies(contestant: Contestant, example: Example) -> bool:
    """A ceiling needs a page that says where its content is, in CSS."""
    if contestant.kind != "ceiling":
        return True
    selector = example.selector
    return selector is not None and not selector.startswith("xpath:")
