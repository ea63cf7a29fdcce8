"""K-FeatureExtractor: all blocks in which a desired feature prevails strongly.

Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
17(9), 2005. The winner basket of FeatureExtractor, then an adaptive k-means on the blocks' values;
the cluster with the highest values is the answer.

    [Debnath05 Alg. 4]  -> KFeatureExtractor.judge
    [Debnath05 §5.2]    k of 2 or 3, equidistant start -> best_clustering, features.kmeans
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.errors import BadOption
from thresher.features.kmeans import best_clustering
from thresher.identifiers.feature_extractor import FeatureExtractor, explained
from thresher.types import Segmentation, Verdicts


@dataclass(slots=True)
class KFeatureExtractor(FeatureExtractor):
    """The cluster of blocks in which the desired feature prevails."""

    clusters: int = 1
    """How many clusters, from the top, are output."""

    def __post_init__(self) -> None:
        FeatureExtractor.__post_init__(self)
        if self.clusters < 1:
            raise BadOption(f"clusters must be 1 or more, not {self.clusters}")

    def judge(self, segmentation: Segmentation) -> Verdicts:
        basket, strength = self.basket(segmentation)
        keep = np.zeros(len(segmentation), dtype=np.bool_)
        inside = np.flatnonzero(basket)
        if len(inside):
            cluster = best_clustering(strength[inside], sizes=(2, 3))
            keep[inside[cluster > cluster.max() - self.clusters]] = True
        return explained(segmentation, basket, keep, strength)
