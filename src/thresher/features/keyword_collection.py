"""The words of many pages: how often, on how many, and which words stand together in a block.

The entropy of a word over pages needs two sums, so no page is kept: with the frequencies t_j of a
word and T = Σ t_j, the entropy −Σ (t_j/T) log (t_j/T) is log T − (Σ t_j log t_j) / T.
"""

from __future__ import annotations

from array import array
from collections import Counter
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_texts import block_texts
from thresher.features.keywords import Vocabulary, fingerprint, terms
from thresher.features.packed import packed, unpacked
from thresher.types import Segmentation


class KeywordCollection:
    """Words and distinct sets of words of the pages added so far."""

    __slots__ = ("_log_sums", "_starts", "_terms", "_totals", "blocks", "pages", "words")

    def __init__(self) -> None:
        self.words = Vocabulary()
        self.pages: set[int] = set()
        """Fingerprints of the pages."""
        self.blocks: set[int] = set()
        """Fingerprints of the blocks' sets of words."""
        self._totals = array("d")
        self._log_sums = array("d")
        self._terms = array("i")
        self._starts = array("q", [0])

    def add(self, segmentation: Segmentation) -> None:
        """Take in a page, unless it has no words or is a copy of one that is there."""
        texts = block_texts(segmentation)
        key = fingerprint("\n".join(texts).encode("utf-8", "surrogatepass"))
        counts = Counter(map(self.words.number, terms(" ".join(texts))))
        if not counts or key in self.pages:
            return
        self.pages.add(key)
        missing = len(self.words) - len(self._totals)
        self._totals.extend([0.0] * missing)
        self._log_sums.extend([0.0] * missing)
        for term, count in counts.items():
            self._totals[term] += count
            self._log_sums[term] += count * log(count)
        for text in texts:
            self._add_block(text)

    def _add_block(self, text: str) -> None:
        numbers = sorted({self.words.number(term) for term in terms(text)})
        key = fingerprint(np.array(numbers, dtype="<i4").tobytes())
        if numbers and key not in self.blocks:
            self.blocks.add(key)
            self._terms.extend(numbers)
            self._starts.append(len(self._terms))

    def entropies(self) -> NDArray[np.float64]:
        """H of each word: 0 when one page has it, 1 when all pages have it equally often."""
        if len(self.pages) < 2:
            return np.zeros(len(self.words))
        totals = np.array(self._totals)
        entropy = np.log(totals) - np.array(self._log_sums) / totals
        bounded: NDArray[np.float64] = np.clip(entropy / log(len(self.pages)), 0.0, 1.0)
        return np.round(bounded, 6)

    def block_terms(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Words of each distinct block, one block after the other; and where each begins."""
        return np.array(self._terms, dtype=np.int32), np.array(self._starts, dtype=np.int64)

    def export(self) -> dict[str, Any]:
        """Everything, as plain values; the columns are packed."""
        return {
            "words": packed(self.words.hashes),
            "pages": packed(array("Q", sorted(self.pages))),
            "blocks": packed(array("Q", sorted(self.blocks))),
            **{name: packed(getattr(self, f"_{name}")) for name in _COLUMNS},
        }

    @classmethod
    def restored(cls, state: dict[str, Any]) -> KeywordCollection:
        """Take back what `export` gave; KeyError, TypeError or ValueError when it is damaged."""
        collection = cls()
        collection.words = Vocabulary(unpacked(state["words"], "Q"))
        collection.pages = set(unpacked(state["pages"], "Q"))
        collection.blocks = set(unpacked(state["blocks"], "Q"))
        for name, code in _COLUMNS.items():
            setattr(collection, f"_{name}", unpacked(state[name], code))
        if len(collection._totals) != len(collection.words):
            raise ValueError("the words and their frequencies differ in number")
        return collection


_COLUMNS = {"totals": "d", "log_sums": "d", "terms": "i", "starts": "q"}
