"""Scales, labels and shapes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.evaluation.report.svg import Drawing, Scale, spread


def test_a_linear_scale() -> None:
    scale = Scale(0, 10, 100, 200)
    assert scale(5) == 150
    assert scale.ticks() == [0, 2, 4, 6, 8, 10]
    assert Scale(0.62, 0.91, 0, 1).ticks() == pytest.approx([0.7, 0.8, 0.9])


def test_a_logarithmic_scale() -> None:
    scale = Scale(1, 100, 0, 2, is_log=True)
    assert scale(10) == pytest.approx(1)
    assert scale.ticks() == pytest.approx([1, 2, 5, 10, 20, 50, 100])
    assert Scale(1, 1e6, 0, 1, is_log=True).ticks() == pytest.approx(
        [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
    )


def test_a_scale_of_one_value_has_a_place_for_it() -> None:
    assert Scale(3, 3, 10, 20)(3) == 10


@given(
    st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.booleans()
)  # fmt: skip
def test_ticks_lie_inside_and_are_few(low: float, width: float, is_log: bool) -> None:
    low = abs(low) + 1e-3 if is_log else low
    scale = Scale(low, low + width, 0, 1, is_log=is_log)
    ticks = scale.ticks()
    assert len(ticks) <= 12
    slack = width * 1e-6
    assert all(low - slack <= tick <= low + width + slack for tick in ticks)


@given(st.lists(st.floats(0, 100), max_size=8))
def test_labels_are_apart_and_in_order(wanted: list[float]) -> None:
    places = spread(wanted, 10, 0, 100)
    ordered = sorted(places)
    assert all(after - before >= 10 - 1e-6 for before, after in zip(ordered, ordered[1:]))  # noqa: B905, RUF007
    for one, place in zip(wanted, places, strict=True):
        for other, there in zip(wanted, places, strict=True):
            assert one <= other or place >= there


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([50, 10], 10, 0, 100) == [50, 10]


def test_a_drawing_is_well_formed_whatever_it_says() -> None:
    drawing = Drawing(100, 50, 'a <b> & "c"')
    drawing.text(1, 2, "<script>&", class_="name", text_anchor="end")
    drawing.path([(0, 0), (1.23456, 2)], stroke="red")
    for place in range(7):
        drawing.marker(5, 5, place)
    root = ET.fromstring(drawing.svg())
    assert root.attrib["aria-label"] == 'a <b> & "c"'
    text = root[0]
    assert text.text == "<script>&"
    assert text.attrib == {"x": "1", "y": "2", "class": "name", "text-anchor": "end"}
    assert root[1].attrib["points"] == "0,0 1.23,2"
    assert len({child.attrib["fill"] for child in root[2:]}) == 7
