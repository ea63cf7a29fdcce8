"""What the contract tests work on: the golden pages, and every algorithm in a state to be used."""

from __future__ import annotations

import os
import subprocess
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

import thresher
from thresher.options import option_names
from thresher.pipeline import Pipeline
from thresher.registry import BUILT_IN, Entry, Role, load_class
from thresher.types import Extraction, Segmentation, Verdicts

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(thresher.__file__).resolve().parent


@cache
def golden_pages() -> dict[str, bytes]:
    """The source of every golden page, by its name."""
    folders = sorted((ROOT / "tests" / "pages").glob("*/page.html"))
    return {path.parent.name: path.read_bytes() for path in folders}


def some_pages() -> dict[str, bytes]:
    """A handful of golden pages that differ much, for tests that start processes."""
    return dict(list(golden_pages().items())[::6])


def entries(role: Role) -> list[Entry]:
    """The built-in algorithms of a role; each carries its name as the id of a test."""
    return [entry for entry in BUILT_IN if entry.role == role]


def names(role: Role) -> list[str]:
    return [entry.name for entry in entries(role)]


def variants(name: str, role: Role) -> Iterator[dict[str, Any]]:
    """Option sets of an algorithm: the defaults, then each choice of each option."""
    yield {}
    algorithm = load_class(name, role)
    hints = typing.get_type_hints(algorithm)
    for option in option_names(algorithm):
        if typing.get_origin(hints[option]) is Literal:
            for choice in typing.get_args(hints[option]):
                yield {option: choice}
        elif hints[option] is bool:
            yield from ({option: True}, {option: False})


def labels_of(segmentations: Sequence[Segmentation], truths: Sequence[str]) -> list[list[bool]]:
    """One label per block of each page, for algorithms that learn from labelled pages."""
    wanted = [" ".join(truth.split()) for truth in truths]
    return [
        [bool(block.text) and " ".join(block.text.split()) in truth for block in segmentation]
        for segmentation, truth in zip(segmentations, wanted, strict=True)
    ]


def ready(name: str, segmenter: str | None = None, /, **options: Any) -> Pipeline:
    """A pipeline that can judge: fitted on golden pages where the algorithm learns."""
    pipeline = Pipeline(name, segmenter, **options)
    kind = next(entry.kind for entry in entries("identifier") if entry.name == name)
    if kind == "page" and not pipeline.identifier.needs_fit:
        return pipeline
    chosen = golden_pages()
    labels = None
    if kind == "labels":
        truths = [
            (ROOT / "tests" / "pages" / page / "truth.txt").read_text(encoding="utf-8")
            for page in chosen
        ]
        labels = labels_of([pipeline.segment(page) for page in chosen.values()], truths)
    return pipeline.fit(chosen.values(), labels)


def as_text(value: Any) -> str:
    """An option's value as a command line would give it."""
    if isinstance(value, list):
        return ",".join(map(as_text, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def plain(verdicts: Verdicts) -> list[tuple[bool, float, str]]:
    """Verdicts as values that compare."""
    return [(verdict.keep, verdict.score, verdict.why) for verdict in verdicts]


def with_verdicts(extraction: Extraction, keep: Sequence[bool]) -> Extraction:
    """The same page with other blocks kept."""
    mask = np.array(keep, dtype=np.bool_)
    why = np.zeros(len(mask), dtype=np.uint8)
    verdicts = Verdicts(mask, mask.astype(np.float64), why, ("chosen by the test",))
    return Extraction(extraction.segmentation, verdicts, "test")


def python(
    *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run this interpreter in a process of its own, with the package that is under test."""
    path = os.pathsep.join(
        part for part in (str(PACKAGE.parent), str(ROOT), os.environ.get("PYTHONPATH", "")) if part
    )
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": path, **(environment or {})},
        check=False,
    )
