"""What other pages of a site say about the blocks of a page, as a few numbers for each block.

Three things are counted over the pages of a site. How many hold a text, anywhere or in the same
place. What a page alone would think of the blocks in a place, averaged: the *vote* of the place.
And, for each place that a page has once, how much of the text in it is new, that is on no other
page, and how much of what is new is expected to be content. The place where the two agree best is
the *slot* of the site: its new text is content, and other text is not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from thresher.features.keywords import as_hex
from thresher.features.page_sketch import NOWHERE, Numbers, PageSketch
from thresher.features.shingles import Hashes

TERMS: Final = (
    "vote of the place",
    "long text repeats",
    "text repeats",
    "text repeats here",
    "new text in the slot",
    "outside the slot",
)
_LONG: Final = 5
"""Words from which a repeated text is hardly chance."""
_CONTENT: Final = 0.9
"""Logit above which a page alone takes a block for content: a probability of 0.71."""
_FEW_WORDS: Final = 20.0
"""Added to what a slot is measured by, so that a few words do not make one."""
_RARE: Final = 0.02
"""Texts and places on a smaller share of the pages are forgotten; of up to 50 pages, none."""
_AS_GOOD: Final = 0.95
"""Share of the best agreement that an element around the slot must have to take its place."""
_CLOSED: Final = 0.4
"""Share of what repeats on the pages that such an element may hold, at most."""


class Vote(NamedTuple):
    """What the pages think of the blocks in a place; a block weighs by the root of its words."""

    pages: int
    weight: float
    logits: float


class Place(NamedTuple):
    """What is known of an element with a certain way down to it."""

    pages: int
    elements: int
    words: float
    new: float
    """Words on no other page."""
    new_expected: float
    """Of these, words that are content as far as the pages alone can tell."""
    page_new: float
    """New words on all of the pages that have the place."""
    page_expected: float
    page_words: float

    @property
    def agreement(self) -> float:
        """F-measure of the new words in this place, against what is expected of its pages."""
        if self.elements > self.pages or self.pages < 2:
            return 0.0
        return 2 * self.new_expected / (self.new + self.page_expected + _FEW_WORDS)

    @property
    def purity(self) -> float:
        """Share of its words that are new."""
        return self.new / self.words if self.words else 0.0

    @property
    def template(self) -> float:
        """Share of the words that repeat on its pages that are in this place."""
        old = self.page_words - self.page_new
        return (self.words - self.new) / old if old > 0 else 1.0

    @property
    def separation(self) -> float:
        """1 when all that is new is in this place, and all in this place is new."""
        return self.purity * self.new / self.page_new if self.page_new else 0.0


@dataclass(frozen=True)
class Lookup:
    """Some numbers for each hash, found for all hashes of a page at once."""

    keys: Hashes
    """In order."""
    values: Numbers

    @classmethod
    def of(cls, given: Mapping[int, Sequence[float]], columns: int) -> Lookup:
        """From a mapping to `columns` numbers each."""
        keys = np.array(sorted(given), dtype=np.uint64)
        values = np.array([given[key] for key in keys.tolist()], dtype=np.float64)
        return cls(keys, values.reshape(len(keys), columns))

    def find(self, wanted: Hashes) -> Numbers:
        """A row for each of `wanted`; zeros for those that are not there."""
        if not len(self.keys):
            return np.zeros((len(wanted), self.values.shape[1]))
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        found: Numbers = self.values[places] * (self.keys[places] == wanted)[:, np.newaxis]
        return found


@dataclass(frozen=True)
class SiteEvidence:
    """What was counted on the pages of a site."""

    pages: frozenset[int]
    """Keys of the pages."""
    repeated: float
    """Share of the words of all pages that are on several of them."""
    texts: dict[int, int]
    texts_here: dict[int, int]
    votes: dict[int, Vote]
    places: dict[int, Place]

    @classmethod
    def of(cls, sketches: Sequence[PageSketch]) -> SiteEvidence:
        """From the pages of a site, each of which must be there once."""
        texts: Counter[int] = Counter()
        here: Counter[int] = Counter()
        for page in sketches:
            texts.update(set(page.text.tolist()) - {NOWHERE})
            here.update(set(page.text_here.tolist()) - {NOWHERE})
        places: dict[int, list[float]] = {}
        votes: dict[int, list[float]] = {}
        words = new_words = 0.0
        for page in sketches:
            is_new = np.array([texts[text] < 2 for text in page.text.tolist()], dtype=np.bool_)
            _count_places(page, is_new, places)
            _count_votes(page, votes)
            words += float(page.words.sum())
            new_words += float(page.words[is_new].sum())
        fewest = _RARE * len(sketches)
        return cls(
            frozenset(page.key for page in sketches),
            round(1 - new_words / words, 4) if words else 0.0,
            {text: count for text, count in texts.items() if count >= fewest},
            {text: count for text, count in here.items() if count >= fewest},
            {place: _vote(sums) for place, sums in votes.items() if sums[0] >= fewest},
            {place: _place(sums) for place, sums in places.items() if sums[0] >= fewest},
        )

    def terms(self, page: PageSketch) -> Numbers:
        """One row for each block of the page, one column for each of `TERMS`.

        All are 0 where nothing is known. A page that was learned from is compared with the others.
        """
        own = page.key in self.pages
        others = len(self.pages) - own
        if others < 1 or not len(page.words):
            return np.zeros((len(page.words), len(TERMS)))
        repeats = _shares(self._texts, page.text, own, others)
        repeats_here = _shares(self._texts_here, page.text_here, own, others)
        vote, known = self._pulls(page, own)
        inside, agreement, separation = self._slot(page)
        strength = min(max(_logit(agreement), 0.0), 4.0)
        # Where novelty alone tells content from template it needs no help from the page's logits,
        # and a short text that repeats there (a label, a table head) is part of the content.
        settled = separation * inside
        is_long = page.words >= _LONG
        counted = 1 - _enclosed(page, inside, repeats)
        spared = counted * (1 - settled * ~is_long)
        familiar = min(max(1.5 * np.count_nonzero(known) / len(known) - 0.25, 0.0), 1.0)
        coherent = min(max((agreement - 0.4) / 0.1, 0.0), 1.0)
        trust = familiar * coherent * others / (others + 1)
        terms = np.empty((len(TERMS), len(page.words)))
        terms[0] = vote * (1 - settled)
        terms[1] = -repeats * is_long * counted
        terms[2] = -repeats * spared
        terms[3] = -repeats_here * spared
        terms[4] = inside * (1 - repeats) * strength
        terms[5] = (inside - 1) * strength
        terms *= trust
        return terms.T

    @cached_property
    def _texts(self) -> Lookup:
        return Lookup.of({text: (count,) for text, count in self.texts.items()}, 1)

    @cached_property
    def _texts_here(self) -> Lookup:
        return Lookup.of({text: (count,) for text, count in self.texts_here.items()}, 1)

    @cached_property
    def _votes(self) -> Lookup:
        return Lookup.of(self.votes, len(Vote._fields))

    @cached_property
    def _measures(self) -> Lookup:
        """Agreement of each place, and the share of the template that it does not hold."""
        measures = {key: (each.agreement, 1 - each.template) for key, each in self.places.items()}
        return Lookup.of(measures, 2)

    def _pulls(self, page: PageSketch, own: bool) -> tuple[Numbers, NDArray[np.bool_]]:
        """How far each block's place pulls it, and whether other pages have the place."""
        sums = self._votes.find(page.place)
        if own:  # places that were forgotten for being rare stay at nothing
            sums = np.where(sums[:, :1] > 0, sums - _votes_of(page).find(page.place), 0.0)
        pages, weight, logits = sums.T
        known = (pages > 0) & (weight > 0)
        mean = logits / np.where(known, weight, 1.0)
        return np.where(known, pages / (pages + 1) * (mean - page.logit), 0.0), known

    def _slot(self, page: PageSketch) -> tuple[Numbers, float, float]:
        """Which blocks are in the slot, how far it can be trusted, and how well it separates."""
        inside = np.zeros(len(page.words))
        agreement, outside = self._measures.find(page.element_place).T
        if not len(agreement) or agreement.max() <= 0:
            return inside, 0.5, 0.0
        best = _outermost(page, agreement, 1 - outside)
        slot = self.places[int(page.element_place[best])]
        chosen = page.element_place == page.element_place[best]
        for begin, stop in zip(page.begin[chosen], page.stop[chosen], strict=True):
            inside[begin:stop] = 1.0
        # Without a template nothing is old, and novelty tells nothing.
        separation = min(1.0, slot.separation**2) * min(1.0, self.repeated / 0.1)
        return inside, max(slot.agreement, 0.97 * separation), separation

    def export(self) -> dict[str, Any]:
        """Everything as plain values: hashes and counts."""
        return {
            "pages": sorted(map(as_hex, self.pages)),
            "repeated": self.repeated,
            "texts": _by_hex(self.texts),
            "texts_here": _by_hex(self.texts_here),
            "votes": _by_hex({place: list(vote) for place, vote in self.votes.items()}),
            "places": _by_hex({place: list(sums) for place, sums in self.places.items()}),
        }

    @classmethod
    def restored(cls, given: dict[str, Any]) -> Self:
        """From what `export` gave; KeyError, TypeError, ValueError… when it is damaged."""
        return cls(
            frozenset(int(key, 16) for key in given["pages"]),
            float(given["repeated"]),
            {int(key, 16): int(count) for key, count in given["texts"].items()},
            {int(key, 16): int(count) for key, count in given["texts_here"].items()},
            {int(key, 16): _vote(sums) for key, sums in given["votes"].items()},
            {int(key, 16): _place(sums) for key, sums in given["places"].items()},
        )


