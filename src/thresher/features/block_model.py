"""The model of the default: what it makes of the features of a page's blocks.

A gate of one layer, which sees each block by itself, turns away what is surely not content. For the
blocks that are left, a small net that sees the page as a sequence gives a logit. Where that is
doubtful, a forest of boosted trees gives another, and the mean of both stands: they err on
different pages. The net also tells the type of the page. Last, a table turns the F-measure that the
chosen blocks are expected to have into the one that pages with such an expectation had.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.errors import ModelFormatError
from thresher.features.block_features import FEATURE_NAMES
from thresher.features.block_net import (
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
    weighed,
)
from thresher.features.forest import Forest

# Chosen out of fold: 51 % of the blocks pass, and .25 % of a page's content does not
# (benchmarks.ablation).
SURELY_NOT: Final = -4.5
# Where the net is surer than this, the trees are not asked: they would change next to nothing.
DOUBTFUL: Final = 3.0


@dataclass(frozen=True)
class Gate:
    """Turns blocks away by what they are alone, and by few of their features."""

    columns: NDArray[np.intp]
    bend: Single
    half: Single
    layer: Layer
    last: Single
    bias: Single

    def logits(
        self, matrix: Single, rows: NDArray[np.intp], codes: NDArray[np.int32]
    ) -> NDArray[np.float64]:
        """Below SURELY_NOT where a block needs no further look."""
        amounts = np.empty((len(rows), len(self.columns)), dtype=np.float32)
        loops = kernel("thresher.features.net_kernel")
        loops.bend_columns(matrix, rows, self.columns, self.bend, self.half, amounts)
        state = self.layer(Inputs(amounts, codes))
        return weighed(state, self.last, float(self.bias))


@dataclass(frozen=True)
class Reading:
    """What the model makes of a page."""

    logits: NDArray[np.float64]
    """Of every block; that of the gate where it did not pass."""
    passed: NDArray[np.bool_]
    type_probabilities: NDArray[np.float64]
    """In the order of PAGE_TYPES; all alike where nothing passed."""


@dataclass(frozen=True)
class BlockModel:
    """Everything that was learned, as arrays."""

    bend: Single
    half: Single
    gate: Gate
    net: Net
    forest: Forest
    expected: NDArray[np.float64]
    found: NDArray[np.float64]
    """`found[i]` is the F-measure of pages where `expected[i]` was expected."""

    def read(
        self,
        matrix: Single,
        rows: NDArray[np.intp],
        words: NDArray[np.float64],
        group: NDArray[np.int32],
    ) -> Reading:
        """Judge some blocks of a page, all of which have words."""
        codes = coded(matrix, rows)
        logits = self.gate.logits(matrix, rows, codes)
        passed = logits >= SURELY_NOT
        at = np.flatnonzero(passed)
        if not len(at):
            return Reading(logits, passed, np.full(len(PAGE_TYPES), 1 / len(PAGE_TYPES)))
        inputs = Inputs(bent(matrix, rows[at], self.bend, self.half), codes[at])
        shares = np.sqrt(words[at]).astype(np.float32)
        by_net, scores = self.net(inputs, group[at], shares)
        logits[at] = by_net
        doubtful = at[np.abs(by_net) < DOUBTFUL]
        logits[doubtful] = (logits[doubtful] + self.forest.logits(matrix, rows[doubtful])) / 2
        odds = np.exp((scores - scores.max()).astype(np.float64))
        return Reading(logits, passed, odds / odds.sum())

    def confidence(self, expected: float) -> float:
        """How good an answer is, given the F-measure that its probabilities promise."""
        return float(np.interp(expected, self.expected, self.found))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds."""
        arrays: dict[str, NDArray[Any]] = {
            "bend": self.bend,
            "half": self.half,
            "gate_columns": self.gate.columns,
            "gate_bend": self.gate.bend,
            "gate_half": self.gate.half,
            **_layer_arrays("gate", self.gate.layer),
            "gate_last": self.gate.last,
            "gate_last_bias": self.gate.bias,
            **_layer_arrays("net", self.net.first),
            "net_last": self.net.last,
            "net_last_bias": self.net.bias,
            "expected": self.expected,
            "found": self.found,
        }
        for step, mixing in enumerate(self.net.mixings):
            arrays |= {f"mixing{step}_near": mixing.near, f"mixing{step}_group": mixing.group}
            arrays |= {f"mixing{step}_page": mixing.page, f"mixing{step}_bias": mixing.bias}
        return arrays | self.forest.arrays()

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> BlockModel:
        """Back from `arrays`; the kernels do not check, so everything is checked here."""
        try:
            model = cls(
                bend=_single(arrays, "bend"),
                half=_single(arrays, "half"),
                gate=Gate(
                    arrays["gate_columns"].astype(np.intp),
                    _single(arrays, "gate_bend"),
                    _single(arrays, "gate_half"),
                    _layer(arrays, "gate"),
                    _single(arrays, "gate_last"),
                    _single(arrays, "gate_last_bias"),
                ),
                net=Net(
                    _layer(arrays, "net"),
                    tuple(_mixing(arrays, f"mixing{step}") for step in range(len(REACH))),
                    _single(arrays, "net_last"),
                    _single(arrays, "net_last_bias"),
                ),
                forest=Forest.of_arrays(arrays, len(FEATURE_NAMES)),
                expected=arrays["expected"].astype(np.float64),
                found=arrays["found"].astype(np.float64),
            )
        except KeyError as error:
            raise ModelFormatError(f"the model has no array {error}; train it again") from error
        except (ValueError, TypeError) as error:
            raise ModelFormatError(f"the model is damaged: {error}; train it again") from error
        if not model._fits():
            raise ModelFormatError("the model's arrays do not fit together; train it again")
        return model

    def _fits(self) -> bool:
        inputs, table = (len(FEATURE_NAMES),), self.expected.shape
        return (
            self.bend.shape == self.half.shape == inputs
            and _gate_fits(self.gate)
            and _net_fits(self.net)
            and self.found.shape == table
            and len(table) == 1
            and table[0] > 0
            and bool(np.all(np.diff(self.expected) >= 0))
            and bool(np.all((self.found >= 0) & (self.found <= 1)))
            and bool(np.all(self.bend >= 0) and np.all(self.half > 0))
            and all(
                np.isfinite(array).all()
                for name, array in self.arrays().items()
                if name != "tree_threshold"
            )
        )


