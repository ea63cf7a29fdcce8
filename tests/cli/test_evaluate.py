"""`thresher evaluate`: from pages on disk to tables, JSON and the worst pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thresher.cli import run
from thresher.evaluation.results import Results

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder of one's own pages."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("one", "two"):
        html = f"<nav>Menu</nav><p>The text of page {name}.</p>"
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
        (folder / f"{name}.txt").write_text(f"The text of page {name}.", encoding="utf-8")
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    rows = [
        {
            "id": str(n),
            "site": "s",
            "html": f"<nav>Menu</nav><p>Text {n}.</p>",
            "text": f"Text {n}.",
        }
        for n in range(4)
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "small.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_ones_own_pages(pages: Path, capsys: Capture) -> None:
    assert run(["evaluate", "--my-pages", str(pages), "-a", "all-text,core-ex"]) == 0
    shown = capsys.readouterr()
    assert "mine: word F1" in shown.out
    lines = [line.split() for line in shown.out.splitlines()]
    assert ["all-text", "2", ".909", "–", ".909", "0"] in lines
    assert shown.err == ""


def test_the_default_algorithm_is_compared_when_none_is_named(
    pages: Path, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "out.json"
    assert run(["evaluate", "--my-pages", str(pages), "-o", str(out)]) == 0
    assert [each.name for each in Results.load(out).contestants] == ["thresher", "content slot"]


def test_sets_limit_and_output(data: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out.json"
    arguments = ["evaluate", "--data", str(data), "--sets", "small", "-a", "all-text"]
    assert run([*arguments, "--limit", "2", "--split", "all", "-o", str(out)]) == 0
    results = Results.load(out)
    assert len(results.of("small", "all-text")) == 2
    assert results.origin.command == (
        "thresher evaluate --data DATA --sets small -a all-text --limit 2"
    )
    assert not list(tmp_path.glob("*.partial*")), "the side file is gone when all is done"


def test_by_site(data: Path, capsys: Capture) -> None:
    arguments = ["evaluate", "--data", str(data), "--sets", "small", "--by", "site"]
    assert run([*arguments, "-a", "feature-extractor:maximum=set,all-text"]) == 0
    shown = capsys.readouterr().out
    assert "small: b-F by site" in shown
    assert "small: word F1 by site" in shown


def test_data_from_the_environment(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("THRESHER_DATA", str(data))
    assert run(["evaluate", "--sets", "small", "-a", "all-text"]) == 0
    assert "small: word F1" in capsys.readouterr().out


def test_missing_data_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.delenv("THRESHER_DATA", raising=False)
    assert run(["evaluate", "--sets", "small"]) == 1
    assert "THRESHER_DATA" in capsys.readouterr().err


def test_the_sets_are_listed_when_none_is_named(data: Path, capsys: Capture) -> None:
    assert run(["evaluate", "--data", str(data)]) == 2
    assert "there are: small" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--my-pages", "x", "--sets", "y"], "stands alone"),
        (["--my-pages", "x", "-a", "no-such"], "no-such"),
        (["--my-pages", "x", "--peers", "no-such"], "no-such"),
        (["--my-pages", "x", "-a", "all-text", "-o", "no/such/folder/out.json"], "no folder"),
    ],
)
def test_what_is_wrong_is_told_before_any_work(
    arguments: list[str], message: str, capsys: Capture
) -> None:
    assert run(["evaluate", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_worst_pages_are_written(pages: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out.json"
    arguments = ["evaluate", "--my-pages", str(pages), "-a", "all-text", "-o", str(out)]
    assert run([*arguments, "--worst", "1"]) == 0
    assert (tmp_path / "out-worst" / "index.html").is_file()
    assert (tmp_path / "out-worst" / "001.html").is_file()
    assert "index.html" in capsys.readouterr().err


def test_a_peer_that_is_not_installed_is_named(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv("NODE_PATH", raising=False)
    arguments = ["evaluate", "--my-pages", str(pages), "-a", "all-text"]
    assert run([*arguments, "--peers", "readability-js,turbohtml"]) == 0
    shown = capsys.readouterr()
    assert "not installed: readability-js" in shown.err
    assert "turbohtml" in shown.out
