from __future__ import annotations

import pytest
from turbohtml import Element, parse

from thresher.markup.tags import class_names, first_block, has_content, index


def first(html: str) -> Element:
    found = parse(html).find("section")
    assert isinstance(found, Element)
    return found


def test_index_lists_elements_in_document_order() -> None:
    found = index(parse("<b id=1><i></i><b id=2>"), ("b", "i", "u"))
    assert [element.attr("id") for element in found["b"]] == ["1", "2"]
    assert (len(found["i"]), found["u"]) == (1, [])


@pytest.mark.parametrize(
    ("inside", "expected"),
    [("a", True), ("<p><b>a</b>", True), ("<img>", True), ("", False), (" &nbsp;<b> </b>", False)],
)
def test_content(inside: str, expected: bool) -> None:
    assert has_content(first(f"<section>{inside}")) is expected


def test_first_block() -> None:
    block = first_block(first("<section><b><p>a</p></b><div></div>"))
    assert block is not None
    assert block.tag == "p"
    assert first_block(first("<section><b>a</b>")) is None


@pytest.mark.parametrize(
    ("html", "names"), [('<section class="a  b">', ["a", "b"]), ("<section>", [])]
)
def test_class_names(html: str, names: list[str]) -> None:
    assert class_names(first(html)) == names
