"""How far a mean over pages can be trusted: percentile bootstrap, the same answer every time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

# Any number will do, but always the same one: a report must come out the same twice.
_SEED = 20050613
_RESAMPLES = 2000

# Numbers drawn at a time, to bound memory on large sets.
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the bounds between which it lies with the given level of confidence."""

    mean: float
    low: float
    high: float
    level: float


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean difference of two algorithms on the same pages, first minus second.

    `p_value` is two-sided: how often a resample puts the difference on the other side of zero.
    """

    interval: Interval
    p_value: float

    @property
    def is_clear(self) -> bool:
        """The interval does not contain zero."""
        return self.interval.low > 0 or self.interval.high < 0


def mean_interval(
    scores: npt.ArrayLike, level: float = 0.95, resamples: int = _RESAMPLES, seed: int = _SEED
) -> Interval:
    """The mean of page scores with its bootstrap interval; pages are drawn with replacement."""
    values = _checked(scores, level)
    return _interval(values, _resampled_means(values, resamples, seed), level)


def paired_difference(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    level: float = 0.95,
    resamples: int = _RESAMPLES,
    seed: int = _SEED,
) -> Difference:
    """The difference of two algorithms, by resampling pages: both keep the same pages each time."""
    left, right = _checked(first, level), _checked(second, level)
    if left.shape != right.shape:
        raise ValueError(f"paired scores differ in number: {left.size} and {right.size}")
    gaps = left - right
    means = _resampled_means(gaps, resamples, seed)
    # One is added to both sides, or a p-value of 0 would claim more than was drawn.
    below = (1 + int((means <= 0).sum())) / (resamples + 1)
    above = (1 + int((means >= 0).sum())) / (resamples + 1)
    return Difference(_interval(gaps, means, level), min(1.0, 2 * min(below, above)))


def _checked(scores: npt.ArrayLike, level: float) -> FloatArray:
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 1 or not values.size:
        raise ValueError(f"expected a list of scores, at least one; got shape {values.shape}")
    if not 0 < level < 1:
        raise ValueError(f"the level is {level}; expected a number between 0 and 1")
    return values


def _resampled_means(values: FloatArray, resamples: int, seed: int) -> FloatArray:
    random = np.random.default_rng(seed)
    step = max(1, _CHUNK // values.size)
    means = []
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        means.append(values[random.integers(values.size, size=(rows, values.size))].mean(axis=1))
    return np.concatenate(means)


def _interval(values: FloatArray, means: FloatArray, level: float) -> Interval:
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(values.mean()), float(low), float(high), level)
