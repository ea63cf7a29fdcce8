"""The tree of errors, and the order in which known names are offered."""

from __future__ import annotations

import inspect
import pickle

import pytest

from thresher import errors
from thresher.errors import ThresherError, nearest_first

ERRORS = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, Exception)
]


@pytest.mark.parametrize("error", ERRORS)
def test_every_error_is_in_the_tree_and_in_the_drawing(error: type[Exception]) -> None:
    assert issubclass(error, ThresherError)
    assert errors.__doc__
    assert error.__name__ in errors.__doc__
    assert error.__doc__


@pytest.mark.parametrize("error", ERRORS)
def test_errors_cross_processes(error: type[Exception]) -> None:
    twin = pickle.loads(pickle.dumps(error("what, and what to do")))
    assert type(twin) is error
    assert str(twin) == "what, and what to do"


def test_not_html_is_a_parse_error() -> None:
    assert issubclass(errors.NotHtml, errors.ParseError)


def test_the_nearest_name_comes_first() -> None:
    known = ["mountain", "core-ex", "cells", "leaves"]
    assert nearest_first("coreex", known)[0] == "core-ex"
    assert nearest_first("leafs", known)[0] == "leaves"
    assert sorted(nearest_first("", known)) == sorted(known)


def test_names_that_are_equally_near_are_in_order() -> None:
    assert nearest_first("zzz", ["b", "c", "a"]) == ["a", "b", "c"]
