"""The trained algorithms of the papers, fitted on labelled pages and saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.training.site import page, story
from thresher.identifiers.l_extractor import LExtractor
from thresher.pipeline import Pipeline

pytest.importorskip("sklearn", reason="training needs the extra 'train'")

PAGES = [page(number) for number in range(10)]
TRUTHS = [story(number) for number in range(10)]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("mountain", {}),
    ("l-extractor", {}),
    ("l-extractor", {"classifier": "tree"}),
    ("l-extractor", {"maximum": "set"}),
]
each_variant = pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)


@each_variant
def test_a_site_is_learned_from_ten_pages(name: str, options: dict[str, Any]) -> None:
    pipeline = Pipeline(name, **options).fit(PAGES, TRUTHS)
    text = pipeline.extract(page(77)).text
    assert text.split() == story(77).split()


@each_variant
def test_what_was_learned_survives_a_file(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    pipeline = Pipeline(name, **options).fit(PAGES, TRUTHS)
    pipeline.save(tmp_path / "model.json")
    loaded = Pipeline.load(tmp_path / "model.json")
    assert loaded.identifier.export() == pipeline.identifier.export()
    expected = pipeline.extract(page(5)).verdicts.score.tolist()
    assert loaded.extract(page(5)).verdicts.score.tolist() == expected


@each_variant
def test_labels_per_block_teach_the_same(name: str, options: dict[str, Any]) -> None:
    pipeline = Pipeline(name, **options)
    labels = [
        ["tells a story" in block.text for block in pipeline.segment(source)] for source in PAGES
    ]
    taught = pipeline.fit(PAGES, labels).identifier.export()
    assert taught == Pipeline(name, **options).fit(PAGES, TRUTHS).identifier.export()


def test_the_accuracy_of_the_cross_validation_is_reported() -> None:
    learned = Pipeline("l-extractor").fit(PAGES, TRUTHS).identifier
    assert isinstance(learned, LExtractor)
    assert learned.learned is not None
    assert learned.learned.accuracy == 1.0
    single = Pipeline("l-extractor").fit(PAGES[:1], TRUTHS[:1]).identifier.export()
    assert single is not None
    assert single["cross-validated accuracy"] is None
