"""A segmenter and an identifier put together, and the shorthand functions over them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import thresher
from tests.material import golden_pages, plain
from thresher.errors import BadOption, LimitExceeded, ParseError, UnknownAlgorithm
from thresher.limits import Limits
from thresher.options import options_of
from thresher.parsing.page import Page
from thresher.pipeline import MODEL_FORMAT, Pipeline
from thresher.segmenters.cells import Cells
from thresher.segmenters.get_block_set import GetBlockSet

PAGE = "<nav><a href=/>Home</a></nav><p>Grain, and no chaff at all.</p>"


def test_the_identifier_brings_its_segmenter() -> None:
    assert Pipeline("feature-extractor").segmenter == GetBlockSet(whole_tables=True)
    assert Pipeline("feature-extractor", "cells").segmenter == Cells()


def test_options_go_to_the_part_that_has_them() -> None:
    pipeline = Pipeline("feature-extractor", feature="image", whole_tables=False)
    assert options_of(pipeline.identifier)["feature"] == "image"
    assert pipeline.segmenter == GetBlockSet(whole_tables=False)
    assert Pipeline("all-text", "cells", blank_distance=7).segmenter == Cells(blank_distance=7)


def test_other_options_of_the_default_segmenter_stay() -> None:
    segmenter = Pipeline("feature-extractor", tags=("p", "td")).segmenter
    assert segmenter == GetBlockSet(tags=("p", "td"), whole_tables=True)


def test_an_option_that_no_part_has_is_refused() -> None:
    with pytest.raises(
        BadOption, match=r"feature-extractor has no option 'featur'; it has: featur"
    ):
        Pipeline("feature-extractor", featur="text")
    with pytest.raises(BadOption, match="all-text has no option 'x'; it has: outside"):
        Pipeline("all-text", x=1)
    with pytest.raises(BadOption, match="blank_distance"):
        Pipeline("all-text", blank_distance=7)  # an option of cells, which is not in use here


def test_unknown_parts_are_refused() -> None:
    with pytest.raises(UnknownAlgorithm, match="identifier 'leaves'"):
        Pipeline("leaves")
    with pytest.raises(UnknownAlgorithm, match="segmenter 'all-text'"):
        Pipeline("thresher", "all-text")


def test_an_extraction_knows_its_algorithm_page_and_url() -> None:
    extraction = Pipeline("all-text").extract(PAGE, url="https://example.org/a")
    assert extraction.algorithm == "all-text"
    assert extraction.page.url == "https://example.org/a"
    assert extraction.error is None
    assert [block.text for block in extraction.kept] == ["Home", "Grain, and no chaff at all."]
    assert repr(extraction) == "<Extraction by all-text: 2 of 2 blocks kept>"
    assert bool(extraction)


def test_bytes_str_and_page_give_the_same() -> None:
    answers = [
        plain(thresher.extract(page).verdicts) for page in (PAGE, PAGE.encode(), Page.parse(PAGE))
    ]
    assert answers[0] == answers[1] == answers[2]


def test_the_declared_encoding_is_used() -> None:
    text = (
        "Осенью мельница снова заработала, и жители долины привезли к ней зерно нового урожая.",
        "Мельник просеял его дважды, чтобы в муке не осталось половы, и только потом пустил воду.",
        "К вечеру первые мешки были полны, и никто уже не помнил, что колесо стояло три года.",
    )
    markup = "<h1>Мельница</h1>" + "".join(f"<p>{paragraph}</p>" for paragraph in text)
    source = f"<html><body><article>{markup}</article></body>".encode("koi8-r")
    extraction = thresher.extract(source, encoding="koi8-r")
    assert [block.text for block in extraction.kept if block.tag == "p"] == list(text)
    assert thresher.segment(source, encoding="koi8-r")[0].text == "Мельница"


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(ParseError, match="give the page as str or bytes"):
        thresher.extract(Path("page.html"))  # type: ignore[arg-type]


def test_limits_hold_for_the_whole_pipeline() -> None:
    with pytest.raises(LimitExceeded, match="max_bytes = 10"):
        Pipeline("all-text", limits=Limits(max_bytes=10)).extract(PAGE)
    with pytest.raises(LimitExceeded, match="max_nodes = 3"):
        Pipeline("all-text", limits=Limits(max_nodes=3)).extract(PAGE)
    with pytest.raises(LimitExceeded, match="max_bytes = 10"):
        Pipeline("all-text", limits=Limits(max_bytes=10)).segment(PAGE)


def test_fit_takes_any_iterable_and_returns_the_pipeline() -> None:
    pipeline = Pipeline("feature-extractor", maximum="set")
    assert pipeline.fit(page for page in golden_pages().values()) is pipeline
    assert pipeline.identifier.export()


def test_a_failed_page_is_an_empty_extraction_with_its_error() -> None:
    error = ParseError("not a page")
    pipeline = Pipeline("all-text")
    failed = pipeline.failed(Page.parse(PAGE, url="https://example.org/"), error)
    assert failed.error is error
    assert (len(failed), failed.text, failed.markdown, failed.html) == (0, "", "", "")
    assert failed.page.url == "https://example.org/"
    assert failed.to_dict()["error"] == "not a page"
    assert repr(failed) == "<Extraction by all-text: 0 of 0 blocks kept · ParseError>"
    assert not failed


def test_a_saved_model_is_readable_and_ends_with_a_line_break(tmp_path: Path) -> None:
    Pipeline("feature-extractor", feature="image").save(tmp_path / "model.json")
    text = (tmp_path / "model.json").read_text(encoding="utf-8")
    assert text.endswith("}\n")
    model = json.loads(text)
    assert model["format"] == MODEL_FORMAT
    assert model["identifier"] == "feature-extractor"
    assert model["segmenter"] is None
    assert model["options"]["feature"] == "image"
    assert model["options"]["whole_tables"] is True
    assert model["learned"] is None


def test_a_loaded_model_has_its_segmenter_and_options(tmp_path: Path) -> None:
    Pipeline("all-text", "cells", blank_distance=9).save(tmp_path / "model.json")
    loaded = Pipeline.load(str(tmp_path / "model.json"))
    assert loaded.segmenter == Cells(blank_distance=9)
    assert loaded.segmenter_name == "cells"


def test_segment_takes_the_options_of_the_segmenter() -> None:
    page = "<table><tr><td>a<td>b</table>"
    assert len(thresher.segment(page, algorithm="get-block-set")) == 2
    assert len(thresher.segment(page, algorithm="get-block-set", whole_tables=True)) == 1
    with pytest.raises(BadOption):
        thresher.segment(page, whole_tables=True)


def test_extract_takes_another_segmenter_too() -> None:
    extraction = thresher.extract("<p>a <b>b</b> c</p>", algorithm="all-text", segmenter="cells")
    assert [block.text for block in extraction.kept] == ["a", "b", "c"]


def test_render_refuses_an_unknown_format() -> None:
    with pytest.raises(UnknownAlgorithm, match="no renderer 'makrdown'; known are markdown"):
        thresher.render(thresher.extract(PAGE), "makrdown")
