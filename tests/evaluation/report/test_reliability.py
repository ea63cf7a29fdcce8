"""The reliability plot."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.evaluation.samples import ALGORITHM, claimed, results, score, usual
from thresher.evaluation.report.reliability import reliability
from thresher.evaluation.summary import summarise


def test_a_line_of_bins_beside_the_diagonal() -> None:
    (figure,) = reliability("news", summarise(claimed(), "news"))
    lines = [
        [tuple(map(float, point.split(","))) for point in shape.attrib["points"].split()]
        for shape in ET.fromstring(figure.svg)
        if shape.tag.endswith("polyline")
    ]
    (start, end), bins = lines
    assert end[0] - start[0] == pytest.approx(start[1] - end[1]), "both axes have one scale"
    assert len(bins) == 10
    side = end[0] - start[0]
    assert bins[-1][0] == pytest.approx(start[0] + side * 18.5 / 25, abs=0.01)
    assert bins[-1][1] == pytest.approx(start[1] - side * 18.5 / 20, abs=0.01)
    assert figure.caption.endswith("Expected calibration error: core-ex .095.")


@pytest.mark.parametrize(("f1", "confidence"), [(0.73, 0.95), (0.95, 0.73)])
def test_the_axes_leave_out_what_no_bin_needs(f1: float, confidence: float) -> None:
    given = results([score("a", "core-ex", f1, confidence=confidence)], (ALGORITHM,))
    (figure,) = reliability("news", summarise(given, "news"))
    texts = [shape.text or "" for shape in ET.fromstring(figure.svg)]
    ticks = sorted(float(text) for text in texts if text.replace(".", "").isdigit())
    assert (ticks[0], ticks[-1]) == (0.7, 1.0)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_extremes_have_a_place(value: float) -> None:
    given = results([score("a", "core-ex", value, confidence=value)], (ALGORITHM,))
    (figure,) = reliability("news", summarise(given, "news"))
    dots = [shape for shape in ET.fromstring(figure.svg) if shape.tag.endswith("circle")]
    start, end = (
        tuple(map(float, point.split(",")))
        for shape in ET.fromstring(figure.svg)
        if "stroke-dasharray" in shape.attrib
        for point in shape.attrib["points"].split()
    )
    assert (float(dots[0].attrib["cx"]), float(dots[0].attrib["cy"])) == (end if value else start)


def test_no_plot_without_a_confidence() -> None:
    assert list(reliability("news", summarise(usual(), "news"))) == []
