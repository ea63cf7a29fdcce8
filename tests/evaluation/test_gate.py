"""Floors hold, rise freely, and fall only for a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.gate import ROOT, gate
from tests.evaluation.conftest import page, write_set
from thresher.errors import BadOption, DataError
from thresher.evaluation import gate as gating
from thresher.evaluation.gate import (
    SITE_LEVEL,
    Floors,
    Lowering,
    Measured,
    Pinned,
    falls,
    lowered,
    measure_golden,
    measure_sample,
    measure_sites,
    page_level,
    raised,
)


def measured(digest: str = "d", **scores: float) -> list[Measured]:
    return [Measured("golden", digest, scores)]


def floors(digest: str = "d", **pinned: float) -> Floors:
    return Floors({"golden": Pinned(digest, pinned)})


def test_a_score_under_its_floor_is_told() -> None:
    (line,) = falls(floors(a=0.5, b=0.5), measured(a=0.499, b=0.5))
    assert line == "golden: a has fallen to 0.4990, under its floor 0.500"


def test_other_pages_an_algorithm_that_is_gone_and_no_floors_are_told() -> None:
    assert "not those of the floors" in next(falls(floors("e", a=0.1), measured(a=0.9)))
    assert "b is gone" in next(falls(floors(b=0.1), measured(a=0.9)))
    assert "no floors yet" in next(falls(Floors(), measured(a=0.9)))


def test_an_algorithm_without_a_floor_opens_the_gate() -> None:
    assert list(falls(floors(a=0.5), measured(a=0.6, new=0.1))) == []


def test_raising_never_lowers() -> None:
    after = raised(floors(a=0.5, b=0.5), measured(a=0.8, b=0.4, c=0.3))
    assert after.sets["golden"].floors == {"a": 0.79, "b": 0.5, "c": 0.29}


def test_other_pages_are_pinned_anew() -> None:
    after = raised(floors("e", a=0.5, gone=0.5), measured(a=0.4))
    assert after.sets["golden"] == Pinned("d", {"a": 0.39})


def test_raising_keeps_sets_that_were_not_measured() -> None:
    before = Floors({"news": Pinned("n", {"a": 0.7})})
    assert raised(before, measured(a=0.4)).sets["news"] == Pinned("n", {"a": 0.7})


def test_lowering_one_keeps_the_others_and_the_reason() -> None:
    after = lowered(floors(a=0.5, b=0.9), measured(a=0.4, b=0.1), "a", " for captions ")
    assert after.sets["golden"].floors == {"a": 0.39, "b": 0.9}
    assert after.lowered == (Lowering("golden", "a", 0.5, 0.39, "for captions"),)


def test_an_algorithm_that_is_gone_is_let_go_with_a_reason() -> None:
    after = lowered(floors(a=0.5, b=0.9), measured(b=0.95), "a", "replaced")
    assert after.sets["golden"].floors == {"b": 0.9}


def test_lowering_takes_a_reason_and_a_fall() -> None:
    with pytest.raises(BadOption, match="--reason"):
        lowered(floors(a=0.5), measured(a=0.4), "a", " ")
    with pytest.raises(BadOption, match="nothing to lower"):
        lowered(floors(a=0.5), measured(a=0.6), "a", "because")


def test_floors_come_back_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    given = lowered(floors(a=0.5, b=0.9), measured(a=0.4, b=0.1), "a", "why not")
    given.save(path)
    assert Floors.load(path) == given
    assert Floors.load(tmp_path / "none.json") == Floors()
    path.write_text("[]")
    with pytest.raises(DataError, match="holds no floors"):
        Floors.load(path)


def test_golden_pages_are_measured(tmp_path: Path) -> None:
    for name, text in (("one", "Grain."), ("two", "Corn.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_bytes(f"<p>{text}</p>".encode("utf-16"))
        (tmp_path / name / "truth.txt").write_text(text)
    found = measure_golden(tmp_path)
    assert found.scores["all-text"] == 1.0
    assert set(found.scores) == {each.name for each in page_level()}
    assert measure_golden(tmp_path).digest == found.digest
    with pytest.raises(DataError, match="no golden pages"):
        measure_golden(tmp_path / "one")


def test_a_page_of_a_golden_site_is_judged_by_the_others(tmp_path: Path) -> None:
    menu = "<p>The menu that all pages of the site have in common</p>"
    for name, text in (("a", "Rye."), ("b", "Oats."), ("c", "Wheat.")):
        (tmp_path / "farm").mkdir(exist_ok=True)
        (tmp_path / "farm" / f"{name}.html").write_text(f"{menu}<p>{text}</p>")
        (tmp_path / "farm" / f"{name}.txt").write_text(text)
    (found,) = measure_sites(tmp_path)
    assert found.set == "sites/farm"
    assert set(found.scores) == set(SITE_LEVEL)
    assert found.scores["shingling"] == 1.0
    with pytest.raises(DataError, match="no golden sites"):
        measure_sites(tmp_path / "none")


def test_sets_that_are_there_are_sampled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"id": str(n), "html": page(f"Text {n}."), "text": f"Text {n}."} for n in range(4)]
    write_set(tmp_path, "forum", rows)
    write_set(tmp_path, "other", rows)
    monkeypatch.setattr(gating, "SAMPLE_PAGES", 2)
    (found,) = measure_sample(tmp_path)
    assert found.set == "forum"
    assert found.scores["all-text"] == pytest.approx(0.8)
    assert measure_sample(tmp_path / "..") == []


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THRESHER_DATA", raising=False)
    path = tmp_path / "floors.json"
    runner = CliRunner()
    assert runner.invoke(gate, ["--floors", str(path)]).exit_code == 1, "nothing is pinned yet"
    assert runner.invoke(gate, ["--floors", str(path), "--raise"]).exit_code == 0
    opened = runner.invoke(gate, ["--floors", str(path)])
    assert opened.exit_code == 0
    assert "all-text" in opened.output
    given = json.loads(path.read_text())
    given["sets"]["golden"]["floors"]["all-text"] = 1.0
    path.write_text(json.dumps(given))
    closed = runner.invoke(gate, ["--floors", str(path)])
    assert closed.exit_code == 1
    assert "all-text has fallen" in closed.output
    lower = ["--floors", str(path), "--lower", "all-text"]
    assert runner.invoke(gate, lower).exit_code == 1
    assert runner.invoke(gate, [*lower, "--reason", "it was set by hand"]).exit_code == 0
    assert json.loads(path.read_text())["lowered"][0]["reason"] == "it was set by hand"


def test_the_floors_of_this_project_name_its_algorithms() -> None:
    pinned = Floors.load(ROOT / "benchmarks" / "floors.json")
    names = {each.name for each in page_level()}
    sites = {f"sites/{path.name}" for path in (ROOT / "tests" / "sites").iterdir()}
    assert {"golden", *sites} <= set(pinned.sets)
    for name, each in pinned.sets.items():
        assert set(each.floors) <= (set(SITE_LEVEL) if name in sites else names), name
        assert all(0 < floor < 1 for floor in each.floors.values()), name
