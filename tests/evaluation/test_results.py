"""Results go to a file and come back; a stopped run leaves what it has done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evaluation.samples import claimed, score, usual
from thresher.errors import DataError
from thresher.evaluation.page_scores import PageScore
from thresher.evaluation.results import Results, SideFile


def test_results_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    usual().save(path)
    assert Results.load(path) == usual()
    assert json.loads(path.read_text())["format"] == "thresher-evaluation"
    assert list(tmp_path.iterdir()) == [path], "no half-written file is left"


def test_results_from_before_claims_were_kept_still_load(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    claimed().save(path)
    given = json.loads(path.read_text())
    for each in given["scores"]:
        for name in ("gave_nothing", "confidence", "page_type"):
            each.pop(name, None)
    path.write_text(json.dumps(given))
    loaded = Results.load(path)
    assert len(loaded.scores) == len(claimed().scores)
    assert {each.gave_nothing for each in loaded.scores} == {None}


def test_scores_of_one_contestant_come_in_order_of_page() -> None:
    found = usual().of("news", "resiliparse")
    assert [each.page for each in found] == ["a", "b", "c", "d"]
    assert usual().of("news", "nobody") == []
    assert [each.page for each in usual().failures] == ["c"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("no json", "holds no results"),
        ("[]", "holds no results"),
        ('{"format": "other"}', "holds no results"),
        ('{"format": "thresher-evaluation", "version": 99}', "version 99"),
        ('{"format": "thresher-evaluation", "version": 1}', "damaged"),
    ],
)
def test_other_files_are_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text(content)
    with pytest.raises(DataError, match=message):
        Results.load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot read"):
        Results.load(tmp_path / "none.json")


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot write"):
        usual().save(tmp_path / "none" / "out.json")


def test_a_stopped_run_is_taken_up_again(tmp_path: Path) -> None:
    side = SideFile(tmp_path / "out.partial", {"sets": ["news"]})
    assert side.read() == []

    def stops_after_two() -> Iterator[PageScore]:
        yield score("a", "x", 0.5)
        yield score("b", "x", 0.5)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        side.write([], stops_after_two())
    done = SideFile(tmp_path / "out.partial", {"sets": ["news"]}).read()
    assert [each.page for each in done] == ["a", "b"]
    side.write(done, [score("c", "x", 0.5)])
    assert [each.page for each in side.read()] == ["a", "b", "c"]


def test_the_side_file_of_another_run_is_ignored(tmp_path: Path) -> None:
    SideFile(tmp_path / "p", {"limit": 1}).write([], [score("a", "x", 0.5)])
    assert SideFile(tmp_path / "p", {"limit": 2}).read() == []


def test_a_line_cut_short_is_ignored(tmp_path: Path) -> None:
    side = SideFile(tmp_path / "p", {})
    side.write([], [score("a", "x", 0.5), score("b", "x", 0.5)])
    text = (tmp_path / "p").read_text()
    (tmp_path / "p").write_text(text[:-20])
    assert [each.page for each in side.read()] == ["a"]
