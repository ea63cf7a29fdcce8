"""Small models: of random numbers, and of constants whose answers are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_features import FEATURE_NAMES
from thresher.features.block_model import BlockModel, Gate
from thresher.features.block_net import CODED, PAGE_TYPES, REACH, VALUES, Layer, Mixing, Net, Single
from thresher.features.forest import DEPTH, Forest


def every(matrix: Single) -> NDArray[np.intp]:
    """The places of all rows."""
    return np.arange(len(matrix))


def random_single(random: np.random.Generator, *shape: int) -> Single:
    return random.normal(0.0, 0.3, shape).astype(np.float32)


def random_layer(random: np.random.Generator, columns: int, rows: int, width: int) -> Layer:
    return Layer(
        random_single(random, columns, width),
        random_single(random, rows, width),
        random_single(random, width),
    )


def random_net(random: np.random.Generator, columns: int, rows: int, width: int) -> Net:
    mixings = tuple(
        Mixing(
            near=random_single(random, width, 3 * width),
            group=random_single(random, width, width),
            page=random_single(random, width, width),
            bias=random_single(random, width),
        )
        for _ in REACH
    )
    outputs = 1 + len(PAGE_TYPES)
    last, bias = random_single(random, width, outputs), random_single(random, outputs)
    return Net(random_layer(random, columns, rows, width), mixings, last, bias)


def stump(column: int, below: float, above: float) -> Forest:
    """One tree that asks, again and again, whether a column is above 0.5."""
    inner, leaves = 2**DEPTH - 1, 2**DEPTH
    value = np.repeat(np.array([[below, above]], dtype=np.float32), leaves // 2, axis=1)
    return Forest(
        np.full((1, inner), column, dtype=np.int16),
        np.full((1, inner), 0.5, dtype=np.float32),
        value,
    )


def random_model(seed: int = 0, width: int = 4) -> BlockModel:
    random = np.random.default_rng(seed)
    columns, rows = len(FEATURE_NAMES), len(CODED) * VALUES
    at = np.array([0, 2, 5, 9])
    gate = Gate(
        columns=at,
        bend=random.integers(0, 2, len(at)).astype(np.float32),
        half=random.uniform(0.5, 3.0, len(at)).astype(np.float32),
        layer=random_layer(random, len(at), rows, width),
        last=random_single(random, width),
        bias=np.array(0.25, dtype=np.float32),
    )
    net = random_net(random, columns, rows, width)
    return BlockModel(
        bend=random.integers(0, 2, columns).astype(np.float32),
        half=random.uniform(0.5, 3.0, columns).astype(np.float32),
        gate=gate,
        net=replace(net, last=net.last / np.float32(10)),  # so that the forest has its say
        forest=stump(0, -1.0, 2.0),
        expected=np.array([0.0, 0.2, 0.6, 1.0]),
        found=np.array([0.1, 0.3, 0.9, 0.9]),
    )


def constant_model(gate: float, later: float) -> BlockModel:
    """The gate gives every block one logit, the net and the forest give it another."""
    columns, rows, outputs = len(FEATURE_NAMES), len(CODED) * VALUES, 1 + len(PAGE_TYPES)

    def zeros(*shape: int) -> Single:
        return np.zeros(shape, dtype=np.float32)

    layer = Layer(zeros(columns, 1), zeros(rows, 1), zeros(1))
    of_gate = Layer(zeros(1, 1), zeros(rows, 1), zeros(1))
    at, one = np.array([0]), np.ones(1, dtype=np.float32)
    mixing = Mixing(zeros(1, 3), zeros(1, 1), zeros(1, 1), zeros(1))
    bias = zeros(outputs)
    bias[0] = later
    return BlockModel(
        bend=zeros(columns),
        half=np.ones(columns, dtype=np.float32),
        gate=Gate(at, zeros(1), one, of_gate, zeros(1), np.array(gate, dtype=np.float32)),
        net=Net(layer, (mixing,) * len(REACH), zeros(1, outputs), bias),
        forest=stump(0, later, later),
        expected=np.array([0.0, 1.0]),
        found=np.array([0.0, 1.0]),
    )
