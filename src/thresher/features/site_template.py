"""The template of a site: the blocks that its pages share, and a page measured against them.

Saved as hashes and counts, without the text of any page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_collection import BlockCollection, PageBlocks
from thresher.features.cosine_search import CosineIndex, Vectors, frequencies
from thresher.features.counts import FEATURES
from thresher.features.keywords import as_hex, term_hash
from thresher.features.similar_blocks import Group


def scaled(counts: NDArray[np.int32], maxima: NDArray[np.int32] | None) -> NDArray[np.float64]:
    """Each count divided by the maximum of its feature [Debnath05 §5.1], or as it is.

    A count above the maximum, on a page that was not learned from, counts as the maximum.
    """
    if maxima is None:
        return counts.astype(np.float64)
    values: NDArray[np.float64] = counts / np.maximum(maxima, 1)
    return np.minimum(values, 1.0, out=values)


@dataclass(frozen=True, slots=True)
class TemplateBlock:
    """A block of the template, or one so like it that it counts for it."""

    held_by: int
    """The pages that hold it: bit n is page n."""
    counts: tuple[int, ...]
    """Counts of `FEATURES`."""
    terms: tuple[int, ...]
    """Hashes of its terms."""
    free: int
    """Words beside these that change from page to page."""

    def export(self) -> dict[str, Any]:
        counts = {name: count for name, count in zip(FEATURES, self.counts, strict=True) if count}
        return {
            "pages": self.held_by.bit_count(),
            "held_by": f"{self.held_by:x}",
            "counts": counts,
            "terms": " ".join(map(as_hex, self.terms)),
            "free": self.free,
        }

    @classmethod
    def restored(cls, block: dict[str, Any]) -> TemplateBlock:
        return cls(
            int(block["held_by"], 16),
            tuple(int(block["counts"].get(name, 0)) for name in FEATURES),
            tuple(int(term, 16) for term in block["terms"].split()),
            int(block["free"]),
        )


@dataclass(frozen=True)
class SiteTemplate:
    """What was learned of a site."""

    pages: dict[int, int]
    """Number of each page that was learned from, by its fingerprint."""
    maxima: NDArray[np.int32] | None
    """The largest count of each feature; None when counts are taken as they are."""
    blocks: tuple[TemplateBlock, ...]
    epsilon: float

    @classmethod
    def of(
        cls,
        collection: BlockCollection,
        maxima: NDArray[np.int32] | None,
        epsilon: float,
        similar: tuple[Sequence[Group], NDArray[np.bool_]],
    ) -> SiteTemplate:
        """The template blocks, and those that a template block owes some of its pages to.

        `similar` has the groups of similar blocks, and which of all blocks are template.
        """
        groups, is_template = similar
        chosen = is_template.copy()
        for group in groups:
            if is_template[group.members].any():
                chosen[group.alike] = True
        maker = _BlockMaker(collection)
        blocks = []
        for group in groups:
            if group.are_alike and len(group.members) > 1 and chosen[group.members].any():
                blocks.append(maker.block(group.members.tolist()))
                chosen[group.members] = False
        blocks += [maker.block([block]) for block in np.flatnonzero(chosen).tolist()]
        return cls(dict(collection.pages), maxima, tuple(blocks), epsilon)

    def export(self) -> dict[str, Any]:
        """Plain values: fingerprints, counts and hashes."""
        maxima = None if self.maxima is None else self.maxima.tolist()
        return {
            "pages": [as_hex(page) for page in self.pages],
            "maxima": maxima and dict(zip(FEATURES, maxima, strict=True)),
            "blocks": [block.export() for block in self.blocks],
        }

    @classmethod
    def restored(cls, learned: dict[str, Any], epsilon: float) -> SiteTemplate:
        """Take back what `export` gave; KeyError, TypeError and the like when it is damaged."""
        maxima = learned["maxima"]
        return cls(
            {int(page, 16): number for number, page in enumerate(learned["pages"])},
            None if maxima is None else np.array([maxima[name] for name in FEATURES], np.int32),
            tuple(TemplateBlock.restored(block) for block in learned["blocks"]),
            epsilon,
        )

    @cached_property
    def _terms(self) -> dict[int, int]:
        """Number of each term, by its hash."""
        distinct = dict.fromkeys(term for block in self.blocks for term in block.terms)
        return {term: number for number, term in enumerate(distinct)}

    @cached_property
    def _index(self) -> CosineIndex:
        counts = np.array([block.counts for block in self.blocks], np.int32)
        terms = [self._terms[term] for block in self.blocks for term in block.terms]
        sizes = [0, *(len(block.terms) for block in self.blocks)]
        vectors = Vectors(
            scaled(counts.reshape(-1, len(FEATURES)), self.maxima),
            np.array(terms, dtype=np.int32),
            np.cumsum(sizes, dtype=np.int64),
            np.array([block.free for block in self.blocks], dtype=np.int64),
        )
        return CosineIndex(vectors, len(self._terms), self.epsilon)

    def shares(self, page: PageBlocks) -> NDArray[np.float64]:
        """For each block of a page, the share of the other pages that hold a similar one."""
        own = self.pages.get(page.fingerprint)
        others = len(self.pages) - (own is not None)
        not_own = -1 if own is None else ~(1 << own)
        values = scaled(page.counts, self.maxima)
        shares = np.zeros(len(page.keys))
        for row in range(len(page.keys)):
            known, unknown = self._numbers(page.terms_of(row))
            held_by = 0
            for block in self._index.similar(values[row], known, unknown).tolist():
                held_by |= self.blocks[block].held_by
            shares[row] = (held_by & not_own).bit_count() / max(others, 1)
        return shares

    def _numbers(self, terms: Iterable[str]) -> tuple[NDArray[np.int32], int]:
        """The numbers of the terms that the template has, and how many others there are."""
        numbers = [self._terms.get(term_hash(term), -1) for term in terms]
        known = [number for number in numbers if number >= 0]
        return np.array(known, dtype=np.int32), len(numbers) - len(known)


class _BlockMaker:
    """Makes blocks of the template from blocks of the collection."""

    def __init__(self, collection: BlockCollection) -> None:
        self.counts = collection.counts
        self.terms = collection.terms
        self.starts = collection.starts
        self.hashes = collection.words.hashes
        self.holders, self.begins = collection.holders()
        self.frequency = frequencies(self.terms, len(collection.words))

    def block(self, members: list[int]) -> TemplateBlock:
        """One block, or several that differ only in words that nothing else has."""
        first = members[0]
        terms = self.terms[self.starts[first] : self.starts[first + 1]]
        shared = terms if len(members) == 1 else terms[self.frequency[terms] > 1]
        held_by = 0
        for member in members:
            for page in self.holders[self.begins[member] : self.begins[member + 1]].tolist():
                held_by |= 1 << page
        return TemplateBlock(
            held_by,
            tuple(self.counts[first].tolist()),
            tuple(sorted(self.hashes[term] for term in shared.tolist())),
            len(terms) - len(shared),
        )
