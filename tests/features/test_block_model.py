"""The model of the default: who is asked, what is said of the page, files that are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.features.small_model import constant_model, every, random_model, stump
from thresher.errors import ModelFormatError
from thresher.features.block_features import FEATURE_NAMES
from thresher.features.block_model import DOUBTFUL, SURELY_NOT, BlockModel, Gate
from thresher.features.block_net import (
    CODED,
    PAGE_TYPES,
    VALUES,
    Inputs,
    Layer,
    Single,
    bent,
    coded,
)

LENGTH = FEATURE_NAMES.index("length")
ARRAYS = sorted(random_model().arrays())
# A threshold may be infinite: below an early leaf the way leads on to the left.
FLOATS = [
    name
    for name in ARRAYS
    if random_model().arrays()[name].dtype.kind == "f" and name != "tree_threshold"
]
Page = tuple[Single, NDArray[np.intp], NDArray[np.float64], NDArray[np.int32]]


def page_of(size: int, seed: int = 0) -> Page:
    """Features, the rows to judge (here all), words and groups."""
    random = np.random.default_rng(seed)
    matrix = random.uniform(0, 2, (size, len(FEATURE_NAMES))).astype(np.float32)
    group = random.integers(0, 3, size).astype(np.int32)
    return matrix, np.arange(size), random.integers(1, 90, size).astype(np.float64), group


def with_gate_on_length(model: BlockModel) -> BlockModel:
    """A gate that blocks of length 1 pass with a logit of 2, and those of 0 do not, with −8."""
    one, none = np.ones(1, np.float32), np.zeros(1, np.float32)
    layer = Layer(one[None], np.zeros((len(CODED) * VALUES, 1), np.float32), none)
    gate = Gate(np.array([LENGTH]), none, one, layer, 10 * one, np.array(-8, np.float32))
    return replace(model, gate=gate)


def test_the_mean_of_net_and_forest_where_the_gate_lets_through() -> None:
    model = with_gate_on_length(constant_model(0.0, later=2.5))
    model = replace(model, forest=stump(LENGTH, -50.0, 1.5))
    matrix, rows, words, group = page_of(4)
    matrix[:, LENGTH] = [0, 1, 0, 1]
    reading = model.read(matrix, rows, words, group)
    assert reading.passed.tolist() == [False, True, False, True]
    assert reading.logits.tolist() == [-8.0, 2.0, -8.0, 2.0]


def doubted(model: BlockModel, net: float, forest: float) -> float:
    """The logit of a block to which net and forest give one each."""
    bias = model.net.bias.copy()
    bias[0] = net
    asked = replace(
        model, net=replace(model.net, bias=bias), forest=stump(LENGTH, forest, forest)
    ).read(*page_of(1))
    return float(asked.logits[0])


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_forest_is_asked_only_where_the_net_is_in_doubt(sign: float) -> None:
    model = constant_model(0.0, later=0.0)
    below = float(np.nextafter(np.float32(DOUBTFUL), np.float32(0)))
    assert doubted(model, sign * below, 4.0) == (sign * below + 4.0) / 2
    assert doubted(model, sign * DOUBTFUL, 4.0) == sign * DOUBTFUL
    assert doubted(model, sign * 2 * DOUBTFUL, 4.0) == sign * 2 * DOUBTFUL


def test_each_block_is_in_doubt_by_itself() -> None:
    """The net's logits of these blocks are 1, 9 and 2, and each has another tree to answer."""
    model = constant_model(0.0, later=0.0)
    weights, last = model.net.first.weights.copy(), model.net.last.copy()
    weights[LENGTH], last[:, 0] = 1, 1
    net = replace(model.net, first=replace(model.net.first, weights=weights), last=last)
    other = LENGTH + 1
    model = replace(model, net=net, forest=stump(other, -1.0, 5.0))
    matrix, rows, words, group = page_of(5)
    matrix[:, LENGTH] = [7, 1, 7, 9, 2]
    matrix[:, other] = [0, 0, 0, 1, 1]
    at = np.array([1, 3, 4])
    reading = model.read(matrix, rows[at], words[at], group[at])
    assert reading.logits.tolist() == [0.0, 9.0, 3.5]


def test_a_logit_at_the_bound_passes() -> None:
    page = page_of(3)
    assert constant_model(SURELY_NOT, later=1.0).read(*page).passed.all()
    below = float(np.nextafter(np.float32(SURELY_NOT), np.float32(-99)))
    assert not constant_model(below, later=1.0).read(*page).passed.any()


def test_the_gate_bends_the_few_columns_that_it_looks_at() -> None:
    gate, (matrix, _, _, _) = random_model().gate, page_of(7)
    rows = np.array([5, 0, 6])
    amounts = bent(matrix[:, gate.columns].copy(), rows, gate.bend, gate.half)
    state = gate.layer(Inputs(amounts, coded(matrix, rows)))
    logits = gate.logits(matrix, rows, coded(matrix, rows))
    np.testing.assert_allclose(logits, state @ gate.last + gate.bias, rtol=1e-4, atol=1e-5)
    changed = matrix.copy()
    others = np.setdiff1d(np.arange(len(FEATURE_NAMES)), [*gate.columns, *CODED])
    changed[:, others] += 1
    np.testing.assert_array_equal(gate.logits(changed, rows, coded(changed, rows)), logits)


