"""Dates as pages write them, turned into ISO 8601.

What is not a date of the calendar, or is ambiguous beyond repair, gives ``None``: a missing date
does less harm than a wrong one.
"""

from __future__ import annotations

import re
from datetime import date, datetime

MIN_YEAR = 1900
MAX_YEAR = 2099

_MONTHS = """
jan feb mar apr may jun jul aug sep oct nov dec
january february march april may june july august september october november december
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
"""  # noqa: E501 (twelve names a line)
_MONTH_NUMBERS = {
    name: number
    for line in _MONTHS.strip().splitlines()
    for number, name in enumerate(line.split(), start=1)
} | {"sept": 9}

_ISO = re.compile(
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"
    r"(?:[T\s]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?!\w))?",
    re.IGNORECASE,
)
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?(?!\d)")
_DAY_FIRST = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|º)?\s+(?:de\s+)?([^\W\d_]{3,})\.?,?\s+"
    r"(?:de\s+)?(\d{4})(?!\d)"
)
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_CJK = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")
_IN_URL = re.compile(r"/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?=[/_.-]|$)")

MAX_LENGTH = 80
"""A longer text is prose that happens to hold a date."""


def parse_date(text: str) -> str | None:
    """The date in `text` as ISO 8601: a date, or a date-time with offset where one is given."""
    text = " ".join(text[: MAX_LENGTH + 1].split())
    if not text or len(text) > MAX_LENGTH:
        return None
    iso = _ISO.search(text)
    if iso:
        return _from_iso(iso)
    return _from_words(text) or _from_digits(text)


def date_in_url(url: str) -> str | None:
    """The date of a path such as ``/2024/05/17/title``."""
    found = _IN_URL.search(url)
    return _calendar(*found.groups()) if found else None


def _from_iso(match: re.Match[str]) -> str | None:
    day = _calendar(match["year"], match["month"], match["day"])
    zone = match["zone"]
    if day is None or match["hour"] is None or zone is None:
        return day
    offset = "+00:00" if zone.isalpha() else f"{zone[:3]}:{zone[-2:]}"
    clock = f"{int(match['hour']):02}:{match['minute']}:{match['second'] or '00'}"
    try:
        return datetime.fromisoformat(f"{day}T{clock}{offset}").isoformat()
    except ValueError:  # 24:00, +99:00: the day still stands
        return day


def _from_words(text: str) -> str | None:
    for match in _MONTH_FIRST.finditer(text):
        month = _MONTH_NUMBERS.get(match[1].lower())
        if month:
            return _calendar(match[3], month, match[2])
    for match in _DAY_FIRST.finditer(text):
        month = _MONTH_NUMBERS.get(match[2].lower())
        if month:
            return _calendar(match[3], month, match[1])
    found = _CJK.search(text)
    return _calendar(*found.groups()) if found else None


def _from_digits(text: str) -> str | None:
    found = _COMPACT.search(text)
    if found:
        return _calendar(*found.groups())
    found = _NUMERIC.search(text)
    if found is None:
        return None
    first, mark, second, year = found.groups()
    if mark == "." or int(first) > 12:
        return _calendar(year, second, first)
    if int(second) > 12:
        return _calendar(year, first, second)
    # 03/04/2025 is April in London and March in Boston.
    return _calendar(year, first, second) if first == second else None


def _calendar(year: str | int, month: str | int, day: str | int) -> str | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found.isoformat() if MIN_YEAR <= found.year <= MAX_YEAR else None
