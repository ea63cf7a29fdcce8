from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thresher.features.kmeans import best_clustering, kmeans, silhouette

numbers = st.lists(
    st.integers(0, 40).map(lambda number: number / 8) | st.floats(0, 10, width=32),
    min_size=2,
    max_size=25,
).map(np.array)


def clusters(values: list[float], k: int) -> list[int]:
    return [int(number) for number in kmeans(np.array(values, dtype=np.float64), k)]


def test_two_clusters_by_hand() -> None:
    # centroids 0 and 10; the border 5 parts {0, 1, 2, 4} from {9, 10}; means 1.75 and 9.5 have
    # the border 5.625, and nothing moves
    assert clusters([0, 1, 2, 4, 9, 10], 2) == [0, 0, 0, 0, 1, 1]


def test_centroids_move() -> None:
    # centroids 0 and 10: border 5, {0, 4} and {6, 7, 8, 10}; means 2 and 7.75: border 4.875
    assert clusters([0, 4, 6, 7, 8, 10], 2) == [0, 0, 1, 1, 1, 1]
    # centroids 0, 1, 12: {0}, {1, 1, 5}, {12}; means 0, 7/3, 12 have the borders 7/6 and 43/6,
    # which give both ones to the first cluster: {0, 1, 1}, {5}, {12}
    assert clusters([0, 1, 1, 5, 12], 3) == [0, 0, 0, 1, 2]


def test_three_clusters_start_at_the_ends_and_the_middle() -> None:
    assert clusters([0, 1, 5, 6, 20, 21], 3) == [0, 0, 1, 1, 2, 2]


def test_the_order_of_the_values_does_not_matter() -> None:
    assert clusters([10, 0, 9, 1], 2) == [1, 0, 1, 0]


def test_a_value_on_the_border_goes_down() -> None:
    assert clusters([0, 5, 10], 2) == [0, 0, 1]


def test_equal_values_stay_together() -> None:
    assert clusters([3, 3, 3], 2) == [0, 0, 0]
    assert clusters([3], 2) == [0]


@given(numbers, st.sampled_from([2, 3]))
def test_clusters_are_intervals_at_rest(values: NDArray[np.float64], k: int) -> None:
    cluster = kmeans(values, k)
    order = np.argsort(values, kind="stable")
    assert np.all(np.diff(cluster[order]) >= 0)
    present = np.unique(cluster)
    means = np.array([values[cluster == number].mean() for number in present])
    own = np.abs(values - means[np.searchsorted(present, cluster)])
    nearest = np.abs(values[:, None] - means[None, :]).min(axis=1)
    np.testing.assert_allclose(own, nearest, atol=1e-9)


def reference_silhouette(values: list[float], cluster: list[int]) -> float:
    """By definition, comparing every value with every other."""
    scores = []
    for place, (value, own) in enumerate(zip(values, cluster, strict=True)):
        distances: dict[int, list[float]] = {}
        for other, (there, its) in enumerate(zip(values, cluster, strict=True)):
            if other != place:
                distances.setdefault(its, []).append(abs(value - there))
        if own not in distances:
            scores.append(0.0)
            continue
        inside = sum(distances[own]) / len(distances[own])
        nearest = min(sum(d) / len(d) for its, d in distances.items() if its != own)
        widest = max(inside, nearest)
        scores.append((nearest - inside) / widest if widest else 0.0)
    return sum(scores) / len(scores)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2)), min_size=2, max_size=20))
def test_silhouette_by_definition(pairs: list[tuple[int, int]]) -> None:
    values = [float(value) for value, _ in pairs]
    cluster = [number for _, number in pairs]
    found = silhouette(np.array(values), np.array(cluster))
    if len(set(cluster)) < 2:
        assert found == -1.0
    else:
        assert found == pytest.approx(reference_silhouette(values, cluster), abs=1e-9)


def test_silhouette_by_hand() -> None:
    # 0 and 1 are 1 apart and 10, 9 from the value alone: (10-1)/10, (9-1)/9, and 0 for that one
    found = silhouette(np.array([0.0, 1.0, 10.0]), np.array([0, 0, 1]))
    assert found == pytest.approx((0.9 + 8 / 9 + 0) / 3)


def test_k_with_the_better_silhouette_is_chosen() -> None:
    two = np.array([0.0, 0.1, 0.2, 9.8, 9.9, 10.0])
    three = np.array([0.0, 0.1, 5.0, 5.1, 9.9, 10.0])
    assert best_clustering(two, (2, 3)).tolist() == [0, 0, 0, 1, 1, 1]
    assert best_clustering(three, (2, 3)).tolist() == [0, 0, 1, 1, 2, 2]
    assert best_clustering(three, (2,)).max() == 1


@pytest.mark.parametrize("values", [[], [4.0], [4.0, 4.0, 4.0]])
def test_nothing_to_part_is_one_cluster(values: list[float]) -> None:
    assert best_clustering(np.array(values), (2, 3)).tolist() == [0] * len(values)


def test_two_values_are_two_clusters() -> None:
    assert best_clustering(np.array([1.0, 2.0]), (2, 3)).tolist() == [0, 1]


@given(numbers)
def test_the_better_of_both(values: NDArray[np.float64]) -> None:
    distinct = len(np.unique(values))
    if distinct < 2:
        return
    scores = [silhouette(values, kmeans(values, k)) for k in (2, 3) if k <= distinct]
    assert silhouette(values, best_clustering(values, (2, 3))) == max(scores)
