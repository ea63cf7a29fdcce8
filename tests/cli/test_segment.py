"""`thresher segment`: the blocks of pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.material import names
from thresher.cli import run

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    source = (
        "<p>Two <a href=x>links</a> and <a href=y>an</a> <img src=z alt=image></p>"
        "<p hidden>unseen</p><table><tr><td>a</td><td>b</td></tr></table>"
    )
    Path("page.html").write_text(source, encoding="utf-8")
    return "page.html"


def test_a_table_of_blocks(page: str, capsys: Capture) -> None:
    assert run(["segment", page]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "page.html: 4 blocks" in shown.out
    assert "Two links and an" in shown.out
    assert "(hidden) unseen" in shown.out
    assert "blocks with: image 1, link 1" in shown.out


@pytest.mark.parametrize(
    "text", ["[/b] [bold]", "[citation needed]", ":smile:", "[link=x]y[/link]"]
)
def test_brackets_in_a_page_are_text(text: str, capsys: Capture, page: str) -> None:
    Path("[red]page.html").write_text(f"<p>{text}</p>", encoding="utf-8")
    assert run(["segment", "[red]page.html"]) == 0
    shown = capsys.readouterr().out
    assert text in shown
    assert "[red]page.html: 1 blocks" in shown


def test_json_has_the_whole_text(page: str, capsys: Capture) -> None:
    assert run(["segment", page, "-f", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["page"] == page
    assert result["algorithm"] == "leaves"
    first = result["blocks"][0]
    assert first["text"] == "Two links and an"
    assert (first["tag"], first["hidden"], first["index"]) == ("p", False, 0)
    assert (first["counts"]["link"], first["counts"]["image"]) == (2, 1)
    assert [block["text"] for block in result["blocks"][1:]] == ["unseen", "a", "b"]


def test_options_of_the_segmenter(page: str, capsys: Capture) -> None:
    arguments = ["segment", page, "-a", "get-block-set", "-f", "json"]
    assert run(arguments) == 0
    several = json.loads(capsys.readouterr().out)["blocks"]
    assert run([*arguments, "-O", "whole_tables=yes"]) == 0
    fewer = json.loads(capsys.readouterr().out)["blocks"]
    assert len(fewer) == len(several) - 1


@pytest.mark.parametrize("name", names("segmenter"))
def test_every_segmenter_prints_every_kind_of_page(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "empty.html").touch()
    (tmp_path / "one.html").write_text("<p>x")
    for form in ("table", "json"):
        paths = [str(tmp_path / "empty.html"), str(tmp_path / "one.html")]
        assert run(["segment", *paths, "-a", name, "-f", form]) == 0
    assert capsys.readouterr().err == ""


def test_one_failure_does_not_stop_the_others(page: str, capsys: Capture) -> None:
    assert run(["segment", "none.html", page, "-f", "json"]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("thresher: none.html: there is no such file")
    assert json.loads(shown.out)["page"] == page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-a", "all-text"], "there is no segmenter 'all-text'"),
        (["-a", "cell"], "there is no segmenter 'cell'; known are cells, "),
        (["-O", "depth=1"], "Leaves has no option 'depth'; it has: outside"),
        (["-a", "cells", "-O", "blank_distance=0"], "blank_distance must be 1 or more, not 0"),
        (["-a", "get-block-set", "-O", "tags=p,zz"], "tags: zz is not an HTML tag"),
    ],
)
def test_wrong_names_and_values_are_2(
    page: str, arguments: list[str], message: str, capsys: Capture
) -> None:
    code = run(["segment", page, *arguments])
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err
    assert code == 2
