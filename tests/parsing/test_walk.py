from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import turbohtml
from hypothesis import given

from tests.strategies import pages
from thresher.compiled import compiled_name
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable

GOLDEN = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
COLUMNS = "names texts tag parent end depth gap flags hidden noted length words leaves".split()


def compiled(name: str) -> ModuleType:
    try:
        return importlib.import_module(compiled_name(name))
    except ModuleNotFoundError:
        pytest.skip(f"{name} is not compiled in this installation")


def columns_of(document: turbohtml.Document, load: Callable[[str], ModuleType]) -> dict[str, Any]:
    """Everything that the kernels fill, with the kernels that `load` gives."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("thresher.parsing.table.kernel", load)
        table = NodeTable.of(document)
        columns = {name: getattr(table, name) for name in COLUMNS}
        return columns | {f"shape.{name}": value for name, value in vars(table.shape).items()}


def assert_same_columns(markup: str | bytes) -> None:
    document = Page.parse(markup).document
    fast = columns_of(document, compiled)
    plain = columns_of(document, importlib.import_module)
    assert fast.keys() == plain.keys()
    assert fast.pop("noted") == plain.pop("noted")
    for name in fast:
        np.testing.assert_array_equal(fast[name], plain[name], name)


@given(pages)
def test_compiled_and_plain_kernels_agree(markup: str) -> None:
    assert_same_columns(markup)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_compiled_and_plain_kernels_agree_on_pages(path: Path) -> None:
    assert_same_columns(path.read_bytes())


def test_there_are_pages_to_compare() -> None:
    assert len(GOLDEN) > 10
