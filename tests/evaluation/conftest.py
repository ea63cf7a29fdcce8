"""A small page set, and algorithms that behave badly on purpose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CLUMSY = '''
import os, time
from dataclasses import dataclass, field
import numpy as np
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Verdicts


@dataclass(slots=True)
class Clumsy(Identifier):
    """Keeps paragraphs, but sleeps, dies or raises when the page tells it to."""

    def segmenter(self):
        return Leaves()

    def judge(self, segmentation):
        markup = segmentation.page.markup
        if "SLEEP" in markup:
            time.sleep(600)
        if "DIE" in markup:
            os._exit(3)
        if "RAISE" in markup:
            raise ValueError("told to")
        keep = np.array([block.tag == "p" for block in segmentation], dtype=bool)
        why = np.zeros(len(keep), dtype=np.uint8)
        return Verdicts(keep, keep.astype(float), why, ("paragraph",))


@dataclass(slots=True)
class Pupil(Clumsy):
    """Drops what it has seen on the pages it learned from."""

    needs_fit = True
    seen: frozenset = field(default=None, init=False)

    def fit(self, pages, labels=None):
        if any("UNLEARNABLE" in page.page.markup for page in pages):
            raise ValueError("cannot learn this")
        if any("SLEEP" in page.page.markup for page in pages):
            time.sleep(600)
        self.seen = frozenset(block.text for page in pages for block in page)
        return self

    def judge(self, segmentation):
        verdicts = Clumsy.judge(self, segmentation)
        keep = np.array([block.text not in self.seen for block in segmentation], dtype=bool)
        return Verdicts(keep, verdicts.score, verdicts.why, verdicts.reasons)
'''


@pytest.fixture
def clumsy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers `clumsy` and `pupil` as another package would; worker processes see them too."""
    folder = tmp_path / "plugin"
    info = folder / "clumsy-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "clumsy_plugin.py").write_text(CLUMSY, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clumsy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[thresher.identifiers]\nclumsy = clumsy_plugin:Clumsy\npupil = clumsy_plugin:Pupil\n"
    )
    monkeypatch.syspath_prepend(str(folder))


def page(text: str, menu: str = "Menu") -> str:
    """A page with a menu and a paragraph."""
    return f"<html><body><nav>{menu}</nav><p>{text}</p></body></html>"


def write_set(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    """A set file with those rows."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
