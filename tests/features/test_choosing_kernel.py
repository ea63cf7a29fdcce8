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
from thresher.features import choosing_kernel


def bytes_of(values: list[int]) -> NDArray[np.uint8]:
    return np.array(values, dtype=np.uint8)


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
    name = compiled_name("thresher.features.choosing_kernel")
    compiled = pytest.importorskip(name, reason="the kernel was not compiled")
    assert all_loops(choosing_kernel, size, seed) == all_loops(compiled, size, seed)


def all_loops(loops: ModuleType, size: int, seed: int) -> list[object]:
    """What every loop gives for the same random blocks."""
    random = np.random.default_rng(seed)
    words, probability = random.uniform(0.5, 40, size), random.uniform(size=size)
    best = np.zeros(size, dtype=np.uint8)
    expected = loops.keep_best(np.argsort(-probability), probability, words, 2.0, best)
    matrix = (random.integers(0, 3, (size, 4)) / [1, 2, 2, 1]).astype(np.float32)
    keep = random.integers(0, 2, size).tolist()
    headline, headings, code = (bytes_of(keep) for _ in range(3))
    counts = (
        loops.add_headline(matrix, COLUMNS, probability, headline, 3),
        loops.add_headings(matrix, COLUMNS, probability, headings, 0.3),
        loops.add_code(matrix, COLUMNS, probability, code, 0.3),
    )
    return [expected, counts, *(each.tolist() for each in (best, headline, headings, code))]
