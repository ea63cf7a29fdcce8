"""`thresher report`: results as HTML or Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluation.samples import sited, usual
from thresher.cli import run

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    path = tmp_path / "out.json"
    usual().save(path)
    return path


def test_html(out: Path, tmp_path: Path, capsys: Capture) -> None:
    report = tmp_path / "report.html"
    assert run(["report", str(out), "-o", str(report)]) == 0
    text = report.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "<svg" in text
    assert str(report) in capsys.readouterr().err


def test_markdown_of_several(out: Path, tmp_path: Path) -> None:
    other = tmp_path / "sites.json"
    sited().save(other)
    page = tmp_path / "results.md"
    assert run(["report", str(out), str(other), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "## news\n" in text
    assert "## news, site by site\n" in text


def test_other_endings_are_refused(out: Path, tmp_path: Path, capsys: Capture) -> None:
    assert run(["report", str(out), "-o", str(tmp_path / "report.pdf")]) == 2
    assert ".html or .md" in capsys.readouterr().err


def test_a_file_without_results_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "other.json"
    path.write_text("{}")
    assert run(["report", str(path), "-o", str(tmp_path / "report.html")]) == 1
    assert "holds no results" in capsys.readouterr().err


def test_a_place_that_cannot_be_written(out: Path, tmp_path: Path, capsys: Capture) -> None:
    assert run(["report", str(out), "-o", str(tmp_path / "none" / "report.html")]) == 1
    assert "cannot write" in capsys.readouterr().err
