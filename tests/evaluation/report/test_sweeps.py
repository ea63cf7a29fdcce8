from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from thresher.evaluation.report.sweeps import numeric_settings, sweeps


def row(name: str, good: float | None) -> Any:
    algorithm = name.partition(":")[0]
    return SimpleNamespace(contestant=SimpleNamespace(name=name, algorithm=algorithm), good=good)


def test_settings_are_read_from_a_name() -> None:
    assert numeric_settings("mountain") == ()
    assert numeric_settings("mountain:span_window=5:peak_factor=3") == (
        ("peak_factor", 3.0),
        ("span_window", 5.0),
    )
    assert numeric_settings("get-block-set:tags=modern") == ()


def test_a_pair_of_options_is_a_plot_with_a_line_for_each_value_of_one() -> None:
    rows = [
        row(f"mountain:span_window={span}:peak_factor={peak}", span / 10 + peak / 100)
        for span in (1, 5, 9)
        for peak in (2, 3)
    ]
    (figure,) = sweeps("some-set", rows)
    assert figure.title == "mountain, by span_window"
    assert figure.svg.count("<path") + figure.svg.count("<polyline") >= 2
    assert "peak_factor 2" in figure.svg
    assert "peak_factor 3" in figure.svg


def test_no_plot_without_a_curve() -> None:
    assert list(sweeps("some-set", [row("thresher", 0.7), row("core-ex", 0.5)])) == []
    two = [row(f"mountain:span_window={span}", 0.5) for span in (1, 5)]
    assert list(sweeps("some-set", two)) == []
    unknown = [row(f"mountain:span_window={span}", None) for span in (1, 5, 9)]
    assert list(sweeps("some-set", unknown)) == []
