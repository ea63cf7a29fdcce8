"""Words, and characters by class; the compiled kernel against the plain one."""

from __future__ import annotations

import string
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.material import golden_pages
from tests.strategies import pages
from thresher.compiled import compiled_name
from thresher.parsing import text_shape
from thresher.parsing.page import Page
from thresher.parsing.table import _ASCII_CLASS, _NO_WORD, TextShape

CLASS_NAMES = (
    "SPACE LOWER UPPER DIGIT STOP COMMA QUOTE BRACKET CODE CURRENCY SIGN IDEOGRAPH UNSPACED"
).split()


def class_of(character: str) -> str:
    point = ord(character)
    if point < 0x80:
        return CLASS_NAMES[int(_ASCII_CLASS[point])]
    return CLASS_NAMES[text_shape.class_beyond_ascii(point)]


def compiled_kernel() -> Any:
    return pytest.importorskip(
        compiled_name("thresher.parsing.text_shape"), reason="the kernel was not compiled"
    )


def measured(texts: list[str | None], title: str = "", loops: Any = text_shape) -> TextShape:
    """The texts as the node table measures them, by the kernel given."""
    size = len(texts)
    shape = TextShape(
        counts=np.zeros((size, len(CLASS_NAMES)), dtype=np.int32),
        words=np.zeros(size, dtype=np.float32),
        length=np.zeros(size, dtype=np.int32),
        first=np.zeros(size, dtype=np.uint8),
        last=np.zeros(size, dtype=np.uint8),
        hashes=np.zeros(size, dtype=np.int64),
        title_words=np.zeros(size, dtype=np.int32),
        capital_words=np.zeros(size, dtype=np.int32),
    )
    bits = np.zeros(text_shape.TITLE_MASK + 1, dtype=np.uint8)
    loops.mark_words(title, _ASCII_CLASS, bits)
    bits[_NO_WORD] = 0
    tables = SimpleNamespace(ascii_class=_ASCII_CLASS, title_bits=bits)
    loops.measure_texts(texts, np.arange(size), tables, shape)
    return shape


def words_of(text: str) -> float:
    return float(measured([text]).words[0])


def hash_of(text: str) -> int:
    return int(measured([text]).hashes[0])


def test_codes_are_numbered_in_the_order_of_the_columns() -> None:
    assert [getattr(text_shape, name) for name in CLASS_NAMES] == list(range(len(CLASS_NAMES)))


@pytest.mark.parametrize(
    ("characters", "expected"),
    [
        (string.whitespace, "SPACE"),
        (string.ascii_lowercase, "LOWER"),
        (string.ascii_uppercase, "UPPER"),
        (string.digits, "DIGIT"),
        (".!?", "STOP"),
        (",;:", "COMMA"),
        ("\"'", "QUOTE"),
        ("()[]", "BRACKET"),
        ("{}<>=_/\\|#@*+~^`&%", "CODE"),
        ("$", "CURRENCY"),
        ("-\x00\x08\x7f", "SIGN"),
    ],
)
def test_every_printable_ascii_character(characters: str, expected: str) -> None:
    assert {class_of(character) for character in characters} == {expected}


def test_the_ascii_table_leaves_out_nothing_that_is_printed() -> None:
    unlisted = [ch for ch in string.printable if class_of(ch) == "SIGN"]
    assert unlisted == ["-"]


@pytest.mark.parametrize(
    ("characters", "expected"),
    [
        ("\x85\xa0\u1680\u2000\u2009\u200a\u2028\u2029\u202f\u205f\u3000", "SPACE"),
        ("äöüßéñøþÿāœſ", "LOWER"),
        ("ÄÖÜÉÑØÞ", "UPPER"),
        ("ªº", "LOWER"),
        ("×¿¡§©®°²", "SIGN"),
        ("«»‘’“”„‹›「」『』", "QUOTE"),
        ("¢£¤¥€₹₽₿", "CURRENCY"),
        ("αβγωΐ", "LOWER"),
        ("ΑΒΓΩΆ", "UPPER"),
        ("абвяё", "LOWER"),
        ("АБВЯЁЇ", "UPPER"),
        ("אבגابتहिन்", "LOWER"),
        ("٠٣٩۰۹०९０９", "DIGIT"),
        ("؟۔।॥։…。！？｡", "STOP"),
        ("،؛\u037e\u0387、，：；､", "COMMA"),
        ("（）【】〈〉《》", "BRACKET"),
        ("中文字漢字ひらがなカタカナー\U00020000", "IDEOGRAPH"),
        ("กขคลาวພາສາမြန်မာ", "UNSPACED"),
        ("ភាសាខ្មែរ", "UNSPACED"),
        ("한국어", "LOWER"),  # Korean has spaces
        ("—–•→√😀※", "SIGN"),
    ],
)
def test_samples_of_every_script(characters: str, expected: str) -> None:
    assert {ch: class_of(ch) for ch in characters} == dict.fromkeys(characters, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0.0),
        ("  \n ", 0.0),
        ("The town library", 3.0),
        ("state-of-the-art, isn't it?", 3.0),
        ("One,two;three", 1.0),  # only white space ends a word
        ("11,400 in 1987", 3.0),
        ("… — !? ()", 0.0),
        ("$5", 1.0),
        ("世界你好", 2.4),
        ("你好，世界。", 2.4),
        ("ภาษาไทย", 7 * 0.25),
        ("iPhone手机 too", 1 + 1.2 + 1),
        ("Привет, мир", 2.0),
        ("\u00a0two\u00a0words\u3000", 2.0),
    ],
)
def test_words(text: str, expected: float) -> None:
    assert words_of(text) == pytest.approx(expected)


