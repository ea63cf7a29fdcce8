"""The loops: compiled and plain give the same numbers; the parts that stand alone, by hand."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.material import golden_pages
from tests.strategies import pages
from thresher.compiled import compiled_name, kernel
from thresher.features import block_features as module
from thresher.features import block_kernel
from thresher.features.block_features import BlockFeatures
from thresher.features.class_words import matcher
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves
from thresher.types import Segmentation

COMPILED = compiled_name("thresher.features.block_kernel")


def compiled_kernel() -> Any:
    return pytest.importorskip(COMPILED, reason="the kernel was not compiled")


def features_by(loops: ModuleType, segmentation: Segmentation) -> BlockFeatures:
    def chosen(name: str) -> ModuleType:
        return loops if name == "thresher.features.block_kernel" else kernel(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "kernel", chosen)
        return module.block_features(segmentation)


def assert_same(source: str | bytes) -> None:
    segmentation = Leaves().segment(Page.parse(source))
    plain = features_by(block_kernel, segmentation)
    compiled = features_by(compiled_kernel(), segmentation)
    np.testing.assert_array_equal(plain.matrix, compiled.matrix)
    np.testing.assert_array_equal(plain.base, compiled.base)
    np.testing.assert_array_equal(plain.info, compiled.info)


def test_the_two_forms_are_two_modules() -> None:
    assert str(block_kernel.__file__).endswith(".py")
    assert not str(compiled_kernel().__file__).endswith(".py")


@pytest.mark.parametrize("name", golden_pages())
def test_compiled_and_plain_agree_on_golden_pages(name: str) -> None:
    assert_same(golden_pages()[name])


@settings(deadline=None)
@given(pages)
def test_compiled_and_plain_agree(page: str) -> None:
    assert_same(page)


@given(st.lists(st.integers(-5, 5) | st.integers(0, 2**32 - 1), max_size=30), st.data())
def test_equal_keys_get_equal_numbers(keys: list[int], data: st.DataObject) -> None:
    size = len(keys)
    chosen = data.draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    number = np.zeros(size, dtype=np.int32)
    slots = np.zeros(1 << (2 * size).bit_length(), dtype=np.int32)
    count = block_kernel.number_equal(
        np.array(keys, dtype=np.int64), np.array(chosen, dtype=np.uint8), slots, number
    )
    seen = [key for key, wanted in zip(keys, chosen, strict=True) if wanted]
    order = list(dict.fromkeys(seen))
    assert count == len(order)
    found = [n for n, wanted in zip(number.tolist(), chosen, strict=True) if wanted]
    assert found == [order.index(key) for key in seen]


def test_the_hash_of_a_class_ignores_its_digits() -> None:
    def hash_of(name: str, start: int) -> int:
        pair = [0, start]
        block_kernel.read_name(name, matcher().step, matcher().found, pair)
        return pair[1]

    assert hash_of("item12 row3", 7) == hash_of("item row", 7)
    assert hash_of("item", 7) != hash_of("items", 7)
    assert hash_of("item", 7) != hash_of("item", 8)


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
