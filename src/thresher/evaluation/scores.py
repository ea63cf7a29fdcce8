"""Precision, recall and F, and the conventions that every metric here shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


PERFECT = Score(1.0, 1.0)
NOTHING = Score(0.0, 0.0)


def from_counts(correct: float, proposed: float, wanted: float) -> Score:
    """Score from three sizes. Where nothing is wanted, proposing nothing is perfect."""
    if not wanted:
        return NOTHING if proposed else PERFECT
    if not proposed:
        return NOTHING
    return Score(correct / proposed, correct / wanted)


def of_multisets(proposed: Iterable[Hashable], wanted: Iterable[Hashable]) -> Score:
    """Score of a bag of things against the bag of things that was wanted."""
    found, truth = Counter(proposed), Counter(wanted)
    return from_counts((found & truth).total(), found.total(), truth.total())