@given(st.text())
def test_the_length_is_that_of_the_text_with_single_spaces(text: str) -> None:
    assert measured([text]).length[0] == len(" ".join(text.split()))


def test_every_white_space_of_python_is_one_here() -> None:
    for point in (*range(0xD800), *range(0xE000, 0x11000)):
        assert (class_of(chr(point)) == "SPACE") == chr(point).isspace(), hex(point)


def test_classes_are_counted_without_white_space() -> None:
    counts = measured(["Ab 1. ,'( €—中ก"]).counts[0]
    assert dict(zip(CLASS_NAMES, counts.tolist(), strict=True)) == {
        **dict.fromkeys(CLASS_NAMES, 1),
        "SPACE": 0,
        "CODE": 0,
    }


def test_first_and_last_character() -> None:
    shape = measured([" «Ab c? ", "", " \n"])
    assert [CLASS_NAMES[code] for code in shape.first] == ["QUOTE", "SPACE", "SPACE"]
    assert [CLASS_NAMES[code] for code in shape.last] == ["STOP", "SPACE", "SPACE"]


def test_words_that_begin_with_a_capital() -> None:
    assert measured(["The Town LIBRARY is 3Open (Now) Ünder"]).capital_words[0] == 5


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Library gives up fines", "the library that fines nobody", 2),
        ("Library gives up fines", "LIBRARY, (library) 'Library'", 3),
        ("Library", "libraries", 0),
        ("Рынок зерна", "рынок РЫНОК", 2),
        ("图书馆", "图书 馆中", 3),
        ("Chapter 12", "chapter 13", 1),
        ("2024", "2024 2023", 0),  # numbers have no letters to compare
        ("", "a library", 0),
        ("—", "— library", 0),
    ],
)
def test_title_words(title: str, text: str, expected: int) -> None:
    assert measured([text], title).title_words[0] == expected


def test_title_words_of_a_page() -> None:
    page = Page.parse("<title>Town library</title><p>The library <b>town</b></p>")
    assert page.table.shape.title_words.sum() == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Page 1 of 20", "page 3 OF 4"),
        ("3 comments", "12 Comments!"),
        ("ÄRGER", "ärger"),
        ("ЗЁРНА", "зёрна"),
        ("ΣΙΤΟΣ", "σιτοσ"),
        ("a b", "ab"),
    ],
)
def test_hashes_ignore_digits_case_signs_and_spaces(one: str, other: str) -> None:
    assert hash_of(one) == hash_of(other)


@pytest.mark.parametrize(("one", "other"), [("ab", "ba"), ("你", "好"), ("ก", "ข"), ("a", "aa")])
def test_hashes_tell_letters_apart(one: str, other: str) -> None:
    assert hash_of(one) != hash_of(other)


def test_rows_without_text_stay_empty() -> None:
    shape = measured([None, "a"])
    assert (shape.words.tolist(), shape.length.tolist()) == ([0, 1], [0, 1])
    assert shape.hashes[0] == 0


def assert_same(one: TextShape, other: TextShape) -> None:
    for name in TextShape.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


@given(st.lists(st.none() | st.text(), max_size=5), st.text())
def test_compiled_and_plain_measure_alike(texts: list[str | None], title: str) -> None:
    assert_same(measured(texts, title), measured(texts, title, compiled_kernel()))


@given(pages)
def test_compiled_and_plain_measure_pages_alike(page: str) -> None:
    table = Page.parse(page).table
    texts = [table.texts[row] for row in table.leaves]
    assert_same(measured(texts, table.title), measured(texts, table.title, compiled_kernel()))


def test_compiled_and_plain_measure_every_golden_page_alike() -> None:
    for source in golden_pages().values():
        table = Page.parse(source).table
        texts = [table.texts[row] for row in table.leaves]
        plain = measured(texts, table.title)
        assert_same(plain, measured(texts, table.title, compiled_kernel()))
        assert_same(plain, table.shape)


def test_every_code_point_has_the_same_class_in_both() -> None:
    loops = compiled_kernel()
    for point in range(0x80, 0x30000):
        plain = text_shape.class_beyond_ascii(point)
        assert loops.class_beyond_ascii(point) == plain, hex(point)