def _single(arrays: Mapping[str, NDArray[Any]], name: str) -> Single:
    array = arrays[name]
    return array.astype(np.float32, order="C")


def _layer_arrays(stem: str, layer: Layer) -> dict[str, NDArray[Any]]:
    return {
        f"{stem}_weights": layer.weights,
        f"{stem}_rows": layer.rows,
        f"{stem}_bias": layer.bias,
    }


def _layer(arrays: Mapping[str, NDArray[Any]], stem: str) -> Layer:
    return Layer(*(_single(arrays, f"{stem}_{part}") for part in ("weights", "rows", "bias")))


def _mixing(arrays: Mapping[str, NDArray[Any]], stem: str) -> Mixing:
    return Mixing(
        *(_single(arrays, f"{stem}_{part}") for part in ("near", "group", "page", "bias"))
    )


def _gate_fits(gate: Gate) -> bool:
    columns = gate.columns
    return (
        columns.ndim == 1
        and _layer_fits(gate.layer, len(columns))
        and columns.shape == gate.bend.shape == gate.half.shape
        and bool(np.all((columns >= 0) & (columns < len(FEATURE_NAMES))))
        and bool(np.all(gate.bend >= 0) and np.all(gate.half > 0))
        and gate.last.shape == gate.layer.bias.shape
        and gate.bias.shape == ()
    )


def _layer_fits(layer: Layer, columns: int) -> bool:
    width = layer.bias.size
    return (
        width > 0
        and layer.weights.shape == (columns, width)
        and layer.rows.shape == (len(CODED) * VALUES, width)
        and layer.bias.shape == (width,)
    )


def _net_fits(net: Net) -> bool:
    width, outputs = net.first.bias.size, 1 + len(PAGE_TYPES)
    return (
        _layer_fits(net.first, len(FEATURE_NAMES))
        and net.last.shape == (width, outputs)
        and net.bias.shape == (outputs,)
        and all(
            mixing.near.shape == (width, 3 * width)
            and mixing.group.shape == mixing.page.shape == (width, width)
            and mixing.bias.shape == (width,)
            for mixing in net.mixings
        )
    )
