"""The loops: compiled and plain give the same numbers; the parts that stand alone, by hand."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.material import golden_pages
from tests.strategies import pages
from thresher.compiled import compiled_name, kernel
from thresher.features import block_features as module
from thresher.features import block_kernel, element_kernel
from thresher.features.block_features import BlockFeatures
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves
from thresher.types import Segmentation

LOOPS = ("thresher.features.block_kernel", "thresher.features.element_kernel")


def compiled_kernel(name: str) -> Any:
    return pytest.importorskip(compiled_name(name), reason="the kernel was not compiled")


def features_by(load: Callable[[str], ModuleType], segmentation: Segmentation) -> BlockFeatures:
    def chosen(name: str) -> ModuleType:
        return load(name) if name in LOOPS else kernel(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "kernel", chosen)
        return module.block_features(segmentation)


def assert_same(source: str | bytes) -> None:
    segmentation = Leaves().segment(Page.parse(source))
    plain = features_by(importlib.import_module, segmentation)
    compiled = features_by(compiled_kernel, segmentation)
    np.testing.assert_array_equal(plain.matrix, compiled.matrix)
    np.testing.assert_array_equal(plain.base, compiled.base)
    np.testing.assert_array_equal(plain.info, compiled.info)


@pytest.mark.parametrize("name", LOOPS)
def test_the_two_forms_are_two_modules(name: str) -> None:
    assert str(importlib.import_module(name).__file__).endswith(".py")
    assert not str(compiled_kernel(name).__file__).endswith(".py")


@pytest.mark.parametrize("name", golden_pages())
def test_compiled_and_plain_agree_on_golden_pages(name: str) -> None:
    assert_same(golden_pages()[name])


@settings(deadline=None)
@given(pages)
def test_compiled_and_plain_agree(page: str) -> None:
    assert_same(page)


def test_the_kernels_mean_the_same_columns() -> None:
    for name in "FIRST_ROW LAST_ROW ELEMENT HEADING GROUP COPIES NEAR EVERY".split():
        assert getattr(block_kernel, name) == getattr(element_kernel, name)


def test_the_blocks_before_each_row_and_in_all() -> None:
    info = np.zeros((3, block_kernel.INFO_COLUMNS), dtype=np.int32)
    info[:, block_kernel.FIRST_ROW] = 1, 2, 5
    before = np.zeros(7, dtype=np.int32)
    block_kernel.count_blocks(info, before)
    assert before.tolist() == [0, 0, 1, 2, 2, 2, 3]


def title_of(*blocks: tuple[int, float, float, int]) -> int:
    """The title among blocks given as heading level, words, title words, hidden."""
    base = np.zeros((len(blocks), block_kernel.BASE_COLUMNS))
    info = np.zeros((len(blocks), block_kernel.INFO_COLUMNS), dtype=np.int32)
    for place, (level, words, in_title, hidden) in enumerate(blocks):
        base[place, [block_kernel.W, block_kernel.TITLE_WORDS]] = words, in_title
        info[place, [block_kernel.HEADING, block_kernel.HIDDEN]] = level, hidden
    return block_kernel.title_block(base, info)


def test_the_title_is_the_heading_most_like_it() -> None:
    assert title_of((2, 4, 1, 0), (1, 5, 5, 0), (2, 9, 5, 0)) == 1
    assert title_of((1, 2, 0, 0), (2, 5, 5, 0)) == 1
    assert title_of((0, 5, 5, 0), (2, 5, 4, 0)) == 1
    assert title_of((1, 5, 5, 1), (2, 5, 4, 0)) == 1


def test_without_a_likeness_the_first_h1_is_the_title() -> None:
    assert title_of((2, 3, 0, 0), (1, 3, 0, 0), (1, 3, 0, 0)) == 1
    assert title_of((2, 3, 0, 0), (2, 3, 0, 0)) == 0
    assert title_of((3, 3, 0, 0)) == -1
    assert title_of() == -1
