from __future__ import annotations

import numpy as np
import pytest

from thresher.parsing import tags, walk


def test_codes_number_the_tags_once() -> None:
    assert len(set(tags.TAGS)) == len(tags.TAGS)
    assert [tags.CODES[name] for name in tags.TAGS] == list(range(len(tags.TAGS)))
    assert tags.TAGS[:3] == (tags.TEXT, tags.COMMENT, tags.OTHER_NODE)


def test_codes_of_takes_a_string_or_a_list() -> None:
    assert tags.codes_of("p div") == [tags.CODES["p"], tags.CODES["div"]]
    assert tags.codes_of(["div"]) == [tags.CODES["div"]]
    with pytest.raises(KeyError):
        tags.codes_of("no-such-tag")


def test_is_one_of_marks_only_the_named() -> None:
    marked = np.flatnonzero(tags.is_one_of("img svg"))
    assert {tags.TAGS[code] for code in marked} == {"img", "svg"}


@pytest.mark.parametrize(
    ("tag", "gap"),
    [
        ("span", tags.GLUED),
        ("a", tags.GLUED),
        ("td", tags.CELL),
        ("th", tags.CELL),
        ("li", tags.LINE),
        ("tr", tags.LINE),
        ("div", tags.LINE),
        ("p", tags.PARAGRAPH),
        ("table", tags.PARAGRAPH),
        ("hr", tags.PARAGRAPH),
    ],
)
def test_gap_classes(tag: str, gap: int) -> None:
    assert tags.GAP_CLASS[tags.CODES[tag]] == gap


def test_gaps_are_ordered_by_strength() -> None:
    order = (tags.GLUED, tags.SPACE, tags.BREAK, tags.CELL, tags.LINE, tags.PARAGRAPH)
    assert order == tuple(sorted(order))


def test_flags_are_separate_bits() -> None:
    bits = (tags.IN_LINK, tags.IN_PRE, tags.IN_RAW, tags.IN_HEADING, tags.LEAF, tags.HAS_TEXT)
    assert sum(bits) == np.bitwise_or.reduce(bits)
    assert tags.INHERITED & (tags.LEAF | tags.HAS_TEXT) == 0


def test_each_hidden_reason_has_a_name() -> None:
    assert tags.HIDDEN_REASONS[tags.VISIBLE] == ""
    assert tags.HIDDEN_REASONS[tags.ANNOTATION] == "annotation"
    assert tags.HIDDEN_BY_TAG[tags.CODES["noscript"]] == tags.IN_NOSCRIPT


@pytest.mark.parametrize(
    "name",
    (
        "GLUED SPACE BREAK PARAGRAPH IN_LINK IN_PRE IN_RAW INHERITED LEAF HAS_TEXT VISIBLE "
        "HIDDEN_ATTRIBUTE DISPLAY_NONE ARIA_HIDDEN IN_TEMPLATE CLOSED_DIALOG"
    ).split(),
)
def test_the_walk_has_the_same_constants(name: str) -> None:
    assert getattr(walk, name) == getattr(tags, name)
