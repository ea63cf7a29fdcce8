from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.errors import LimitExceeded, NotHtml, ParseError
from thresher.limits import Limits
from thresher.parsing.joining import join_rows
from thresher.parsing.page import Page


def text_of(page: Page) -> str:
    return join_rows(page.table, page.table.leaves)


def test_str_is_taken_as_it_is() -> None:
    page = Page.parse("<p>Żółć")
    assert text_of(page) == "Żółć"
    assert page.encoding == "UTF-8"
    assert page.raw == "<p>Żółć".encode()


def test_a_meta_charset_says_nothing_about_str() -> None:
    page = Page.parse("<meta charset=windows-1252><p>Żółć")
    assert text_of(page) == "Żółć"


META = b"<meta charset=windows-1251>"
ALPHA_1251 = "<p>Да".encode("windows-1251")


@pytest.mark.parametrize(
    ("data", "header", "text", "encoding"),
    [
        (b"\xef\xbb\xbf" + META + "<p>Да".encode(), "koi8-r", "Да", "UTF-8"),
        ("\ufeff<p>Да".encode("utf-16-le"), "utf-8", "Да", "UTF-16LE"),
        ("\ufeff<p>Да".encode("utf-16-be"), None, "Да", "UTF-16BE"),
        (META + "<p>Да".encode("koi8-r"), "koi8-r", "Да", "KOI8-R"),
        (META + ALPHA_1251, None, "Да", "windows-1251"),
        (META + ALPHA_1251, "no-such-charset", "Да", "windows-1251"),
        ("<p>Да, это русский текст".encode(), None, "Да, это русский текст", "UTF-8"),
    ],
    ids=["bom", "utf-16-le", "utf-16-be", "header", "meta", "unknown header", "detected"],
)
def test_precedence_of_encodings(data: bytes, header: str | None, text: str, encoding: str) -> None:
    page = Page.parse(data, encoding=header)
    assert text_of(page) == text
    assert page.encoding == encoding
    assert page.raw == data
    assert "\ufeff" not in page.markup
    assert text in page.markup


def test_detection_without_any_label() -> None:
    text = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 4
    page = Page.parse(f"<p>{text}".encode("windows-1251"))
    assert text_of(page) == text.strip()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_like_input(kind: Any) -> None:
    page = Page.parse(kind(b"<p>one"))
    assert text_of(page) == "one"
    assert page.raw == b"<p>one"


def test_a_page_is_given_back() -> None:
    page = Page.parse("<p>one")
    assert Page.parse(page) is page


@pytest.mark.parametrize("wrong", [None, 3, ["<p>"], object()])
def test_other_input_is_refused(wrong: Any) -> None:
    with pytest.raises(ParseError, match=f"{type(wrong).__name__}.*str or bytes"):
        Page.parse(wrong)


PLAIN = "First paragraph,\nstill the first.\n\n  \nSecond: a < b & c."


@pytest.mark.parametrize("data", [PLAIN, PLAIN.encode(), PLAIN.encode("utf-8-sig")])
def test_plain_text_becomes_paragraphs(data: str | bytes) -> None:
    page = Page.parse(data)
    assert text_of(page) == "First paragraph, still the first.\n\nSecond: a < b & c."
    assert page.raw == (data if isinstance(data, bytes) else data.encode())
    assert len(page.document.select("p")) == 2


@pytest.mark.parametrize("data", ["", b"", " \n", b"\xef\xbb\xbf"])
def test_empty_input_is_an_empty_page(data: str | bytes) -> None:
    page = Page.parse(data)
    assert text_of(page) == ""
    assert len(page.table.leaves) == 0


def test_pdf_is_not_html() -> None:
    with pytest.raises(NotHtml, match="PDF"):
        Page.parse(b"%PDF-1.7\n")


def test_limit_of_bytes() -> None:
    limits = Limits(max_bytes=20)
    assert text_of(Page.parse("<p>" + "a" * 17, limits=limits)) == "a" * 17
    with pytest.raises(LimitExceeded, match=r"21 bytes.*max_bytes = 20"):
        Page.parse("<p>" + "a" * 18, limits=limits)


def test_limit_of_nodes() -> None:
    markup = "<p>" * 10  # html, head, body and ten paragraphs
    assert len(Page.parse(markup, limits=Limits(max_nodes=13)).table) == 13
    with pytest.raises(LimitExceeded, match=r"13 nodes.*max_nodes = 12"):
        _ = Page.parse(markup, limits=Limits(max_nodes=12)).table


COLUMNS = "tag parent end depth gap flags hidden length words leaves".split()


@given(pages)
def test_pickling_gives_the_same_rows(markup: str) -> None:
    page = Page.parse(markup.encode(), url="https://example.org/", encoding="utf-8")
    copy: Page = pickle.loads(pickle.dumps(page))
    assert (copy.given, copy.url, copy.declared_encoding) == (
        page.given,
        page.url,
        page.declared_encoding,
    )
    assert copy.table.texts == page.table.texts
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(copy.table, name), getattr(page.table, name))


def test_limits_are_pickled() -> None:
    page = Page("<p>long", limits=Limits(max_bytes=3))
    with pytest.raises(LimitExceeded):
        _ = pickle.loads(pickle.dumps(page)).document


@given(st.binary(max_size=300) | st.binary(max_size=200).map(lambda data: b"<p>" + data))
@example(b"\xff\xfe<\x00")
@example(b"<p>\x00\x00")
def test_any_bytes_parse_or_raise_parse_error(data: bytes) -> None:
    try:
        page = Page.parse(data)
    except ParseError:
        return
    assert page.raw == data
    assert page.encoding
    assert isinstance(page.markup, str)
    assert len(page.table) == len(list(page.document.descendants))


@given(st.text(max_size=100), st.sampled_from(["", "<p>"]))
def test_any_text_parses_or_raises_parse_error(text: str, start: str) -> None:
    try:
        page = Page.parse(start + text)
    except ParseError:
        return
    assert page.raw.decode() == start + text
    assert isinstance(text_of(page), str)


def test_a_lone_surrogate_does_no_harm() -> None:
    page = Page.parse("<p>a\ud800b")
    assert page.raw.decode("utf-8", "surrogatepass") == "<p>a\ud800b"
    assert text_of(page)


def test_markup_is_the_decoded_source() -> None:
    source = "<p>caf\u00e9</p>\r\n<p>x"
    assert Page.parse(source).markup == source
    assert Page.parse(source.encode("windows-1252"), encoding="windows-1252").markup == source


def test_base_url() -> None:
    page = Page.parse("<base href=/sub/><p>x", url="https://example.org/a/b")
    assert page.base_url == "https://example.org/sub/"


def test_repr_names_the_url_and_the_size() -> None:
    assert repr(Page.parse("<p>x", url="https://example.org/")) == (
        "<Page https://example.org/, 4 bytes>"
    )
    assert "without URL" in repr(Page.parse("<p>x"))
