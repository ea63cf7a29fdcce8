"""Scores of extracted fields and records.

Values are compared exactly, but for what HTML leaves open: white space and Unicode form. A page
on which a field has no value counts only against those who extract one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from thresher.evaluation.scores import Score, from_counts, of_multisets

Fields = Mapping[str, Sequence[str]]


def normal_value(value: str) -> str:
    """A value as it is compared: Unicode form NFKC, runs of white space as one space."""
    return " ".join(unicodedata.normalize("NFKC", value).split())


@dataclass(slots=True)
class AttributeScores:
    """Per attribute, over the pages of a site: how often the values match exactly [SWDE].

    An attribute of a page is right when one of its extracted values is one of the true values;
    all are reported per attribute, and a site or vertical by the mean over its attributes.
    """

    _right: dict[str, int] = field(default_factory=dict)
    _extracted: dict[str, int] = field(default_factory=dict)
    _wanted: dict[str, int] = field(default_factory=dict)

    def add(self, extracted: Fields, truth: Fields) -> None:
        """Count one page."""
        for name in {**truth, **extracted}:
            found = _values(extracted.get(name, ()))
            wanted = _values(truth.get(name, ()))
            self._right[name] = self._right.get(name, 0) + bool(found & wanted)
            self._extracted[name] = self._extracted.get(name, 0) + bool(found)
            self._wanted[name] = self._wanted.get(name, 0) + bool(wanted)

    def scores(self) -> dict[str, Score]:
        """Attribute → score, in alphabetical order."""
        return {
            name: from_counts(self._right[name], self._extracted[name], self._wanted[name])
            for name in sorted(self._right)
        }

    def mean_f1(self) -> float:
        """Mean F over the attributes that occur in the truth; 0 without any."""
        scores = [score.f1 for name, score in self.scores().items() if self._wanted[name]]
        return sum(scores) / len(scores) if scores else 0.0


def _values(values: Iterable[str]) -> set[str]:
    return {normal for normal in map(normal_value, values) if normal}


def value_score(extracted: Fields, truth: Fields) -> Score:
    """Score of all (field, value) pairs of one page, each as often as it occurs."""
    return of_multisets(_pairs(extracted), _pairs(truth))


def _pairs(fields: Fields) -> list[tuple[str, str]]:
    pairs = ((name, normal_value(value)) for name, values in fields.items() for value in values)
    return [pair for pair in pairs if pair[1]]


def record_score(extracted: Iterable[Sequence[str]], truth: Iterable[Sequence[str]]) -> Score:
    """Score of whole records [RIPB09 §4]: one counts when all of its values are right, in order.

    For records given as mappings, pass the values of the fields to compare, in a fixed order.
    """
    return of_multisets(_records(extracted), _records(truth))


def _records(records: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    return [tuple(normal_value(value) for value in record) for record in records]
