"""How numbers and names are written in tables."""

from __future__ import annotations

import pytest

from tests.evaluation.samples import usual
from thresher.evaluation.cells import name_of, number, percent, share, signed, with_interval
from thresher.evaluation.intervals import Difference, Interval
from thresher.evaluation.summary import summarise


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.5, ".500"), (1.0, "1.000"), (0.0, ".000"), (0.9996, "1.000"), (None, "–")],
)
def test_shares_have_no_leading_zero(value: float | None, shown: str) -> None:
    assert number(value) == shown


def test_percent() -> None:
    assert percent(0.1234) == "12.3"
    assert percent(None) == "–"


def test_intervals_and_differences() -> None:
    assert with_interval(Interval(0.5, 0.4, 0.62, 0.95)) == ".500 ±.110"
    assert with_interval(Interval(0.5, 0.5, 0.5, 0.95)) == ".500"
    clear = Difference(Interval(-0.1, -0.2, -0.05, 0.95), 0.001)
    assert signed(clear) == "−.100* (−.200 to −.050)"
    assert signed(Difference(Interval(0.1, -0.2, 0.3, 0.95), 0.5)) == "+.100 (−.200 to +.300)"
    assert signed(None) == "–"


def test_a_share_of_nothing_is_unknown() -> None:
    assert share(1, 4) == "25.0"
    assert share(0, 0) == "–"


def test_peers_are_named_with_their_version() -> None:
    assert [name_of(row) for row in summarise(usual(), "news")] == ["core-ex", "resiliparse 1.1"]
