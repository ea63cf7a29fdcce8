"""What every identifier promises, whatever the page and whatever it learned from."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.material import (
    as_text,
    golden_pages,
    labels_of,
    names,
    plain,
    ready,
    some_pages,
    variants,
)
from thresher.errors import NotFitted, ThresherError
from thresher.options import build, option_names, options_of
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline
from thresher.registry import load_identifier
from thresher.types import Extraction

IDENTIFIERS = names("identifier")
VARIANTS = [(name, options) for name in IDENTIFIERS for options in variants(name, "identifier")]
each_identifier = pytest.mark.parametrize("name", IDENTIFIERS)
each_variant = pytest.mark.parametrize(("name", "options"), VARIANTS)

Judgement = list[tuple[bool, float, str]]


def judgements(pipeline: Pipeline, pages: Iterable[bytes | Page]) -> list[Judgement]:
    return [plain(pipeline.extract(page).verdicts) for page in pages]


def judge_one(pipeline: Pipeline, source: bytes) -> Judgement:
    return plain(pipeline.extract(source).verdicts)


def check(extraction: Extraction) -> None:
    """One verdict per block, with a finite score and a short reason."""
    verdicts = extraction.verdicts
    assert len(verdicts) == len(extraction.segmentation)
    assert verdicts.keep.dtype == np.bool_
    assert np.isfinite(verdicts.score).all()
    for verdict in verdicts:
        assert verdict.why == verdict.why.strip()
        assert 0 < len(verdict.why) <= 60
        assert "\n" not in verdict.why


@each_variant
def test_one_verdict_with_a_reason_for_every_block(name: str, options: dict[str, Any]) -> None:
    pipeline = ready(name, **options)
    for source in golden_pages().values():
        check(pipeline.extract(source))


@each_identifier
@pytest.mark.parametrize("segmenter", names("segmenter"))
def test_blocks_of_any_segmenter_are_judged(name: str, segmenter: str) -> None:
    pipeline = ready(name, segmenter)
    for source in some_pages().values():
        check(pipeline.extract(source))


@each_variant
@pytest.mark.parametrize("source", ["", "<!doctype html><!-- nothing -->", "<script>a=1</script>"])
def test_a_page_without_text_gives_an_empty_answer(
    name: str, options: dict[str, Any], source: str
) -> None:
    extraction = ready(name, **options).extract(source)
    check(extraction)
    assert extraction.text == ""


@each_variant
def test_a_page_with_one_block_is_judged(name: str, options: dict[str, Any]) -> None:
    extraction = ready(name, **options).extract("<p>One sentence, and nothing around it.</p>")
    check(extraction)
    assert len(extraction) == 1


@each_identifier
def test_deep_nesting_is_judged(name: str) -> None:
    source = "".join(f"<div>word{number} " for number in range(50_000))
    check(ready(name).extract(source))


@each_variant
def test_the_same_answer_twice_and_in_any_order_of_pages(
    name: str, options: dict[str, Any]
) -> None:
    pipeline = ready(name, **options)
    sources = list(golden_pages().values())
    first = judgements(pipeline, sources)
    assert judgements(pipeline, sources[::-1])[::-1] == first
    assert judgements(ready(name, **options), sources) == first


@each_identifier
def test_the_page_is_untouched(name: str) -> None:
    pipeline = ready(name)
    for source in golden_pages().values():
        page = Page.parse(source)
        before = page.document.html
        columns = {name: getattr(page.table, name).copy() for name in ("flags", "hidden", "words")}
        pipeline.extract(page)
        assert page.raw == source
        assert page.document.html == before
        for column, values in columns.items():
            assert np.array_equal(values, getattr(page.table, column))


@each_variant
def test_options_round_trip(name: str, options: dict[str, Any]) -> None:
    identifier = load_identifier(name, options)
    known = options_of(identifier)
    assert list(known) == option_names(type(identifier))
    assert options_of(build(type(identifier), known)) == known
    texts = {option: as_text(value) for option, value in known.items()}
    assert options_of(load_identifier(name, texts)) == known


@each_variant
def test_saved_and_loaded_gives_the_same_verdicts(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    pipeline = ready(name, **options)
    pipeline.save(tmp_path / "model.json")
    loaded = Pipeline.load(tmp_path / "model.json")
    sources = list(golden_pages().values())
    assert judgements(loaded, sources) == judgements(pipeline, sources)
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "model.json").read_bytes()


@each_identifier
@pytest.mark.parametrize("segmenter", [None, *names("segmenter")])
def test_saving_keeps_the_options_of_both_parts(
    name: str, segmenter: str | None, tmp_path: Path
) -> None:
    pipeline = ready(name, segmenter)
    pipeline.save(tmp_path / "model.json")
    loaded = Pipeline.load(tmp_path / "model.json")
    assert loaded.segmenter == pipeline.segmenter
    assert options_of(loaded.identifier) == options_of(pipeline.identifier)


@each_identifier
def test_no_option_name_means_two_things(name: str) -> None:
    pipeline = Pipeline(name)
    own = set(option_names(type(pipeline.identifier)))
    assert not own & set(option_names(type(pipeline.segmenter)))


@each_variant
def test_the_same_answer_after_pickling(name: str, options: dict[str, Any]) -> None:
    pipeline = ready(name, **options)
    twin = pickle.loads(pickle.dumps(pipeline))
    sources = list(some_pages().values())
    assert judgements(twin, sources) == judgements(pipeline, sources)
    extraction = pipeline.extract(sources[0])
    copy = pickle.loads(pickle.dumps(extraction))
    assert plain(copy.verdicts) == plain(extraction.verdicts)
    assert copy.text == extraction.text


def test_the_same_answer_in_a_worker_process() -> None:
    jobs = [(ready(name), page) for name in IDENTIFIERS for page in some_pages().values()]
    with ProcessPoolExecutor(2) as pool:
        results = list(pool.map(judge_one, *zip(*jobs, strict=True)))
    assert results == [judge_one(pipeline, page) for pipeline, page in jobs]


@each_identifier
def test_the_same_answer_in_threads(name: str) -> None:
    pipeline = ready(name)
    sources = list(golden_pages().values())
    expected = judgements(pipeline, sources)
    shared = [Page.parse(source) for source in sources]
    with ThreadPoolExecutor(8) as pool:
        on_shared_pages = list(pool.map(lambda _: judgements(pipeline, shared), range(8)))
        on_own_pages = list(pool.map(lambda source: judge_one(pipeline, source), sources))
    assert all(result == expected for result in on_shared_pages)
    assert on_own_pages == expected


@each_variant
def test_an_unfitted_identifier_says_so(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    pipeline = Pipeline(name, **options)
    page = next(iter(golden_pages().values()))
    if not pipeline.identifier.needs_fit:
        assert len(pipeline.extract(page)) > 0
        return
    with pytest.raises(NotFitted, match="fit"):
        pipeline.extract(page)
    with pytest.raises(NotFitted, match="fit"):
        pipeline.save(tmp_path / "model.json")
    assert not (tmp_path / "model.json").exists()


@each_variant
def test_fit_returns_self_and_what_was_learned_is_plain(name: str, options: dict[str, Any]) -> None:
    pipeline = ready(name, **options)
    learned = pipeline.identifier.export()
    if pipeline.identifier.needs_fit:
        assert learned is not None
    assert json.loads(json.dumps(learned)) == learned


@each_identifier
def test_fitting_again_forgets_what_was_learned_before(name: str) -> None:
    pipeline = ready(name)
    pages = [pipeline.segment(source) for source in some_pages().values()]
    labels = labels_of(pages, [""] * len(pages))
    other = ready(name)
    assert pipeline.identifier.fit(pages, labels) is pipeline.identifier
    other.identifier.fit(pages, labels)
    assert pipeline.identifier.export() == other.identifier.export()


@each_variant
@pytest.mark.parametrize("rubbish", [5, "x", [], {}, {"x": 1}], ids=repr)
def test_rubbish_is_not_taken_for_something_learned(
    name: str, options: dict[str, Any], rubbish: Any
) -> None:
    with pytest.raises(ThresherError):
        load_identifier(name, options).restore(rubbish)
