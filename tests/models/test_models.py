"""Model files: what ships, and files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from thresher.errors import ModelFormatError, ThresherError
from thresher.features.block_features import FEATURE_NAMES
from thresher.features.block_model import BlockModel
from thresher.models import read_model, shipped, write_model


def test_written_and_read_back(tmp_path: Path) -> None:
    arrays: dict[str, Any] = {
        "a": np.arange(3, dtype=np.int16),
        "b": np.array([[0.5]], dtype=np.float32),
    }
    about = {"name": "Größe 大小", "numbers": [1, 2.5], "none": None}
    write_model(tmp_path / "model.npz", arrays, about)
    read, told = read_model(tmp_path / "model.npz")
    assert told == about
    assert list(read) == ["a", "b"]
    for name, column in arrays.items():
        np.testing.assert_array_equal(read[name], column)
        assert read[name].dtype == column.dtype


def test_the_name_is_kept_as_it_is(tmp_path: Path) -> None:
    write_model(tmp_path / "mine.model", {}, {})
    assert [path.name for path in tmp_path.iterdir()] == ["mine.model"]
    assert read_model(str(tmp_path / "mine.model")) == ({}, {})


def test_the_same_model_is_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_model(tmp_path / name, {"a": np.arange(50)}, {"x": 1})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ThresherError, match=r"cannot write the model .*No such file"):
        write_model(tmp_path / "none" / "model.npz", {}, {})


def test_the_model_that_ships() -> None:
    arrays, about = read_model(shipped("thresher"))
    assert about["inputs"] == list(FEATURE_NAMES)
    model = BlockModel.of_arrays(arrays)
    assert set(arrays) == set(model.arrays())
    assert len(model.expected) > 2  # a table that was learned, not the one of a model without
    assert model.found.min() >= 0
    assert model.found.max() <= 1


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFormatError, match=r"there is no model file .*none\.npz"):
        read_model(tmp_path / "none.npz")


def refused(path: Path) -> None:
    with pytest.raises(ModelFormatError, match="is not a Thresher model"):
        read_model(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"<html>", b"\x00" * 100, b"PK\x03\x04", b'{"format": "thresher-model"}', b"\x80\x04."],
    ids=repr,
)
def test_other_files(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "model.npz").write_bytes(content)
    refused(tmp_path / "model.npz")


def test_a_folder(tmp_path: Path) -> None:
    refused(tmp_path)


def test_a_single_array(tmp_path: Path) -> None:
    np.save(tmp_path / "model.npy", np.arange(3))
    refused(tmp_path / "model.npy")


def test_arrays_without_a_description(tmp_path: Path) -> None:
    np.savez(tmp_path / "model.npz", feature=np.arange(3))
    refused(tmp_path / "model.npz")


def test_pickled_objects_are_never_loaded(tmp_path: Path) -> None:
    np.savez(tmp_path / "model.npz", about=np.array([{"a": 1}], dtype=object))
    refused(tmp_path / "model.npz")


@pytest.mark.parametrize("about", ["[]", "1", "null", "{", "\ud800"])
def test_a_description_of_another_form(about: str, tmp_path: Path) -> None:
    text = np.frombuffer(about.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    np.savez(tmp_path / "model.npz", about=text)
    refused(tmp_path / "model.npz")


def test_a_file_that_was_cut_short(tmp_path: Path) -> None:
    whole = shipped("thresher").read_bytes()
    for length in range(0, len(whole), len(whole) // 9 + 1):
        (tmp_path / "cut.npz").write_bytes(whole[:length])
        refused(tmp_path / "cut.npz")


def test_a_file_with_altered_bytes_gives_the_model_or_an_error(tmp_path: Path) -> None:
    arrays: dict[str, Any] = {"a": np.arange(300), "b": np.ones(40)}
    write_model(tmp_path / "good.npz", arrays, {"text": json.dumps(list(range(50)))})
    good = (tmp_path / "good.npz").read_bytes()
    failed = 0
    for place in range(0, len(good), 11):
        (tmp_path / "bad.npz").write_bytes(
            good[:place] + bytes([good[place] ^ 0x5A]) + good[place + 1 :]
        )
        try:
            read_model(tmp_path / "bad.npz")
        except ModelFormatError:
            failed += 1
    assert failed > 10