def test_nothing_passes() -> None:
    model = constant_model(SURELY_NOT - 1, later=9.0)
    reading = model.read(*page_of(5))
    assert not reading.passed.any()
    assert reading.logits.tolist() == [SURELY_NOT - 1] * 5
    assert reading.type_probabilities.tolist() == [1 / len(PAGE_TYPES)] * len(PAGE_TYPES)


def test_a_page_without_blocks() -> None:
    reading = random_model().read(*page_of(0))
    assert len(reading.logits) == len(reading.passed) == 0
    assert reading.type_probabilities.sum() == pytest.approx(1.0)


def test_what_is_turned_away_is_as_if_it_were_not_there() -> None:
    model = with_gate_on_length(random_model())
    matrix, rows, words, group = page_of(9)
    matrix[:, LENGTH] = [1, 0, 1, 1, 0, 0, 1, 1, 0]
    at = np.flatnonzero(matrix[:, LENGTH])
    reading, left = (
        model.read(matrix, rows, words, group),
        model.read(matrix, at, words[at], group[at]),
    )
    assert left.passed.all()
    np.testing.assert_allclose(reading.logits[at], left.logits, rtol=1e-5)
    np.testing.assert_allclose(reading.type_probabilities, left.type_probabilities, rtol=1e-5)


def test_rows_that_are_not_asked_for_do_not_count() -> None:
    matrix, _, words, group = page_of(8)
    at = np.array([1, 2, 5, 7])
    some = random_model().read(matrix, at, words[at], group[at])
    alone = random_model().read(matrix[at], np.arange(4), words[at], group[at])
    np.testing.assert_array_equal(some.logits, alone.logits)
    np.testing.assert_array_equal(some.type_probabilities, alone.type_probabilities)


@pytest.mark.parametrize("size", [1, 2, 3, 20])
def test_blocks_count_by_the_root_of_their_words(size: int) -> None:
    model = with_gate_on_length(random_model())
    matrix, rows, words, group = page_of(size)
    matrix[:, LENGTH] = 1
    inputs = Inputs(bent(matrix, rows, model.bend, model.half), coded(matrix, rows))
    logits, scores = model.net(inputs, group, np.sqrt(words).astype(np.float32))
    reading = model.read(matrix, rows, words, group)
    assert (np.abs(logits) < DOUBTFUL).all()
    np.testing.assert_allclose(
        reading.logits, (logits + model.forest.logits(matrix, every(matrix))) / 2, rtol=1e-5
    )
    odds = np.exp(scores.astype(np.float64))
    np.testing.assert_allclose(reading.type_probabilities, odds / odds.sum(), rtol=1e-5)


def test_a_column_of_a_larger_matrix_as_groups() -> None:
    """As the features give words and groups: every so many bytes."""
    model, (matrix, rows, words, group) = random_model(), page_of(6)
    wide_words, wide_group = np.stack([words, words + 50], 1), np.stack([group, group + 50], 1)
    apart = model.read(matrix, rows, wide_words[:, 0], wide_group[:, 0])
    together = model.read(matrix, rows, words, group)
    assert together.passed.any()
    np.testing.assert_array_equal(apart.logits, together.logits)
    np.testing.assert_array_equal(apart.type_probabilities, together.type_probabilities)


def test_probabilities_of_types_even_where_scores_are_large() -> None:
    model = constant_model(0.0, later=0.0)
    bias = model.net.bias.copy()
    bias[2], bias[3] = 5000.0, 4999.0
    reading = replace(model, net=replace(model.net, bias=bias)).read(*page_of(3))
    assert reading.type_probabilities.sum() == pytest.approx(1.0)
    assert int(np.argmax(reading.type_probabilities)) == 1
    assert reading.type_probabilities[1] == pytest.approx(1 / (1 + np.exp(-1)))


def test_the_features_are_not_changed() -> None:
    matrix, rows, words, group = page_of(5)
    before = matrix.copy()
    random_model().read(matrix, rows, words, group)
    np.testing.assert_array_equal(matrix, before)


@pytest.mark.parametrize(
    ("expected", "found"), [(0.2, 0.3), (0.4, 0.6), (0.6, 0.9), (0.1, 0.2), (-1, 0.1), (2, 0.9)]
)
def test_confidence_is_between_the_rows_of_the_table(expected: float, found: float) -> None:
    assert random_model().confidence(expected) == pytest.approx(found)


def test_arrays_and_back() -> None:
    model = random_model()
    again = BlockModel.of_arrays(model.arrays())
    assert sorted(again.arrays()) == ARRAYS
    for name, array in model.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], array)
        assert again.arrays()[name].dtype == array.dtype
    page = page_of(6)
    np.testing.assert_array_equal(again.read(*page).logits, model.read(*page).logits)


def test_arrays_in_another_order_in_memory() -> None:
    model, page = random_model(), page_of(6)
    turned = {name: np.array(array, copy=True, order="F") for name, array in model.arrays().items()}
    again = BlockModel.of_arrays(turned)
    np.testing.assert_array_equal(again.read(*page).logits, model.read(*page).logits)