def _outermost(page: PageSketch, agreement: Numbers, template: Numbers) -> int:
    """The element with the best agreement, or the outermost around it that is about as good.

    Headline and date often stand beside the text, in an element around both.
    """
    best = agreement.max()
    inner = int(np.flatnonzero(agreement >= 0.98 * best)[-1])
    allowed = (agreement >= _AS_GOOD * best) & (template <= _CLOSED)
    allowed &= (page.begin <= page.begin[inner]) & (page.stop >= page.stop[inner])
    outer = np.flatnonzero(allowed)
    return int(outer[0]) if len(outer) else inner


def _enclosed(page: PageSketch, inside: Numbers, repeats: Numbers) -> Numbers:
    """1 for blocks between new texts of the slot, which the page alone takes for content.

    A note or lines of code that many pages hold are content there; at the ends of the slot, what
    repeats is template.
    """
    new = np.flatnonzero((inside > 0) & (repeats == 0) & (page.text != NOWHERE))
    between = np.zeros(len(inside))
    if len(new):
        between[new[0] : new[-1]] = 1.0
    enclosed: Numbers = between * inside * (page.logit > _CONTENT)
    return enclosed


def _by_hex(values: dict[int, Any]) -> dict[str, Any]:
    return {as_hex(key): values[key] for key in sorted(values)}


