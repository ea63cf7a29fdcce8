"""Options as values and as text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import BadOption
from thresher.options import build, option_docs, option_names, options_of, unknown_option


@dataclass(frozen=True)
class Base:
    depth: int = 3
    """How deep."""


@dataclass(frozen=True)
class Algorithm(Base):
    ratio: float = 0.5
    """A share,
    over two lines."""
    mode: Literal["page", "set"] = "page"
    is_loud: bool = False
    tags: tuple[str, ...] = ("p", "td")
    weights: tuple[float, ...] = (1.0,)
    label: str = "x"
    limit: int | None = None
    kind: ClassVar[str] = "no option"
    learned: list[int] = field(default_factory=list, init=False)


def test_options_are_the_fields_that_the_constructor_takes() -> None:
    assert option_names(Algorithm) == "depth ratio mode is_loud tags weights label limit".split()


def test_docs_are_the_strings_under_the_fields() -> None:
    docs = option_docs(Algorithm)
    assert docs["depth"] == "How deep."
    assert docs["ratio"] == "A share, over two lines."
    assert docs["mode"] == ""


@pytest.mark.parametrize(
    ("option", "given_value", "read"),
    [
        ("depth", "7", 7),
        ("depth", 7.0, 7),
        ("ratio", "0.25", 0.25),
        ("ratio", 1, 1.0),
        ("mode", "set", "set"),
        ("is_loud", "yes", True),
        ("is_loud", "No", False),
        ("is_loud", True, True),
        ("tags", "div", ("div",)),
        ("tags", "div, p,li", ("div", "p", "li")),
        ("tags", ["div", "p"], ("div", "p")),
        ("weights", "1,0.5", (1.0, 0.5)),
        ("label", 5, "5"),
        ("limit", "none", None),
        ("limit", "", None),
        ("limit", None, None),
        ("limit", "12", 12),
    ],
)
def test_values_are_read_by_the_type_of_the_field(option: str, given_value: Any, read: Any) -> None:
    value = getattr(build(Algorithm, {option: given_value}), option)
    assert value == read
    assert type(value) is type(read)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("depth", "deep", "depth must be a whole number, not 'deep'"),
        ("depth", "1.5", "depth must be a whole number, not '1.5'"),
        ("depth", 1.5, "depth must be a whole number, not 1.5"),
        ("depth", float("inf"), "depth must be a whole number, not inf"),
        ("depth", True, "depth must be a whole number, not True"),
        ("depth", None, "depth must be a whole number, not None"),
        ("depth", [1], "depth must be a whole number"),
        ("ratio", "half", "ratio must be a number, not 'half'"),
        ("ratio", "nan", "ratio must be a number, not 'nan'"),
        ("ratio", float("nan"), "ratio must be a number, not nan"),
        ("mode", "sit", "mode must be one of set, page, not 'sit'"),
        ("is_loud", "loud", "is_loud must be true or false, not 'loud'"),
        ("is_loud", 2, "is_loud must be true or false, not 2"),
        ("tags", 5, "tags must be values separated by commas, not 5"),
        ("tags", None, "tags must be values separated by commas, not None"),
        ("weights", "1,much", "weights must be a number, not 'much'"),
        ("label", None, "label must be text, not None"),
        ("limit", "many", "limit must be a whole number, not 'many'"),
    ],
)
def test_a_wrong_value_is_named(option: str, value: Any, message: str) -> None:
    with pytest.raises(BadOption) as error:
        build(Algorithm, {option: value})
    assert message in str(error.value)


def test_an_unknown_option_is_answered_with_the_nearest_first() -> None:
    with pytest.raises(BadOption, match=r"Algorithm has no option 'ration'; it has: ratio, "):
        build(Algorithm, {"ration": 1})
    with pytest.raises(BadOption, match="no option 'learned'"):
        build(Algorithm, {"learned": [1]})


def test_an_algorithm_without_options_says_so() -> None:
    assert unknown_option("x", [], "all-text") == "all-text has no options, but 'x' was given"


def test_options_of_an_instance_are_plain() -> None:
    assert options_of(Algorithm())["tags"] == ["p", "td"]
    assert "learned" not in options_of(Algorithm())


@given(
    st.builds(
        Algorithm,
        depth=st.integers(),
        ratio=st.floats(allow_nan=False),
        mode=st.sampled_from(("page", "set")),
        is_loud=st.booleans(),
        tags=st.lists(st.text()).map(tuple),
        weights=st.lists(st.floats(allow_nan=False)).map(tuple),
        label=st.text(),
        limit=st.none() | st.integers(),
    )
)
def test_options_round_trip(algorithm: Algorithm) -> None:
    assert build(Algorithm, options_of(algorithm)) == algorithm
