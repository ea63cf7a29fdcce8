"""ContentExtractor as the paper prints it: every block against every block of every other page."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from thresher.features.block_texts import block_texts
from thresher.features.counts import feature_counts
from thresher.features.keywords import terms
from thresher.types import Segmentation

Vector = dict[str, float]


def vectors(pages: Sequence[Segmentation], *, raw: bool) -> list[list[Vector]]:
    """The vector of every visible block: counts by number, words by themselves."""
    found: list[list[Vector]] = []
    for page in pages:
        counts = feature_counts(page).round()
        texts = block_texts(page)
        found.append([])
        for block in range(len(page)):
            if page.hidden[block] or not (texts[block] or counts[block].any()):
                continue
            words = set(terms(texts[block])) or ({texts[block]} if texts[block] else set())
            vector = {f"#{place}": float(count) for place, count in enumerate(counts[block])}
            found[-1].append(vector | {f"word {word}": 1.0 for word in words})
    if not raw:
        largest: Vector = {}
        for vector in (each for page in found for each in page):
            for name, value in vector.items():
                largest[name] = max(value, largest.get(name, 1.0))
        found = [[{k: v / largest[k] for k, v in each.items()} for each in page] for page in found]
    return found


def sim(one: Vector, other: Vector) -> float:
    """Cosine [Debnath05 Alg. 2]."""
    dot = sum(value * other.get(name, 0.0) for name, value in one.items())
    product = sum(v * v for v in one.values()) * sum(v * v for v in other.values())
    return dot / sqrt(product) if product else 0.0


def inverse_ibdf(pages: Sequence[list[Vector]], epsilon: float) -> list[list[int]]:
    """For every block of every page, the other pages that hold a similar block."""
    return [
        [
            sum(
                any(sim(block, candidate) > epsilon for candidate in other)
                for other in pages
                if other is not page
            )
            for block in page
        ]
        for page in pages
    ]