def _vote(sums: Sequence[float]) -> Vote:
    pages, weight, logits = sums
    return Vote(int(pages), round(float(weight), 4), round(float(logits), 4))


def _place(sums: Sequence[float]) -> Place:
    pages, elements, *words = sums
    return Place(int(pages), int(elements), *(round(float(each), 4) for each in words))


def _votes_of(page: PageSketch) -> Lookup:
    """The votes of one page."""
    places, number = np.unique(page.place, return_inverse=True)
    roots = np.sqrt(page.words)
    sums = (np.bincount(number, roots), np.bincount(number, roots * page.logit))
    return Lookup(places, np.stack((np.ones(len(places)), *sums), axis=1))


def _count_votes(page: PageSketch, votes: dict[int, list[float]]) -> None:
    own = _votes_of(page)
    for place, added in zip(own.keys.tolist(), own.values.tolist(), strict=True):
        sums = votes.setdefault(place, [0.0, 0.0, 0.0])
        for number, value in enumerate(added):
            sums[number] += value


def _count_places(
    page: PageSketch, is_new: NDArray[np.bool_], places: dict[int, list[float]]
) -> None:
    new = page.words * is_new
    columns = (page.words, new, page.expected * is_new)
    inside = (page.inside(column).tolist() for column in columns)
    on_page = float(new.sum()), float(page.expected.sum()), float(page.words.sum())
    seen: set[int] = set()
    for place, words, own, expected in zip(page.element_place.tolist(), *inside, strict=True):
        sums = places.setdefault(place, [0.0] * len(Place._fields))
        added: Iterable[float] = (0, 1, words, own, expected, 0, 0, 0)
        if place not in seen:
            added = (1, 1, words, own, expected, *on_page)
            seen.add(place)
        for number, value in enumerate(added):
            sums[number] += value


def _shares(counts: Lookup, keys: Hashes, own: bool, others: int) -> Numbers:
    """The share of the other pages that hold each key."""
    found: Numbers = np.maximum(counts.find(keys)[:, 0] - own, 0) / others
    return found


def _logit(share: float) -> float:
    bounded = min(max(share, 0.002), 0.998)
    return math.log(bounded / (1 - bounded))
