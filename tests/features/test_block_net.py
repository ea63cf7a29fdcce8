"""The net against a slow one of plain loops; its inputs by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import thresher
from tests.features.small_model import every, random_layer, random_net
from tests.material import golden_pages
from thresher.features.block_features import FEATURE_NAMES, block_features
from thresher.features.block_net import (
    _ALONE,
    CODED,
    PAGE_TYPES,
    REACH,
    VALUES,
    Inputs,
    Layer,
    Mixing,
    Net,
    Single,
    bent,
    coded,
    product,
)
from thresher.segmenters.leaves import Leaves

COLUMNS, CODES, ROWS, WIDTH = 5, 2, 6, 3
State = list[list[float]]


def page_of(random: np.random.Generator, size: int) -> tuple[Inputs, NDArray[np.int32], Single]:
    """Inputs, groups and shares of some blocks."""
    inputs = Inputs(
        random.normal(size=(size, COLUMNS)).astype(np.float32),
        random.integers(0, ROWS, (size, CODES)).astype(np.int32),
    )
    group = random.integers(0, max(1, size // 2), size).astype(np.int32)
    return inputs, group, random.uniform(0.5, 9.0, size).astype(np.float32)


def slow_layer(layer: Layer, inputs: Inputs) -> State:
    weights, rows, bias = (part.tolist() for part in (layer.weights, layer.rows, layer.bias))
    state = []
    for amounts, codes in zip(inputs.amounts.tolist(), inputs.codes.tolist(), strict=True):
        block = []
        for unit in range(len(bias)):
            total = bias[unit]
            for place, amount in enumerate(amounts):
                total += amount * weights[place][unit]
            for code in codes:
                total += rows[code][unit]
            block.append(max(total, 0.0))
        state.append(block)
    return state


def slow_mean(state: State, shares: list[float], places: list[int]) -> list[float]:
    whole = sum(shares[place] for place in places)
    return [
        sum(shares[place] * state[place][unit] for place in places) / whole
        for unit in range(len(state[0]))
    ]


def slow_mixing(
    mixing: Mixing, state: State, reach: int, group: list[int], shares: list[float]
) -> State:
    width, size = len(state[0]), len(state)
    near, of_group, of_page = (m.tolist() for m in (mixing.near, mixing.group, mixing.page))
    page_mean = slow_mean(state, shares, list(range(size)))
    mixed = []
    for at in range(size):
        same = [place for place in range(size) if group[place] == group[at]]
        group_mean = slow_mean(state, shares, same)
        block = []
        for unit in range(width):
            total = float(mixing.bias[unit])
            for other in range(width):
                total += state[at][other] * near[other][unit]
                if at - reach >= 0:
                    total += state[at - reach][other] * near[other][width + unit]
                if at + reach < size:
                    total += state[at + reach][other] * near[other][2 * width + unit]
                total += group_mean[other] * of_group[other][unit]
                total += page_mean[other] * of_page[other][unit]
            block.append(state[at][unit] + max(total, 0.0))
        mixed.append(block)
    return mixed


def slow_net(
    net: Net, inputs: Inputs, group: NDArray[np.int32], shares: Single
) -> tuple[list[float], list[float]]:
    state = slow_layer(net.first, inputs)
    for reach, mixing in zip((1, 2, 4), net.mixings, strict=True):
        state = slow_mixing(mixing, state, reach, group.tolist(), shares.tolist())
    last, bias = net.last.tolist(), net.bias.tolist()

    def output(of: list[float], place: int) -> float:
        return float(bias[place] + sum(of[unit] * last[unit][place] for unit in range(len(of))))

    mean = slow_mean(state, shares.tolist(), list(range(len(state))))
    logits = [output(block, 0) for block in state]
    return logits, [output(mean, place) for place in range(1, len(bias))]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 15, 16, 17, 40])
def test_the_net_is_what_plain_loops_give(size: int) -> None:
    for seed in range(3):
        random = np.random.default_rng(100 * size + seed)
        net = random_net(random, COLUMNS, ROWS, WIDTH)
        page = page_of(random, size)
        logits, types = net(*page)
        slow_logits, slow_types = slow_net(net, *page)
        np.testing.assert_allclose(logits, slow_logits, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(types, slow_types, rtol=1e-4, atol=1e-5)
        assert logits.dtype == np.float64
        assert types.dtype == np.float32


def test_the_inputs_are_not_changed() -> None:
    random = np.random.default_rng(1)
    inputs, group, shares = page_of(random, 9)
    before = [part.copy() for part in (inputs.amounts, inputs.codes, group, shares)]
    random_net(random, COLUMNS, ROWS, WIDTH)(inputs, group, shares)
    for part, copy in zip((inputs.amounts, inputs.codes, group, shares), before, strict=True):
        np.testing.assert_array_equal(part, copy)


def test_the_numbers_of_groups_do_not_matter() -> None:
    random = np.random.default_rng(2)
    net = random_net(random, COLUMNS, ROWS, WIDTH)
    inputs, _, shares = page_of(random, 6)
    one, other = ([0, 0, 1, 2, 1, 0], [7, 7, 3, 0, 3, 7])
    answers = [net(inputs, np.array(group, dtype=np.int32), shares) for group in (one, other)]
    # The shares of the groups are summed in the order of their numbers.
    np.testing.assert_allclose(answers[0][0], answers[1][0], rtol=1e-5)
    np.testing.assert_allclose(answers[0][1], answers[1][1], rtol=1e-5)


def test_a_layer_by_hand() -> None:
    layer = Layer(
        np.array([[1, 0], [2, -1]], dtype=np.float32),
        np.array([[10, 0], [0, 0.5]], dtype=np.float32),
        np.array([0.25, 1], dtype=np.float32),
    )
    codes = np.array([[0, 1], [1, 1]], dtype=np.int32)
    state = layer(Inputs(np.array([[1, 2], [3, 4]], dtype=np.float32), codes))
    # 1 + 4 + 10 + .25 and −2 + .5 + 1, which is below 0; 3 + 8 + .25 and −4 + 1 + 1.
    np.testing.assert_array_equal(state, [[15.25, 0.0], [11.25, 0.0]])


@given(st.sampled_from([0, 1, 2, 15, 16, 17, 31, 32, 33, 100]), st.data())
def test_a_product_in_pieces_is_the_product(rows: int, data: st.DataObject) -> None:
    inner, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 4))
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    # Whole numbers: no order of the sums can change a digit.
    left = random.integers(-9, 10, (rows, inner)).astype(np.float32)
    right = random.integers(-9, 10, (inner, columns)).astype(np.float32)
    answer = product(left, right)
    np.testing.assert_array_equal(answer, left @ right)
    assert answer.shape == (rows, columns)
    assert answer.dtype == np.float32


def test_a_large_product_is_cut_into_pieces() -> None:
    random = np.random.default_rng(8)
    left = random.integers(-9, 10, (1001, 40)).astype(np.float32)
    right = random.integers(-9, 10, (40, 30)).astype(np.float32)
    assert left.size * right.shape[1] > 4 * _ALONE
    np.testing.assert_array_equal(product(left, right), left @ right)


def test_a_product_of_what_is_not_in_one_piece() -> None:
    whole = np.arange(40 * 6, dtype=np.float32).reshape(40, 6)
    left, right = whole[:, ::2], whole[:3, 1:2]
    np.testing.assert_array_equal(product(left, right), left @ right)


def matrix_of(rows: int) -> Single:
    return np.zeros((rows, len(FEATURE_NAMES)), dtype=np.float32)


def test_amounts_are_bent_by_hand() -> None:
    at = FEATURE_NAMES.index("words")
    matrix, bend, half = matrix_of(4), matrix_of(1)[0], np.ones(len(FEATURE_NAMES), np.float32)
    matrix[:, at] = [6, -6, 2, 0]
    bend[at], half[at] = 1, 2
    matrix[:, at + 1] = [6, -6, 2, 0]  # neither bent nor scaled
    amounts = bent(matrix, every(matrix), bend, half)
    np.testing.assert_array_equal(amounts[:, at], [0.75, -0.75, 0.5, 0.0])
    np.testing.assert_array_equal(amounts[:, at + 1], [6, -6, 2, 0])
    some = bent(matrix, np.array([2, 1, 2]), bend, half)
    np.testing.assert_array_equal(some[:, at], [0.5, -0.75, 0.5])
    assert amounts.dtype == np.float32
    np.testing.assert_array_equal(matrix[:, at], [6, -6, 2, 0])


def test_codes_by_hand() -> None:
    matrix = matrix_of(3)
    matrix[:, CODED[2]] = [5, VALUES + 3, -2]
    codes = coded(matrix, every(matrix))
    assert codes[:, 2].tolist() == [2 * VALUES + 5, 2 * VALUES + VALUES - 1, 2 * VALUES]
    assert codes[0, [0, 1, 3]].tolist() == [0, VALUES, 3 * VALUES]
    assert coded(matrix, np.array([2, 0]))[:, 2].tolist() == [2 * VALUES, 2 * VALUES + 5]
    assert codes.dtype == np.int32
    assert codes.flags.c_contiguous  # as the compiled loops want it


def test_inputs_of_some_blocks() -> None:
    random = np.random.default_rng(4)
    inputs, _, _ = page_of(random, 5)
    some = inputs.at(np.array([3, 0]))
    np.testing.assert_array_equal(some.amounts, inputs.amounts[[3, 0]])
    np.testing.assert_array_equal(some.codes, inputs.codes[[3, 0]])


def test_features_fit_through_the_first_layer() -> None:
    """From features to a state, with the loops that are in use."""
    layer = random_layer(np.random.default_rng(5), len(FEATURE_NAMES), len(CODED) * VALUES, WIDTH)
    matrix = np.random.default_rng(6).uniform(0, 5, (7, len(FEATURE_NAMES))).astype(np.float32)
    ones = np.ones(len(FEATURE_NAMES), np.float32)
    inputs = Inputs(bent(matrix, every(matrix), ones, ones), coded(matrix, every(matrix)))
    np.testing.assert_allclose(layer(inputs), slow_layer(layer, inputs), rtol=1e-3, atol=1e-4)


def test_coded_columns_hold_whole_numbers_within_the_rows_they_have() -> None:
    for source in golden_pages().values():
        matrix = block_features(Leaves().segment(thresher.Page.parse(source))).matrix
        coded = matrix[:, CODED]
        assert (coded == np.round(coded)).all()
        assert coded.min(initial=0) >= 0
        assert coded.max(initial=0) < VALUES


def test_coded_columns_are_those_with_names_by_number() -> None:
    names = [FEATURE_NAMES[place] for place in CODED]
    assert {"kind", "kind up 3", "container 5 kind", "first-class", "hidden"} <= set(names)
    assert not {"words", "page words", "class good", "heading"} & set(names)


def test_each_mixing_looks_further_than_the_one_before() -> None:
    assert list(REACH) == sorted(set(REACH))
    assert len(set(PAGE_TYPES)) == len(PAGE_TYPES)


def test_groups_of_which_all_blocks_were_turned_away_do_not_matter() -> None:
    random = np.random.default_rng(7)
    net = random_net(random, COLUMNS, ROWS, WIDTH)
    inputs, _, shares = page_of(random, 3)
    close, apart = ([0, 1, 0], [2, 5, 2])
    answers = [net(inputs, np.array(group, dtype=np.int32), shares) for group in (close, apart)]
    np.testing.assert_array_equal(answers[0][0], answers[1][0])
    np.testing.assert_allclose(answers[0][1], answers[1][1], rtol=1e-6)
