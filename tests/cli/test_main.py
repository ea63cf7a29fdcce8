"""The command as a whole: help, version, shorthand, exit codes, streams."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest

import thresher
from tests.material import PACKAGE, python
from thresher.cli import _COMMANDS, cli, run
from thresher.identifiers.all_text import AllText
from thresher.types import Segmentation, Verdicts

PAGE = "<nav><a href=/>Home</a></nav><p>Grain, and no chaff at all.</p>"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def command(*arguments: str, stdin: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """The real command in a process of its own: exit code, output, messages."""
    result = python("-m", "thresher", *arguments, stdin=stdin, environment=environment)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def test_the_command_runs_as_a_module(page: str) -> None:
    assert command("extract", page) == (0, "Grain, and no chaff at all.\n", "")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_shows_every_command_and_examples(
    flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([flag]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "thresher page.html" in shown.out
    for name in _COMMANDS:
        assert f"\n  {name}" in shown.out


@pytest.mark.parametrize("name", _COMMANDS)
def test_help_of_every_command_has_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for flag in ("-h", "--help"):
        assert run([name, flag]) == 0
        assert f"\n  thresher {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_option_of_every_command_is_described(name: str) -> None:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    assert found.help
    for parameter in found.params:
        assert not isinstance(parameter, click.Option) or parameter.help


@pytest.mark.parametrize("name", _COMMANDS)
def test_the_examples_of_every_command_name_what_exists(name: str) -> None:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    options = {option for parameter in found.params for option in parameter.opts}
    lines = [line.split("#")[0] for line in (found.help or "").splitlines() if "thresher " in line]
    for line in lines:
        words = line.partition(f"thresher {name}")[2].split()
        flags = {word for word in words if word.startswith("-") and word != "-"}
        assert flags <= options, line
        for flag, value in pairwise(words):
            if flag == "-a":
                assert value in [entry.name for entry in thresher.algorithms()], line


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"thresher {thresher.__version__}\n"


def test_a_page_alone_is_short_for_extract(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([page, "-f", "html"]) == 0
    assert capsys.readouterr().out == "<p>Grain, and no chaff at all.</p>\n"


def test_standard_input_alone_is_short_for_extract() -> None:
    assert command("-", stdin=PAGE.encode()) == (0, "Grain, and no chaff at all.\n", "")


def test_a_mistyped_command_is_not_taken_for_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["extrct", "page.html"]) == 2
    assert "extrct" in capsys.readouterr().err


def test_a_mistyped_file_is_taken_for_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["no-such-page.html"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("thresher: no-such-page.html: there is no such file")


def test_nothing_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert "thresher page.html" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract"],
        ["extract", "--no-such-flag", "x"],
        ["extract", "x.html", "-O"],
        ["segment", "x.html", "-f", "xml"],
        ["algorithms", "a", "b"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(("Usage: thresher", "Error: Option"))


def broken(self: AllText, segmentation: Segmentation) -> Verdicts:
    raise ZeroDivisionError("a defect")


def test_an_unexpected_error_shows_no_traceback(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("THRESHER_DEBUG", raising=False)
    monkeypatch.setattr(AllText, "judge", broken)
    assert run(["extract", page, "-a", "all-text"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("thresher: unexpected ZeroDivisionError: a defect\n")
    assert "THRESHER_DEBUG=1" in shown.err
    assert "Traceback" not in shown.err


def test_the_traceback_is_there_for_who_asks(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THRESHER_DEBUG", "1")
    monkeypatch.setattr(AllText, "judge", broken)
    with pytest.raises(ZeroDivisionError):
        run(["extract", page, "-a", "all-text"])


def test_an_interruption_is_130(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: AllText, segmentation: Segmentation) -> Verdicts:
        raise KeyboardInterrupt

    monkeypatch.setattr(AllText, "judge", interrupted)
    assert run(["extract", page, "-a", "all-text"]) == 130
    assert capsys.readouterr().err.strip() == "thresher: interrupted"


@pytest.mark.skipif(os.name == "nt", reason="pipes close in another way there")
@pytest.mark.parametrize("extra", [["-f", "text"], ["--explain"], ["-f", "json"]])
def test_a_reader_that_leaves_early_is_no_failure(tmp_path: Path, extra: list[str]) -> None:
    large = tmp_path / "large.html"
    large.write_text("".join(f"<p>Line {n} of a long text.</p>" for n in range(20_000)))
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    writer = subprocess.Popen(
        [sys.executable, "-m", "thresher", str(large), "-a", "all-text", *extra],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert writer.stdout.read(10)
    writer.stdout.close()
    messages = writer.stderr.read()
    writer.stderr.close()
    assert (writer.wait(timeout=60), messages) == (0, b"")


CHINESE = "<meta charset=utf-8><title>谷物</title><p>谷物与糠秕的区别，在于一个句子。</p>"


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
@pytest.mark.parametrize(
    "arguments", [["extract"], ["extract", "--explain"], ["extract", "-f", "json"], ["segment"]]
)
def test_a_locale_without_the_characters_is_no_failure(
    tmp_path: Path, locale: dict[str, str], arguments: list[str]
) -> None:
    path = tmp_path / "page.html"
    path.write_text(CHINESE, encoding="utf-8")
    result = python("-m", "thresher", *arguments, str(path), environment=locale)
    assert (result.returncode, result.stderr) == (0, b"")
    assert "谷物".encode() in result.stdout or rb"\u8c37\u7269" in result.stdout