def refused(name: str, array: NDArray[Any]) -> None:
    with pytest.raises(ModelFormatError, match="train it again"):
        BlockModel.of_arrays({**random_model().arrays(), name: array})


@pytest.mark.parametrize("name", ARRAYS)
def test_a_missing_array_is_named(name: str) -> None:
    arrays = {other: array for other, array in random_model().arrays().items() if other != name}
    with pytest.raises(ModelFormatError, match=f"no array '{name}'"):
        BlockModel.of_arrays(arrays)


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_refused(name: str, value: float) -> None:
    array = random_model().arrays()[name].copy()
    array.flat[-1] = value
    refused(name, array)


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_that_is_too_long_is_refused(name: str) -> None:
    array = np.atleast_1d(random_model().arrays()[name])
    refused(name, np.concatenate([array, array[-1:]]))


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_of_more_dimensions_is_refused(name: str) -> None:
    refused(name, random_model().arrays()[name][None])


@pytest.mark.parametrize("name", ["net_weights", "net_last", "mixing1_near", "gate_rows"])
def test_a_matrix_on_its_side_is_refused(name: str) -> None:
    refused(name, random_model().arrays()[name].T)


@pytest.mark.parametrize("name", ["mixing0_near", "mixing2_group", "mixing1_page"])
def test_a_mixing_of_another_width_is_refused(name: str) -> None:
    refused(name, random_model(width=5).arrays()[name])


def test_a_table_that_falls_is_refused() -> None:
    refused("expected", np.array([0.0, 0.6, 0.2, 1.0]))


def test_an_empty_table_is_refused() -> None:
    nothing = {"expected": np.zeros(0), "found": np.zeros(0)}
    with pytest.raises(ModelFormatError, match="do not fit together"):
        BlockModel.of_arrays({**random_model().arrays(), **nothing})


@pytest.mark.parametrize("value", [-0.01, 1.01])
def test_a_measure_outside_its_range_is_refused(value: float) -> None:
    refused("found", np.array([0.1, 0.3, value, 0.9]))


def test_measures_at_the_ends_of_their_range_are_not_refused() -> None:
    arrays = {**random_model().arrays(), "found": np.array([0.0, 0.3, 0.9, 1.0])}
    assert BlockModel.of_arrays(arrays).confidence(1.0) == 1.0


@pytest.mark.parametrize("name", ["half", "gate_half"])
@pytest.mark.parametrize("value", [0.0, -1.0])
def test_a_divisor_that_may_be_nothing_is_refused(name: str, value: float) -> None:
    array = random_model().arrays()[name].copy()
    array[1] = value
    refused(name, array)


@pytest.mark.parametrize("name", ["bend", "gate_bend"])
def test_a_negative_bend_is_refused(name: str) -> None:
    array = random_model().arrays()[name].copy()
    array[1] = -0.5
    refused(name, array)


@pytest.mark.parametrize("name", ARRAYS)
def test_text_in_place_of_numbers_is_refused(name: str) -> None:
    with pytest.raises(ModelFormatError, match=r"the model is damaged: .*wheat.*; train it"):
        BlockModel.of_arrays({**random_model().arrays(), name: np.array(["wheat", "rye"])})


@pytest.mark.parametrize("name", [name for name in ARRAYS if name != "gate_last_bias"])
def test_a_number_in_place_of_an_array_is_refused(name: str) -> None:
    refused(name, np.array(random_model().arrays()[name].flat[0]))


@pytest.mark.parametrize("stem", ["gate", "net"])
def test_a_layer_without_units_is_refused(stem: str) -> None:
    """All of its arrays fit together."""
    none, model = random_model(width=0).arrays(), random_model().arrays()
    stems = ("net", "mixing") if stem == "net" else ("gate",)
    keep = {"gate_columns", "gate_bend", "gate_half"}
    changed = {name: none[name] for name in none if name.startswith(stems) and name not in keep}
    with pytest.raises(ModelFormatError, match="do not fit together"):
        BlockModel.of_arrays({**model, **changed})


def test_a_table_that_rests_is_not() -> None:
    arrays = {**random_model().arrays(), "expected": np.array([0.0, 0.2, 0.2, 1.0])}
    assert BlockModel.of_arrays(arrays).confidence(0.1) == pytest.approx(0.2)


def test_a_forest_that_asks_for_columns_that_are_not_there() -> None:
    last = len(FEATURE_NAMES) - 1
    arrays = random_model().arrays()
    column = arrays["tree_column"]
    BlockModel.of_arrays({**arrays, "tree_column": np.full_like(column, last)})
    refused("tree_column", np.full_like(column, last + 1))
    refused("tree_column", np.full_like(column, -1))


@pytest.mark.parametrize("place", [-1, len(FEATURE_NAMES)])
def test_a_gate_that_asks_for_columns_that_are_not_there(place: int) -> None:
    columns = random_model().arrays()["gate_columns"].copy()
    columns[-1] = place
    refused("gate_columns", columns)
