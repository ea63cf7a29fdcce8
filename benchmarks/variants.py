"""The model of the default with parts left out, for the benchmarks that compare them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_model import SURELY_NOT, BlockModel, Reading
from thresher.features.block_net import PAGE_TYPES, Inputs, bent, coded

Trees = Literal["never", "in doubt", "always"]


@dataclass(frozen=True)
class Variant(BlockModel):
    """A model that does not use all that it has learned."""

    net_is_used: bool = True
    trees: Trees = "in doubt"

    @classmethod
    def of(cls, model: BlockModel, *, net: bool = True, trees: Trees = "in doubt") -> Self:
        return cls(**vars(model), net_is_used=net, trees=trees)

    def read(
        self,
        matrix: NDArray[np.float32],
        rows: NDArray[np.intp],
        words: NDArray[np.float64],
        group: NDArray[np.int32],
    ) -> Reading:
        if self.net_is_used and self.trees == "in doubt":
            return BlockModel.read(self, matrix, rows, words, group)
        codes = coded(matrix, rows)
        logits = self.gate.logits(matrix, rows, codes)
        passed = logits >= SURELY_NOT
        at = np.flatnonzero(passed)
        if len(at):
            parts = []
            if self.net_is_used:
                inputs = Inputs(bent(matrix, rows[at], self.bend, self.half), codes[at])
                shares = np.sqrt(words[at]).astype(np.float32)
                parts.append(self.net(inputs, group[at], shares)[0])
            if self.trees != "never":
                parts.append(self.forest.logits(matrix, rows[at]))
            if parts:
                logits[at] = np.mean(parts, axis=0)
        return Reading(logits, passed, np.full(len(PAGE_TYPES), 1 / len(PAGE_TYPES)))
