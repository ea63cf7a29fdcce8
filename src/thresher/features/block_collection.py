"""The distinct blocks of many pages: what each contains, and which pages hold it.

Pages are added one by one and forgotten: what stays of a block is a fingerprint, its counts and the
numbers of its terms; what stays of a page is a fingerprint. A block that was met before costs a
hash, because its terms are known already.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_texts import block_texts
from thresher.features.counts import FEATURES, feature_counts
from thresher.features.keywords import Vocabulary, fingerprint, terms
from thresher.features.packed import packed, unpacked
from thresher.types import Segmentation


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """The blocks of one page that a reader sees and that are not blank."""

    size: int
    """Number of all blocks of the page."""
    places: NDArray[np.intp]
    """Numbers of these blocks in the segmentation."""
    texts: list[str]
    counts: NDArray[np.int32]
    """Counts of `FEATURES`, a row per block; words are rounded to whole ones."""
    keys: list[int]
    """A fingerprint of text and counts."""

    @classmethod
    def of(cls, segmentation: Segmentation) -> PageBlocks:
        all_texts = block_texts(segmentation)
        all_counts = np.rint(feature_counts(segmentation)).astype(np.int32)
        is_blank = ~all_counts.any(axis=1) & ~np.array([*map(bool, all_texts)], dtype=np.bool_)
        places = np.flatnonzero(~segmentation.hidden & ~is_blank)
        texts = [all_texts[place] for place in places.tolist()]
        counts = all_counts[places]
        packed = counts.astype("<i4").tobytes()
        width = 4 * len(FEATURES)
        keys = [
            fingerprint(packed[width * row : width * (row + 1)] + _encoded(text))
            for row, text in enumerate(texts)
        ]
        return cls(len(segmentation), places, texts, counts, keys)

    @property
    def fingerprint(self) -> int:
        """Equal for pages that show the same blocks in the same order."""
        return fingerprint(np.array(self.keys, dtype="<u8").tobytes())

    def spread(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of these blocks given to all blocks of the page.

        A blank block, such as the white space between two pieces of code, goes with the block
        before it.
        """
        place = np.zeros(self.size + 1, dtype=np.intp)
        place[self.places + 1] = 1
        spread: NDArray[np.float64] = np.concatenate(([0.0], values))[np.cumsum(place)[1:]]
        return spread

    @property
    def is_empty(self) -> bool:
        """True when the page shows no text."""
        return not any(self.texts)

    def terms_of(self, row: int) -> set[str]:
        """The terms of a block; where there are signs but no words, its whole text is one term,
        because nothing else tells it from others."""
        text = self.texts[row]
        words = set(terms(text))
        return words or ({text} if text else words)


class BlockCollection:
    """The distinct blocks of the pages added so far."""

    __slots__ = ("_counts", "_held", "_holders", "_keys", "_starts", "_terms", "pages", "words")

    def __init__(self) -> None:
        self.words = Vocabulary()
        self.pages: dict[int, int] = {}
        """Number of each page, by its fingerprint."""
        self._keys: dict[int, int] = {}
        self._counts = array("i")
        self._terms = array("i")
        self._starts = array("q", [0])
        self._held = array("i")
        self._holders = array("i")

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, segmentation: Segmentation) -> None:
        """Take in a page, unless it shows no text or is a copy of one that is there."""
        page = PageBlocks.of(segmentation)
        key = page.fingerprint
        if page.is_empty or key in self.pages:
            return
        number = self.pages[key] = len(self.pages)
        held = sorted({self._block(page, row) for row in range(len(page.keys))})
        self._held.extend(held)
        self._holders.extend([number] * len(held))

    def _block(self, page: PageBlocks, row: int) -> int:
        block = self._keys.setdefault(page.keys[row], len(self._keys))
        if block == len(self._starts) - 1:
            self._counts.extend(page.counts[row].tolist())
            self._terms.extend(sorted(map(self.words.number, page.terms_of(row))))
            self._starts.append(len(self._terms))
        return block

    @property
    def counts(self) -> NDArray[np.int32]:
        """Counts of `FEATURES`, a row per block."""
        return _view(self._counts, np.int32).reshape(-1, len(FEATURES))

    @property
    def terms(self) -> NDArray[np.int32]:
        """Numbers of the terms, one block after the other."""
        return _view(self._terms, np.int32)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the terms of each block begin in `terms`; one more at the end."""
        return _view(self._starts, np.int64)

    def holders(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The pages that hold each block, one block after the other; and where each begins."""
        held = _view(self._held, np.int32)
        order = np.argsort(held, kind="stable")
        begins = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(np.bincount(held, minlength=len(self)), out=begins[1:])
        return _view(self._holders, np.int32)[order], begins

    def export(self) -> dict[str, Any]:
        """Everything, as plain values; the columns are packed."""
        return {
            "pages": packed(array("Q", self.pages)),
            "keys": packed(array("Q", self._keys)),
            "words": packed(self.words.hashes),
            **{name: packed(getattr(self, f"_{name}")) for name in _COLUMNS},
        }

    @classmethod
    def restored(cls, state: dict[str, Any]) -> BlockCollection:
        """Take back what `export` gave; KeyError, TypeError or ValueError when it is damaged."""
        collection = cls()
        collection.words = Vocabulary(unpacked(state["words"], "Q"))
        collection.pages = {key: place for place, key in enumerate(unpacked(state["pages"], "Q"))}
        collection._keys = {key: place for place, key in enumerate(unpacked(state["keys"], "Q"))}
        for name, code in _COLUMNS.items():
            setattr(collection, f"_{name}", unpacked(state[name], code))
        if len(collection._starts) != len(collection) + 1:
            raise ValueError("the blocks and their terms differ in number")
        return collection


_COLUMNS = {"counts": "i", "terms": "i", "starts": "q", "held": "i", "holders": "i"}


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _view(column: array[int], kind: type[Any]) -> NDArray[Any]:
    """The column without a copy. While somebody looks at it, no page can be added."""
    return np.frombuffer(column, dtype=kind) if column else np.zeros(0, dtype=kind)
