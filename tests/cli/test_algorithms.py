"""`thresher algorithms`: everything that can be named is listed, with its options."""

from __future__ import annotations

import pytest

from thresher.cli import run
from thresher.options import option_names
from thresher.registry import BUILT_IN, load_class

Capture = pytest.CaptureFixture[str]


def test_every_algorithm_is_listed_with_its_file(capsys: Capture) -> None:
    assert run(["algorithms"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    lines = {line.split()[0]: line for line in shown.out.splitlines()}
    for entry in BUILT_IN:
        line = lines[entry.name] if entry.role != "renderer" else shown.out
        assert entry.summary in line
        assert entry.file in line
        assert entry.paper in line


@pytest.mark.parametrize("name", sorted({entry.name for entry in BUILT_IN}))
def test_the_options_of_each_are_shown(name: str, capsys: Capture) -> None:
    assert run(["algorithms", name]) == 0
    shown = capsys.readouterr().out
    for entry in BUILT_IN:
        if entry.name == name:
            assert f"{name} ({entry.role})" in shown
            options = option_names(load_class(name, entry.role))
            assert [option for option in options if f"\n{option} " not in shown] == []
            assert options or "No options." in shown


def test_defaults_are_in_the_form_that_the_command_line_takes(capsys: Capture) -> None:
    assert run(["algorithms", "get-block-set"]) == 0
    assert "table,tr,td,th,p,hr,ul,div,span" in capsys.readouterr().out


def test_an_unknown_name_is_answered_with_the_nearest_first(capsys: Capture) -> None:
    assert run(["algorithms", "cores"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("thresher: there is no algorithm 'cores'; known are core-ex, ")
