"""The public surface is small, importable, documented and calls for keywords."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable
from typing import Any

import pytest

import thresher
from tests.material import python

FUNCTIONS = [
    getattr(thresher, name)
    for name in thresher.__all__
    if inspect.isroutine(getattr(thresher, name))
]
# Pages are made with Page.parse; the constructor is for unpickling.
METHODS = [
    thresher.Pipeline.__init__,
    *(
        value
        for cls in (thresher.Pipeline, thresher.Page)
        for name, value in inspect.getmembers(cls, inspect.isroutine)
        if not name.startswith("_")
    ),
]


def test_the_public_names_are_these() -> None:
    assert thresher.__all__ == sorted(thresher.__all__)
    assert set(thresher.__all__) == set(
        "Block Extraction Limits Page Pipeline Segmentation ThresherError Verdict algorithms "
        "extract extract_many load render segment".split()
    )


def test_what_is_importable_is_what_is_listed() -> None:
    code = (
        "import thresher; "
        "print(*(n for n, v in vars(thresher).items() if type(v) is not type(thresher)))"
    )
    names = python("-c", code).stdout.decode().split()
    assert {name for name in names if not name.startswith("_")} == set(thresher.__all__)


@pytest.mark.parametrize("name", thresher.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    value = getattr(thresher, name)
    doc = inspect.getdoc(value)
    assert doc
    assert not doc.startswith(f"{name}("), "the docstring is the generated one"


@pytest.mark.parametrize(
    "cls", [thresher.Block, thresher.Extraction, thresher.Page, thresher.Pipeline]
)
def test_every_public_method_is_documented(cls: type[Any]) -> None:
    undocumented = [
        name
        for name, value in vars(cls).items()
        if not name.startswith("_")
        and name != "page"  # says itself what it is
        and (inspect.isroutine(value) or isinstance(value, (property, classmethod)))
        and not inspect.getdoc(value)
    ]
    assert undocumented == []


@pytest.mark.parametrize("function", [*FUNCTIONS, *METHODS], ids=lambda f: f.__qualname__)
def test_few_parameters_and_keywords_past_two(function: Callable[..., Any]) -> None:
    parameters = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    positional = [
        parameter
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    assert len(parameters) <= 5
    assert len(positional) <= 2


def test_the_example_in_the_docstring_is_true() -> None:
    assert doctest.testmod(thresher).attempted > 0
    assert doctest.testmod(thresher).failed == 0


def test_load_reads_what_save_wrote(tmp_path: Any) -> None:
    thresher.Pipeline("core-ex", min_ratio=0.8).save(tmp_path / "model.json")
    loaded = thresher.load(tmp_path / "model.json")
    assert loaded.name == "core-ex"
    assert getattr(loaded.identifier, "min_ratio") == 0.8  # noqa: B009 - not of every Identifier
