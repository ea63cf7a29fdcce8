"""k-means on numbers, started as [Debnath05 §5.2] starts it, with k chosen by silhouette."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def kmeans(values: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    """Cluster of each value, 0 being the lowest.

    The first centroids stand at equidistant places of the sorted values: the ends and, for three,
    the middle. Clusters of numbers are intervals, so only the borders between them move.
    """
    ordered = np.sort(values)
    places = np.linspace(0, len(ordered) - 1, k).round().astype(np.intp)
    centroids = ordered[places]
    while True:
        borders = (centroids[1:] + centroids[:-1]) / 2
        cluster = np.searchsorted(borders, values, side="left")
        sizes = np.bincount(cluster, minlength=k)
        means = np.bincount(cluster, weights=values, minlength=k) / np.maximum(sizes, 1)
        moved = np.where(sizes > 0, means, centroids)
        if np.array_equal(moved, centroids):
            return cluster
        centroids = moved


def silhouette(values: NDArray[np.float64], cluster: NDArray[np.intp]) -> float:
    """Mean silhouette of a clustering of numbers (0 for a value alone in its cluster)."""
    groups = [np.sort(values[cluster == number]) for number in np.unique(cluster)]
    if len(groups) < 2:
        return -1.0
    total = 0.0
    for number, group in enumerate(groups):
        inside = _mean_distances(group, group) * len(group) / max(len(group) - 1, 1)
        others = [_mean_distances(group, other) for at, other in enumerate(groups) if at != number]
        nearest = np.min(others, axis=0)
        widest = np.maximum(inside, nearest)
        scores = np.where(widest > 0, (nearest - inside) / np.where(widest > 0, widest, 1), 0.0)
        total += float(scores.sum()) if len(group) > 1 else 0.0
    return total / len(values)


def best_clustering(values: NDArray[np.float64], sizes: Sequence[int]) -> NDArray[np.intp]:
    """The k-means clustering with the better silhouette; the smaller k when they are equal.

    With fewer distinct values than clusters there is nothing to part: all are one cluster.
    """
    distinct = len(np.unique(values))
    candidates = [kmeans(values, k) for k in sizes if k <= distinct]
    if not candidates:
        return np.zeros(len(values), dtype=np.intp)
    return max(candidates, key=lambda cluster: silhouette(values, cluster))


def _mean_distances(
    points: NDArray[np.float64], ordered: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Mean distance from each point to sorted values, by cumulative sums: linear, not square."""
    sums = np.concatenate(([0.0], np.cumsum(ordered)))
    below = np.searchsorted(ordered, points)
    left = points * below - sums[below]
    right = (sums[-1] - sums[below]) - points * (len(ordered) - below)
    distances: NDArray[np.float64] = (left + right) / len(ordered)
    return distances
