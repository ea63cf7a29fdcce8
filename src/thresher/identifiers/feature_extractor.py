"""FeatureExtractor: the block in which a desired feature prevails.

Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
17(9), 2005. Each feature of a block is divided by its maximum over the blocks; a block whose
desired features outweigh all its others enters the winner basket; the values are computed again
within the basket, and the block with the highest one wins.

    [Debnath05 §5.1]  feature list               -> features.counts.FEATURES
    [Debnath05 §5.1]  feature values             -> feature_values
    [Debnath05 Alg. 3] P1 > P2, winner basket    -> winner_basket
    [Debnath05 Alg. 3] P_b within the basket, winner -> FeatureExtractor.judge
    [Debnath05 §6.4]  several features, weighted -> Desired

Deviation: blocks that a reader does not see stay out of the basket; the paper knew no hidden text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted, nearest_first
from thresher.features.counts import FEATURES, feature_counts
from thresher.segmenters.get_block_set import GetBlockSet
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class FeatureExtractor(Identifier):
    """The one block in which the desired feature prevails."""

    feature: str = "text"
    """Desired feature, or several with weights: `text`, `image`, `text:1,image:0.5`."""
    maximum: Literal["page", "set"] = "page"
    """What a count is divided by: its maximum over the page, or over the pages given to fit."""
    set_maxima: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        desired_weights(self.feature)

    @property
    def needs_fit(self) -> bool:  # type: ignore[override]  # depends on an option here
        return self.maximum == "set"

    def segmenter(self) -> Segmenter:
        return GetBlockSet(whole_tables=True)

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn the largest count of each feature over all blocks of the pages."""
        maxima = np.zeros(len(FEATURES))
        for page in pages:
            maxima = np.maximum(maxima, feature_counts(page).max(axis=0, initial=0.0))
        self.set_maxima = maxima
        return self

    def export(self) -> dict[str, Any] | None:
        if self.set_maxima is None:
            return None
        return {"maxima": dict(zip(FEATURES, self.set_maxima.tolist(), strict=True))}

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.set_maxima = np.array([float(learned["maxima"][name]) for name in FEATURES])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelFormatError(
                f"the model has no usable 'maxima' for all of {', '.join(FEATURES)}"
            ) from error

    def judge(self, segmentation: Segmentation) -> Verdicts:
        basket, strength = self.basket(segmentation)
        keep = np.zeros(len(segmentation), dtype=np.bool_)
        if basket.any():
            keep[int(np.argmax(np.where(basket, strength, -1.0)))] = True
        return explained(segmentation, basket, keep, strength)

    def basket(self, segmentation: Segmentation) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """The winner basket, and the value of the desired features within it (0 outside)."""
        counts = feature_counts(segmentation)
        weights = desired_weights(self.feature)
        values = feature_values(counts, self._maxima(counts))
        basket = winner_basket(values, weights) & ~segmentation.hidden
        strength = np.zeros(len(segmentation))
        strength[basket] = feature_values(counts[basket]) @ weights
        return basket, strength

    def _maxima(self, counts: NDArray[np.float64]) -> NDArray[np.float64] | None:
        if self.maximum == "page":
            return None
        if self.set_maxima is None:
            raise NotFitted(
                "maximum='set' needs the pages of the set: Pipeline(…, maximum='set').fit(pages)"
            )
        largest: NDArray[np.float64] = counts.max(axis=0, initial=0.0)
        return np.maximum(self.set_maxima, largest)


def desired_weights(feature: str) -> NDArray[np.float64]:
    """The weight of each feature in `FEATURES`; 0 for those that are not desired."""
    weights = np.zeros(len(FEATURES))
    for part in feature.split(","):
        name, _, weight = part.strip().partition(":")
        if name not in FEATURES:
            known = ", ".join(nearest_first(name, FEATURES))
            raise BadOption(f"feature: there is no feature {name!r}; known are {known}")
        try:
            weights[FEATURES.index(name)] = float(weight or 1)
        except ValueError:
            raise BadOption(
                f"feature: the weight of {name} must be a number, not {weight!r}; "
                "for example text:1,image:0.5"
            ) from None
        if not weights[FEATURES.index(name)] > 0:
            raise BadOption(f"feature: the weight of {name} must be above 0, not {weight}")
    return weights


def feature_values(
    counts: NDArray[np.float64], maxima: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Each count divided by the maximum of its feature; 0/0 is 0 [Debnath05 §5.1]."""
    if maxima is None:
        maxima = counts.max(axis=0, initial=0.0)
    values: NDArray[np.float64] = counts / np.where(maxima > 0, maxima, 1.0)
    return values


def winner_basket(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Blocks whose desired features sum to more than all their others [Debnath05 Alg. 3]."""
    basket: NDArray[np.bool_] = values @ weights > values @ (weights == 0)
    return basket


def explained(
    segmentation: Segmentation,
    basket: NDArray[np.bool_],
    keep: NDArray[np.bool_],
    strength: NDArray[np.float64],
) -> Verdicts:
    """Verdicts with the reasons that FeatureExtractor and K-FeatureExtractor share."""
    reasons = {
        "hidden": segmentation.hidden,
        "desired feature is strongest": keep,
        "desired feature prevails, but not enough": basket,
    }
    return Verdicts.choose(keep, strength, reasons, "other features prevail")
