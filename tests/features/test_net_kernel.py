"""The loops of the block net: by hand, and compiled against plain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.compiled import compiled_name
from thresher.features import net_kernel
from thresher.features.block_net import Single


def compiled_kernel() -> Any:
    name = compiled_name("thresher.features.net_kernel")
    return pytest.importorskip(name, reason="the kernel was not compiled")


def both(run: Callable[[Any, np.random.Generator], list[Any]], seed: int) -> None:
    """The plain loops and the compiled ones give the same from the same numbers."""
    answers = [run(loops, np.random.default_rng(seed)) for loops in (net_kernel, compiled_kernel())]
    for plain, compiled in zip(*answers, strict=True):
        np.testing.assert_array_equal(plain, compiled)


def singles(random: np.random.Generator, *shape: int) -> Single:
    return random.normal(size=shape).astype(np.float32)


each_size = given(st.integers(1, 12), st.integers(1, 5), st.integers(0, 999))


@each_size
def test_compiled_and_plain_bend_alike(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        matrix, rows = 9 * singles(random, size, width), random.integers(0, size, size + 2)
        bend = random.integers(0, 2, width).astype(np.float32)
        half = random.uniform(0.05, 3.0, width).astype(np.float32)
        out = np.full((size + 2, width), np.nan, dtype=np.float32)
        loops.bend_rows(matrix, rows, bend, half, out)
        return [out]

    both(run, seed)


@each_size
def test_compiled_and_plain_bend_some_columns_alike(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        matrix, rows = 9 * singles(random, size, width + 3), random.integers(0, size, size + 2)
        columns = random.permutation(width + 3)[:width]
        bend = random.integers(0, 2, width).astype(np.float32)
        half = random.uniform(0.05, 3.0, width).astype(np.float32)
        out = np.full((size + 2, width), np.nan, dtype=np.float32)
        loops.bend_columns(matrix, rows, columns, bend, half, out)
        everything = np.empty((size + 2, width + 3), dtype=np.float32)
        wide_bend, wide_half = np.zeros(width + 3, np.float32), np.ones(width + 3, np.float32)
        wide_bend[columns], wide_half[columns] = bend, half
        loops.bend_rows(matrix, rows, wide_bend, wide_half, everything)
        np.testing.assert_array_equal(out, everything[:, columns])
        return [out]

    both(run, seed)


@each_size
def test_compiled_and_plain_code_alike(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        # Also below 0, above the last value, and between two values.
        matrix = (random.integers(-8, 24, (size, width + 3)) / 2).astype(np.float32)
        rows, columns = random.integers(0, size, size + 2), random.permutation(width + 3)[:width]
        out = np.full((size + 2, width), -1, dtype=np.int32)
        loops.code_rows(matrix, rows, columns, 7, out)
        of_column = out - 7 * np.arange(width)
        assert ((of_column >= 0) & (of_column < 7)).all()
        return [out]

    both(run, seed)


@each_size
def test_compiled_and_plain_add_the_same_rows(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        codes = random.integers(0, 6, (size, 3)).astype(np.int32)
        out = singles(random, size, width)
        loops.add_rows(singles(random, 6, width), codes, out)
        assert (out >= 0).all()
        return [out]

    both(run, seed)


@each_size
def test_compiled_and_plain_give_the_same_means(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        state = singles(random, size, width)
        group = random.integers(0, 4, size).astype(np.int32)
        share = random.uniform(0.5, 30.0, size).astype(np.float32)
        totals = np.append(np.bincount(group, share, minlength=4), share.sum()).astype(np.float32)
        out = np.full((5, width), np.nan, dtype=np.float32)
        loops.mean_states(state, group, share, totals, out)
        return [out]

    both(run, seed)


@each_size
def test_compiled_and_plain_mix_alike(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        state, around = singles(random, size, width), singles(random, size, 3 * width)
        grouped, constant = singles(random, 4, width), singles(random, width)
        group = random.integers(0, 4, size).astype(np.int32)
        loops.mix(state, around, grouped, group, constant, int(random.integers(1, 6)))
        return [state]

    both(run, seed)


@each_size
def test_compiled_and_plain_weigh_alike(size: int, width: int, seed: int) -> None:
    def run(loops: Any, random: np.random.Generator) -> list[Any]:
        state, weights, out = singles(random, size, width), singles(random, width), np.empty(size)
        loops.weigh(state, weights, float(random.normal()), out)
        return [out]

    both(run, seed)


def test_rows_are_added_and_cut_off_by_hand() -> None:
    out = np.array([[1, 1], [1, -1]], dtype=np.float32)
    table = np.array([[2, -3], [1, 1.5]], dtype=np.float32)
    net_kernel.add_rows(table, np.array([[0, 1], [0, 0]], dtype=np.int32), out)
    # 1 + 2 + 1 and 1 − 3 + 1.5; 1 + 2 + 2 and −1 − 3 − 3. Only the sum is cut off.
    np.testing.assert_array_equal(out, [[4.0, 0.0], [5.0, 0.0]])
    table = np.array([[-3], [5]], dtype=np.float32)
    out = np.array([[1]], dtype=np.float32)
    net_kernel.add_rows(table, np.array([[0, 1]], dtype=np.int32), out)
    np.testing.assert_array_equal(out, [[3.0]])


def test_means_of_groups_by_hand() -> None:
    state = np.array([[1, 10], [4, 0], [3, 30]], dtype=np.float32)
    out = np.full((4, 2), np.nan, dtype=np.float32)
    net_kernel.mean_states(
        state,
        np.array([1, 0, 1], dtype=np.int32),
        np.array([1, 6, 3], dtype=np.float32),
        np.array([6, 4, 0, 10], dtype=np.float32),
        out,
    )
    # Of the two groups, of one without blocks, and of the page.
    np.testing.assert_allclose(out, [[4.0, 0.0], [2.5, 25.0], [0.0, 0.0], [3.4, 10.0]], rtol=1e-6)


def test_states_are_weighed_by_hand() -> None:
    out = np.empty(2)
    state, weights = np.array([[1, 2], [3, 4]], dtype=np.float32), np.array([10, -1], np.float32)
    net_kernel.weigh(state, weights, 0.5, out)
    np.testing.assert_array_equal(out, [8.5, 26.5])


def test_a_mix_by_hand() -> None:
    state = np.array([[1], [2], [3]], dtype=np.float32)
    # For the block itself, for the one after it and for the one before it.
    around = np.array([[1, 10, 100], [2, 20, 200], [-90, 30, 300]], dtype=np.float32)
    grouped, constant = np.array([[0], [0.5], [0.25]], np.float32), np.array([4], np.float32)
    group = np.array([1, 2, 0], dtype=np.int32)
    net_kernel.mix(state, around, grouped, group, constant, 1)
    # 1 + 200 + .5 + 4; 2 + 10 + 300 + .25 + 4; −90 + 20 + 4, which is below 0.
    np.testing.assert_array_equal(state, [[206.5], [318.25], [3.0]])
    state[:] = 0
    net_kernel.mix(state, around, grouped, group, constant, 2)
    np.testing.assert_array_equal(state, [[305.5], [6.25], [0.0]])
    state[:] = 0
    net_kernel.mix(state, around, grouped, group, constant, 3)
    np.testing.assert_array_equal(state, [[5.5], [6.25], [0.0]])
