"""The tree that says why each block was kept or dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

import thresher
from tests.material import golden_pages, with_verdicts
from thresher.cli import run
from thresher.cli.explain import explanation_tree

PAGE = """<title>Grain</title><body>
<nav id=top class="menu main wide"><a href=a>Home</a><p>About</p></nav>
<main><div><div><h2>Grain [/b]</h2><p>And no chaff at all, only words.</p></div></div></main>
<p hidden>Unseen.</p></body>"""


def lines(extraction: thresher.Extraction) -> list[str]:
    console = Console(width=200)
    with console.capture() as capture:
        console.print(explanation_tree(extraction))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_every_block_with_text_has_a_line_with_verdict_score_and_reason() -> None:
    shown = lines(thresher.extract(PAGE, algorithm="all-text"))
    assert sum("✓" in line or "✗" in line for line in shown) == 5
    assert any("✓ h2 1.000 visible: Grain [/b]" in line for line in shown)
    assert any("✗ p 0.000 hidden: Unseen." in line for line in shown)


def test_elements_at_which_the_page_forks_have_a_line() -> None:
    shown = lines(thresher.extract(PAGE, algorithm="all-text"))
    assert shown[0] == "page"
    assert [line for line in shown if line.endswith("nav#top.menu.main")]
    assert sum(line.endswith("div") for line in shown) == 1, "two div in a row are one line"
    assert not [line for line in shown if line.endswith("main") and "nav" not in line]


def test_long_text_is_cut() -> None:
    shown = lines(thresher.extract("<p>" + "word " * 50 + "</p>", algorithm="all-text"))
    assert shown[-1].endswith("…")
    assert len(shown[-1]) < 150


def test_a_kept_block_without_text_is_shown() -> None:
    extraction = thresher.extract("<p>x</p><img src=a.png>", algorithm="all-text")
    assert any("(no text)" in line for line in lines(with_verdicts(extraction, [True, True])))
    assert not any("(no text)" in line for line in lines(with_verdicts(extraction, [True, False])))


def test_every_golden_page_is_explained() -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source)
        shown = [block for block, verdict in extraction if block.text or verdict.keep]
        marks = sum("✓ " in line or "✗ " in line for line in lines(extraction))
        assert marks >= len(shown)


def test_a_deep_page_is_explained() -> None:
    source = "".join(f"<div>word{number}<p>more</p>" for number in range(2_000))
    shown = lines(thresher.extract(source, algorithm="all-text"))
    assert sum(line.endswith(": more") for line in shown) == 2_000, "deep blocks are lost"
    assert max(map(len, shown)) < 100


@pytest.mark.parametrize("source", ["", "<title>Only a title</title>"])
def test_a_page_without_blocks_is_explained(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.html").write_text(source)
    assert run(["extract", str(tmp_path / "page.html"), "--explain"]) == 0
    assert "thresher: 0 of 0 blocks kept" in capsys.readouterr().out


def test_the_command_prints_title_totals_and_tree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    arguments = ["extract", str(tmp_path / "page.html"), "--explain", "-a", "all-text"]
    assert run(arguments) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out.splitlines()[0] == "Grain"
    assert shown.out.splitlines()[1] == "all-text: 4 of 5 blocks kept"
    assert "Grain [/b]" in shown.out
