from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.metadata.dates import date_in_url, parse_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-17", "2024-05-17"),
        ("2024/5/7", "2024-05-07"),
        ("2024-05-17T08:30:00Z", "2024-05-17T08:30:00+00:00"),
        ("2024-05-17T08:30:15.123+02:00", "2024-05-17T08:30:15+02:00"),
        ("2024-05-17 08:30 -0500", "2024-05-17T08:30:00-05:00"),
        ("2024-05-17T08:30:00", "2024-05-17"),
        ("2024-05-17T25:00:00Z", "2024-05-17"),
        ("20240517", "2024-05-17"),
        ("May 17, 2024", "2024-05-17"),
        ("Published: Sept. 3rd, 2024", "2024-09-03"),
        ("17th May 2024", "2024-05-17"),
        ("Fri, 17 May 2024 08:30:00 GMT", "2024-05-17"),
        ("17. März 2024", "2024-03-17"),
        ("3 de enero de 2024", "2024-01-03"),
        ("17 мая 2024", "2024-05-17"),
        ("2024年5月17日", "2024-05-17"),
        ("17.05.2024", "2024-05-17"),
        ("05/17/2024", "2024-05-17"),
        ("17/05/2024", "2024-05-17"),
        ("05/05/2024", "2024-05-05"),
    ],
)
def test_dates(text: str, expected: str) -> None:
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2024-13-01",
        "2023-02-29",
        "0000-00-00",
        "1970",
        "03/04/2024",
        "Room 17 Maybe 2024",
        "version 1.2.3",
        "1234-01-01",
        "May 17, 2024 " + "and so on " * 10,
    ],
)
def test_what_is_no_date_or_has_two_readings(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/2024/05/17/title", "2024-05-17"),
        ("https://example.org/news/2024-05-17-title.html", "2024-05-17"),
        ("https://example.org/2024/05/title", None),
        ("https://example.org/2024/99/99/", None),
        ("https://example.org/12024/05/17/", None),
    ],
)
def test_date_in_url(url: str, expected: str | None) -> None:
    assert date_in_url(url) == expected


@given(st.text(alphabet="0123456789-/.:TZ +年月日May,", max_size=40))
def test_any_text_gives_a_date_or_nothing(text: str) -> None:
    found = parse_date(text)
    assert found is None or parse_date(found) == found
