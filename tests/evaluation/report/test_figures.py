"""Plots: there when the data is, absent when it is not."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tests.evaluation.samples import ALGORITHM, flat, results, score, sited, structured, usual
from thresher.evaluation.report.figures import accuracy_by_lesson, buckets, figures
from thresher.evaluation.results import Results
from thresher.evaluation.summary import summarise


def titles(given: Results) -> list[str]:
    made = figures(given, "news", summarise(given, "news"))
    for figure in made:
        ET.fromstring(figure.svg)
    return [figure.title for figure in made]


def test_all_plots_of_a_usual_run() -> None:
    assert titles(usual()) == [
        "Word F1 by type of page",
        "How many pages come out how well",
        "Accuracy against time",
        "Time against number of pages",
    ]


def test_a_plot_without_data_is_absent() -> None:
    assert "Accuracy against time" not in titles(structured())
    alone = results([score("a", "core-ex", 0.5, seconds=0.1)], (ALGORITHM,))
    assert titles(alone) == ["How many pages come out how well"]


def test_learning_counts_as_time() -> None:
    given = sited()
    (figure,) = [
        figure
        for figure in figures(given, "news", summarise(given, "news"))
        if figure.title == "Time against number of pages"
    ]
    lines = [
        [float(point.split(",")[1]) for point in line.attrib["points"].split()]
        for line in ET.fromstring(figure.svg)
        if line.tag.endswith("polyline")
    ]
    assert lines[0][-1] < lines[1][-1], "the one that learns ends higher up"


def test_accuracy_against_lessons_needs_two_numbers_of_pages() -> None:
    def learned(pages: int, f1: float) -> Results:
        return results([score("a", "core-ex", f1, fit_pages=pages)], (ALGORITHM,), by="site")

    assert accuracy_by_lesson([usual(), learned(1, 0.5)], "news") is None
    figure = accuracy_by_lesson([learned(5, 0.9), learned(1, 0.5)], "news")
    assert figure is not None
    (line,) = [each for each in ET.fromstring(figure.svg) if each.tag.endswith("polyline")]
    (x1, y1), (x2, y2) = (map(float, each.split(",")) for each in line.attrib["points"].split())
    assert x1 < x2
    assert y1 > y2, "up is less in SVG"


def test_buckets_are_tenths_and_one_is_in_the_last() -> None:
    shares = buckets([flat(0.05), flat(0.3), flat(0.9), flat(1.0), None])
    assert shares == [0.25, 0, 0, 0.25, 0, 0, 0, 0, 0, 0.5]
    assert buckets([]) == [0.0] * 10
