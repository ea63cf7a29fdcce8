"""The loops of the verdicts: by hand, and compiled against plain."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thresher.compiled import compiled_name
from thresher.features import block_kernel
from thresher.features.block_kernel import BASE_COLUMNS, INFO_COLUMNS
from thresher.identifiers import thresher, verdict_kernel

PARENT = np.array([-1, 0, 0, 1, 1, 2], dtype=np.int32)


def bytes_of(values: list[int]) -> NDArray[np.uint8]:
    return np.array(values, dtype=np.uint8)


def base_of(words: list[float]) -> NDArray[np.float64]:
    base = np.zeros((len(words), BASE_COLUMNS))
    base[:, block_kernel.W] = words
    return base


def info_of(elements: list[int]) -> NDArray[np.int32]:
    info = np.zeros((len(elements), INFO_COLUMNS), dtype=np.int32)
    info[:, block_kernel.ELEMENT] = elements
    return info


def with_beside(
    words: list[float],
    keep: list[int],
    elements: list[int],
    hidden: list[int] | None = None,
    loops: ModuleType = verdict_kernel,
) -> list[int]:
    kept = bytes_of(keep)
    unseen = bytes_of(hidden or [0] * len(words))
    loops.add_beside(base_of(words), info_of(elements), PARENT, unseen, kept)
    return [int(value) for value in kept]


def test_the_constants_are_those_of_the_features_and_of_the_reasons() -> None:
    for name in ("W", "ELEMENT"):
        assert getattr(verdict_kernel, name) == getattr(block_kernel, name)
    reasons = thresher._REASONS
    assert reasons[verdict_kernel.HIDDEN] == "hidden"
    assert reasons[verdict_kernel.BESIDE] == "beside content"
    assert reasons[verdict_kernel.ADDED] == "belongs to what is kept"
    assert reasons[verdict_kernel.KEPT : verdict_kernel.HIDDEN] == (
        "content, for lack of better",
        "likely content",
        "clearly content",
    )


def test_an_image_between_kept_blocks_is_kept() -> None:
    assert with_beside([5, 0, 0, 5], [1, 0, 0, 1], [3, 4, 5, 2]) == [1, 1, 1, 1]


def test_an_image_beside_one_kept_block_is_kept_where_both_are_in_one_element() -> None:
    # The elements 3 and 4 are in 1, the element 5 is in 2.
    assert with_beside([5, 0, 5], [1, 0, 0], [3, 4, 5]) == [1, 1, 0]
    assert with_beside([5, 0, 5], [1, 0, 0], [3, 5, 4]) == [1, 0, 0]
    assert with_beside([0, 5], [0, 1], [4, 3]) == [1, 1]
    assert with_beside([5, 0], [1, 0], [5, 3]) == [1, 0]


def test_a_hidden_image_is_not_kept() -> None:
    assert with_beside([5, 0, 5], [1, 0, 1], [3, 3, 3], hidden=[0, 1, 0]) == [1, 0, 1]


def test_blocks_in_no_element_are_together() -> None:
    assert with_beside([5, 0], [1, 0], [-1, -1]) == [1, 1]


def test_readable_blocks_have_words_and_are_not_hidden_for_good() -> None:
    out = np.empty(5, dtype=np.intp)
    words, hidden = np.array([1.0, 0.0, 2.0, 3.0, 4.0]), np.array([0, 0, 4, 2, 7], dtype=np.int32)
    size = verdict_kernel.list_readable(words, hidden, 1 << 4 | 1 << 7, out)
    assert out[:size].tolist() == [0, 3]


def test_reasons_by_hand() -> None:
    probability = np.array([0.05, 0.1, 0.4, 0.9, 0.05, 0.5, 0.85, 0.0, 0.9, 0.2, 0.2, 0.6])
    keep = bytes_of([0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1])
    hidden = bytes_of([0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0])
    base, why = base_of([9, 9, 9, 9, 9, 9, 9, 0, 9, 9, 9, 9]), np.empty(12, dtype=np.uint8)
    added = bytes_of([0] * 9 + [1, 0, 0])
    verdict_kernel.explain(base, added, keep, hidden, probability, thresher._LEVELS, why)
    assert why.tolist() == [0, 1, 1, 1, 2, 3, 4, 6, 5, 8, 1, 3]


@given(st.integers(1, 12), st.integers(0, 999))
def test_compiled_and_plain_agree(size: int, seed: int) -> None:
    name = compiled_name("thresher.identifiers.verdict_kernel")
    compiled = pytest.importorskip(name, reason="the kernel was not compiled")
    assert all_loops(verdict_kernel, size, seed) == all_loops(compiled, size, seed)


def all_loops(loops: ModuleType, size: int, seed: int) -> list[object]:
    """What every loop gives for the same random blocks."""
    random = np.random.default_rng(seed)
    words = (random.integers(0, 3, size) * random.uniform(0.5, 40, size)).tolist()
    keep, hidden, extra = (random.integers(0, 2, size).tolist() for _ in range(3))
    beside = with_beside(words, keep, random.integers(-1, 6, size).tolist(), hidden, loops)
    probability, why = random.uniform(size=size), np.empty(size, dtype=np.uint8)
    marks = bytes_of(extra), bytes_of(beside), bytes_of(hidden)
    loops.explain(base_of(words), *marks, probability, thresher._LEVELS, why)
    out = np.full(size, -1, dtype=np.intp)
    reasons = random.integers(0, 9, size).astype(np.int32)
    count = loops.list_readable(np.array(words), reasons, 144, out)
    return [beside, count, why.tolist(), out.tolist()]
