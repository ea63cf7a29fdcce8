"""The loops of the choice: by hand, and compiled against plain."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thresher.compiled import compiled_name
from thresher.features import block_kernel, choosing_kernel
from thresher.features.block_kernel import BASE_COLUMNS, INFO_COLUMNS
from thresher.identifiers import thresher

Bytes = NDArray[np.uint8]
PARENT = np.array([-1, 0, 0, 1, 1, 2], dtype=np.int32)


def compiled_kernel() -> ModuleType:
    name = compiled_name("thresher.features.choosing_kernel")
    kernel: ModuleType = pytest.importorskip(name, reason="the kernel was not compiled")
    return kernel


def bytes_of(values: list[int]) -> Bytes:
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
    loops: ModuleType = choosing_kernel,
) -> list[int]:
    kept = bytes_of(keep)
    unseen = bytes_of(hidden or [0] * len(words))
    loops.add_beside(base_of(words), info_of(elements), PARENT, unseen, kept)
    return [int(value) for value in kept]


def test_the_constants_are_those_of_the_features_and_of_the_reasons() -> None:
    for name in ("W", "ELEMENT"):
        assert getattr(choosing_kernel, name) == getattr(block_kernel, name)
    reasons = thresher._REASONS
    assert reasons[choosing_kernel.HIDDEN] == "hidden"
    assert reasons[choosing_kernel.BESIDE] == "beside content"
    assert reasons[choosing_kernel.ADDED] == "belongs to what is kept"
    assert reasons[choosing_kernel.KEPT : choosing_kernel.HIDDEN] == (
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
    size = choosing_kernel.list_readable(words, hidden, 1 << 4 | 1 << 7, out)
    assert out[:size].tolist() == [0, 3]


def test_reasons_by_hand() -> None:
    probability = np.array([0.05, 0.1, 0.4, 0.9, 0.05, 0.5, 0.85, 0.0, 0.9, 0.2, 0.2, 0.6])
    keep = bytes_of([0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1])
    hidden = bytes_of([0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0])
    base, why = base_of([9, 9, 9, 9, 9, 9, 9, 0, 9, 9, 9, 9]), np.empty(12, dtype=np.uint8)
    added = bytes_of([0] * 9 + [1, 0, 0])
    choosing_kernel.explain(base, added, keep, hidden, probability, thresher._LEVELS, why)
    assert why.tolist() == [0, 1, 1, 1, 2, 3, 4, 6, 5, 8, 1, 3]


COLUMNS = np.arange(4)
"""Of the small matrices: level of the heading, share of the title, why it is hidden, is it code."""
Heading = tuple[int, float] | tuple[int, float, int]
TEXT, HEADLINE = (0, 0.0), (1, 0.9)


def headings_of(blocks: Sequence[Heading]) -> NDArray[np.float32]:
    return np.array([(*block, 0, 0)[:4] for block in blocks], dtype=np.float32)


def with_headline(
    blocks: Sequence[Heading], keep: list[int], reach: int = 2, unread: int = -1
) -> list[int]:
    probability, kept = np.full(len(blocks), 0.2), bytes_of(keep)
    if unread >= 0:
        probability[unread] = 0
    before = kept.copy()
    place = choosing_kernel.add_headline(headings_of(blocks), COLUMNS, probability, kept, reach)
    assert np.flatnonzero(kept != before).tolist() == ([place] if place >= 0 else [])
    return [int(value) for value in kept]


def test_the_headline_before_the_content_is_kept() -> None:
    assert with_headline([HEADLINE, TEXT, TEXT], [0, 0, 1]) == [1, 0, 1]
    assert with_headline([HEADLINE, HEADLINE, TEXT], [0, 0, 1]) == [0, 1, 1]


def test_a_headline_too_far_away_is_not_kept() -> None:
    assert with_headline([HEADLINE, TEXT, TEXT, TEXT], [0, 0, 0, 1]) == [0, 0, 0, 1]
    # A block without words does not count.
    assert with_headline([HEADLINE, TEXT, TEXT, TEXT], [0, 0, 0, 1], unread=1) == [1, 0, 0, 1]


def test_one_headline_is_enough() -> None:
    assert with_headline([HEADLINE, TEXT, HEADLINE], [0, 1, 1]) == [0, 1, 1]


@pytest.mark.parametrize("heading", [(3, 0.9), (0, 0.9), (1, 0.3), (1, 0.9, 2)])
def test_what_is_no_headline(heading: Heading) -> None:
    assert with_headline([heading, TEXT], [0, 1]) == [0, 1]


def test_where_nothing_is_kept_there_is_no_headline() -> None:
    assert with_headline([HEADLINE, TEXT], [0, 0]) == [0, 0]


def with_headings(
    levels: list[int], keep: list[int], probability: list[float] | None = None, hidden: int = -1
) -> list[int]:
    matrix, kept = headings_of([(level, 0.0) for level in levels]), bytes_of(keep)
    if hidden >= 0:
        matrix[hidden, 2] = 1
    likely = np.array(probability or [0.5] * len(levels))
    added = choosing_kernel.add_headings(matrix, COLUMNS, likely, kept, 0.15)
    assert added == int(kept.sum()) - sum(keep)
    return [int(value) for value in kept]


def test_headings_between_kept_blocks_are_kept() -> None:
    assert with_headings([0, 2, 3, 0], [1, 0, 0, 1]) == [1, 1, 1, 1]
    assert with_headings([0, 2, 0, 0], [1, 0, 0, 1]) == [1, 0, 0, 1]
    assert with_headings([2, 0, 2], [0, 1, 0]) == [0, 1, 0]


def test_unlikely_and_hidden_headings_are_not_kept() -> None:
    assert with_headings([0, 2, 0], [1, 0, 1], [0.5, 0.14, 0.5]) == [1, 0, 1]
    assert with_headings([0, 2, 0], [1, 0, 1], hidden=1) == [1, 0, 1]


def test_blocks_without_words_do_not_part_a_heading_from_what_follows() -> None:
    assert with_headings([0, 2, 0, 0], [1, 0, 0, 1], [0.5, 0.5, 0.0, 0.5]) == [1, 1, 0, 1]


def with_code(
    is_code: list[int],
    keep: list[int],
    probability: list[float] | None = None,
    hidden: list[int] | None = None,
) -> list[int]:
    matrix, kept = np.zeros((len(keep), 4), dtype=np.float32), bytes_of(keep)
    matrix[:, 3], matrix[:, 2] = is_code, hidden or 0
    likely = np.array(probability or [0.2] * len(keep))
    added = choosing_kernel.add_code(matrix, COLUMNS, likely, kept, 0.15)
    assert added == int(kept.sum()) - sum(keep)
    return [int(value) for value in kept]


def test_code_after_a_kept_block_is_kept() -> None:
    assert with_code([1, 0, 1, 1, 0, 1], [0, 1, 0, 0, 0, 0]) == [0, 1, 1, 1, 0, 0]
    # Past a block without words.
    assert with_code([0, 0, 1], [1, 0, 0], [0.9, 0.0, 0.2]) == [1, 0, 1]


def test_unlikely_and_hidden_code_is_not_kept() -> None:
    assert with_code([0, 1], [1, 0], [0.9, 0.1]) == [1, 0]
    assert with_code([0, 1], [1, 0], hidden=[0, 2]) == [1, 0]


@given(st.integers(1, 12), st.integers(0, 999))
def test_compiled_and_plain_agree(size: int, seed: int) -> None:
    plain, compiled = (
        all_loops(loops, size, seed) for loops in (choosing_kernel, compiled_kernel())
    )
    assert plain == compiled


def all_loops(loops: ModuleType, size: int, seed: int) -> list[object]:
    """What every loop gives for the same random blocks."""
    random = np.random.default_rng(seed)
    words = (random.integers(0, 3, size) * random.uniform(0.5, 40, size)).tolist()
    keep, hidden = random.integers(0, 2, size), random.integers(0, 2, size)
    elements = random.integers(-1, 6, size).tolist()
    beside = with_beside(words, keep.tolist(), elements, hidden.tolist(), loops)
    probability, why = random.uniform(size=size), np.empty(size, dtype=np.uint8)
    extra = bytes_of(random.integers(0, 2, size).tolist())
    unseen, levels = bytes_of(hidden.tolist()), thresher._LEVELS
    loops.explain(base_of(words), extra, bytes_of(beside), unseen, probability, levels, why)
    best = np.zeros(size, dtype=np.uint8)
    order = np.argsort(-probability)
    expected = loops.keep_best(order, probability, np.array(words), 2.0, best)
    out = np.full(size, -1, dtype=np.intp)
    reasons = random.integers(0, 9, size).astype(np.int32)
    count = loops.list_readable(np.array(words), reasons, 144, out)
    matrix = (random.integers(0, 3, (size, 4)) / [1, 2, 2, 1]).astype(np.float32)
    headline, headings, code = (bytes_of(keep.tolist()) for _ in range(3))
    place = loops.add_headline(matrix, COLUMNS, probability, headline, 3)
    added = loops.add_headings(matrix, COLUMNS, probability, headings, 0.3)
    lines = loops.add_code(matrix, COLUMNS, probability, code, 0.3)
    columns = (why, best, out, headline, headings, code)
    return [beside, expected, count, place, added, lines, *(each.tolist() for each in columns)]
