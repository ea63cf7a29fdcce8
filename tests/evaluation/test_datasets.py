from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from thresher.errors import DataError
from thresher.evaluation import datasets
from thresher.evaluation.datasets import (
    Convention,
    convention,
    data_folder,
    read_path,
    read_set,
    set_digest,
    set_names,
    set_path,
    without_repeats,
)

ROWS: list[dict[str, Any]] = [
    {"id": "1", "set": "x", "domain": "a.example", "html": "<p>One</p>", "text": "One"},
    {"id": "2", "domain": "b.example", "html": "<p>Two</p>", "text": "", "with": ["Two"]},
    {"id": "3", "domain": "c.example", "html": "<p>One</p>", "text": "repeated page"},
    {"id": "4", "html": "<p>Four</p>", "attrs": {"price": ["$4"]}, "records": [["a", "b"]]},
]


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    data = "\n".join(json.dumps(row) for row in rows).encode() + b"\n\n"
    if path.suffix == ".xz":
        data = lzma.compress(data)
    elif path.suffix == ".gz":
        data = gzip.compress(data)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.xz"])
def test_every_kind_of_file_without_repeated_pages(tmp_path: Path, suffix: str) -> None:
    write_lines(tmp_path / f"mine{suffix}", ROWS)
    examples = list(read_set("mine", tmp_path))
    assert [example.id for example in examples] == ["1", "2", "4"]
    assert {example.set for example in examples} == {"mine"}


def test_a_missing_truth_is_none_and_an_empty_one_is_empty(tmp_path: Path) -> None:
    _, empty, other = read_path(write_lines(tmp_path / "mine.jsonl", ROWS))
    assert empty.text == ""
    assert empty.with_ == ("Two",)
    assert (empty.without, empty.title, empty.attrs) == (None, None, None)
    assert other.text is None
    assert other.attrs == {"price": ("$4",)}
    assert other.records == (["a", "b"],)


def test_a_page_without_a_domain_is_a_domain_of_its_own(tmp_path: Path) -> None:
    assert [example.domain for example in read_path(write_lines(tmp_path / "m.jsonl", ROWS))] == [
        "a.example",
        "b.example",
        "m/4",
    ]


def test_pages_are_read_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_lines(tmp_path / "mine.jsonl", ROWS)
    seen: list[int] = []
    original = datasets._from_row

    def counting(row: Any, path: Path, number: int) -> datasets.Example:
        seen.append(number)
        return original(row, path, number)

    monkeypatch.setattr(datasets, "_from_row", counting)
    examples: Iterator[datasets.Example] = read_path(path, limit=2)
    assert next(examples).id == "1"
    assert seen == [1]
    assert [example.id for example in examples] == ["2"]
    assert seen == [1, 2]


def test_a_folder_of_page_and_truth_pairs(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_text("<p>B é</p>", "utf-8")
    (tmp_path / "b.txt").write_text("B é", "utf-8")
    (tmp_path / "no-truth.html").write_text("<p>C</p>")
    (tmp_path / "a-story").mkdir()
    (tmp_path / "a-story" / "page.html").write_text("<p>A</p>")
    (tmp_path / "a-story" / "truth.txt").write_text("A")
    examples = list(read_path(tmp_path))
    assert [(example.id, example.text) for example in examples] == [("b", "B é"), ("a-story", "A")]
    assert {example.set for example in examples} == {tmp_path.name}


def test_repeats_between_sets(tmp_path: Path) -> None:
    first = write_lines(tmp_path / "first.jsonl", ROWS[:2])
    second = write_lines(tmp_path / "second.jsonl", ROWS[2:])
    both = without_repeats(chain(read_path(first), read_path(second)))
    assert [example.id for example in both] == ["1", "2", "4"]


def test_set_names_and_unknown_sets_nearest_first(tmp_path: Path) -> None:
    for name in ("forum.jsonl", "dragnet.jsonl.xz", "notes.txt"):
        write_lines(tmp_path / name, ROWS)
    assert set_names(tmp_path) == ["dragnet", "forum"]
    with pytest.raises(DataError, match=r"no set 'forums'.*there are: forum, dragnet"):
        set_path("forums", tmp_path)


def test_where_the_data_folder_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THRESHER_DATA", raising=False)
    with pytest.raises(DataError, match="set THRESHER_DATA"):
        data_folder()
    monkeypatch.setenv("THRESHER_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    with pytest.raises(DataError, match="does not exist"):
        data_folder(tmp_path / "nowhere")


def test_damaged_files_say_where(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(ROWS[0]) + "\n{oops\n")
    with pytest.raises(DataError, match="line 2"):
        list(read_path(path))
    path.write_text('{"id": "1"}\n')
    with pytest.raises(DataError, match="line 1: expected an object with the key 'html'"):
        list(read_path(path))


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.xz"])
def test_a_truncated_archive_is_damaged_not_short(tmp_path: Path, suffix: str) -> None:
    path = write_lines(tmp_path / f"cut{suffix}", ROWS)
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(DataError, match="damaged"):
        list(read_path(path))


def test_what_is_no_set_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=r"no pages.*truth\.txt"):
        read_path(tmp_path / "empty")
    with pytest.raises(DataError, match="not a page set"):
        read_path(tmp_path / "missing.jsonl")


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"abc")
    assert set_digest(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_digest_of_a_folder_follows_its_pages(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>A</p>")
    (tmp_path / "a.txt").write_text("A")
    before = set_digest(tmp_path)
    assert set_digest(tmp_path) == before
    (tmp_path / "a.txt").write_text("B")
    assert set_digest(tmp_path) != before


def test_conventions() -> None:
    assert convention("dragnet") == Convention(headline=True, comments=True)
    assert convention("wcxb-dev") == Convention(headline=False, comments=False)
    assert convention("my own pages") == datasets.DEFAULT_CONVENTION
