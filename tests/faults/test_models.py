"""Model files that are missing, damaged or of another program."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.material import golden_pages
from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError, UnknownAlgorithm
from thresher.pipeline import MODEL_VERSION, Pipeline


@pytest.fixture
def model(tmp_path: Path) -> dict[str, Any]:
    """A good model, as a value that a test may damage."""
    pipeline = Pipeline("feature-extractor", maximum="set").fit(golden_pages().values())
    pipeline.save(tmp_path / "good.json")
    loaded: dict[str, Any] = json.loads((tmp_path / "good.json").read_text(encoding="utf-8"))
    return loaded


def load(model: Any, tmp_path: Path) -> Pipeline:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model), encoding="utf-8")
    return Pipeline.load(path)


def test_the_model_is_good_before_it_is_damaged(model: dict[str, Any], tmp_path: Path) -> None:
    assert load(model, tmp_path).identifier.export() == model["learned"]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFormatError, match=r"cannot read .*none\.json: No such file"):
        Pipeline.load(tmp_path / "none.json")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ModelFormatError, match="cannot read the model"):
        Pipeline.load(tmp_path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "model.json").touch(mode=0)
    with pytest.raises(ModelFormatError, match="Permission denied"):
        Pipeline.load(tmp_path / "model.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff\xfe",
        b"{",
        b"<html>",
        b"[1, 2]",
        b"null",
        b'"thresher-model"',
        b"{}",
        b'{"format": "other", "version": 1}',
        b"[" * 100_000,
    ],
    ids=lambda content: repr(content[:20]),
)
def test_what_is_no_model(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "model.json").write_bytes(content)
    with pytest.raises(ModelFormatError, match="is not a Thresher model"):
        Pipeline.load(tmp_path / "model.json")


@pytest.mark.parametrize("version", [MODEL_VERSION + 1, 0, "1", None])
def test_another_version(model: dict[str, Any], version: Any, tmp_path: Path) -> None:
    model["version"] = version
    with pytest.raises(ModelFormatError, match=f"this program reads version {MODEL_VERSION}"):
        load(model, tmp_path)


@pytest.mark.parametrize("part", ["identifier", "segmenter", "options", "learned"])
def test_a_part_is_missing(model: dict[str, Any], part: str, tmp_path: Path) -> None:
    del model[part]
    with pytest.raises(ModelFormatError, match=f"damaged model: '{part}' is missing"):
        load(model, tmp_path)


@pytest.mark.parametrize("part", ["identifier", "segmenter", "options", "learned"])
@pytest.mark.parametrize("value", [5, 1.5, True, [], ["x"], "x", {"x": 1}], ids=repr)
def test_a_part_of_another_type(
    model: dict[str, Any], part: str, value: Any, tmp_path: Path
) -> None:
    model[part] = value
    with pytest.raises(ThresherError):
        load(model, tmp_path)


def test_names_that_this_program_does_not_know(model: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UnknownAlgorithm, match="feature-extraktor"):
        load({**model, "identifier": "feature-extraktor"}, tmp_path)
    with pytest.raises(UnknownAlgorithm, match="leafs"):
        load({**model, "segmenter": "leafs"}, tmp_path)
    with pytest.raises(BadOption, match="colour"):
        load({**model, "options": {"colour": "red"}}, tmp_path)
    with pytest.raises(BadOption, match="maximum must be one of"):
        load({**model, "options": {**model["options"], "maximum": "most"}}, tmp_path)


def test_what_was_learned_is_of_another_form(model: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ModelFormatError, match="maxima"):
        load({**model, "learned": {"maxima": {"text": "many"}}}, tmp_path)


def test_nothing_was_learned_and_it_is_needed(model: dict[str, Any], tmp_path: Path) -> None:
    pipeline = load({**model, "learned": None}, tmp_path)
    with pytest.raises(NotFitted):
        pipeline.extract("<p>x</p>")


def test_saving_before_fitting_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotFitted, match="call fit"):
        Pipeline("feature-extractor", maximum="set").save(tmp_path / "model.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("length", range(0, 400, 37))
def test_a_file_that_was_cut_short(model: dict[str, Any], length: int, tmp_path: Path) -> None:
    whole = (tmp_path / "good.json").read_bytes()
    (tmp_path / "cut.json").write_bytes(whole[:length])
    with pytest.raises(ModelFormatError):
        Pipeline.load(tmp_path / "cut.json")
