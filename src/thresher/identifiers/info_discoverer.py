"""InfoDiscoverer (LH): a block whose words are spread evenly over the site's pages is redundant.

Lin, Ho: Discovering Informative Content Blocks from Web Documents, KDD 2002; described in
[Debnath05 §6.1, Patterns §2]. The entropy of a word over the pages is high when all pages use it
alike; the entropy of a block is the mean over its words; blocks above a threshold, which is found
greedily, are redundant.

    entropy of a feature (word) over n pages   -> features.keyword_collection: entropies
    entropy of a block, mean of its features   -> block_entropy
    greedy threshold                           -> greedy_threshold

Deviation: blocks are those of GetBlockSet, so that the answers compare with ContentExtractor's; the
paper cuts at tables only, which is `tags=table`.
Deviation: all words are features; the paper takes stems of words that are not on an English stop
list, and this one is for any language.
Deviation: blocks without words have no entropy and are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.features.block_texts import block_texts
from thresher.features.keyword_collection import KeywordCollection
from thresher.features.keywords import as_hex, term_hash, terms
from thresher.identifiers.template_verdicts import NOTHING_LEFT, TOO_FEW_PAGES, page_level
from thresher.segmenters.get_block_set import GetBlockSet
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

STEPS: Final = 10
"""The greedy threshold is raised from 0 to 1 in this many steps."""


@dataclass(slots=True)
class InfoDiscoverer(Identifier):
    """Keeps the blocks whose words are peculiar to few pages."""

    needs_fit: ClassVar[bool] = True
    learns_in_steps: ClassVar[bool] = True

    threshold: float | None = None
    """Blocks with a higher mean entropy are redundant; none: found greedily."""
    collection: KeywordCollection | None = field(
        default=None, init=False, repr=False, compare=False
    )
    learned: Entropies | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise BadOption(f"threshold must be from 0 to 1, or none, not {self.threshold}")

    def segmenter(self) -> Segmenter:
        return GetBlockSet()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn how the words of a site are spread over its pages."""
        self.collection = self.learned = None
        return self.partial_fit(pages)

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages of the site."""
        if self.collection is None:
            if self.learned is not None:
                raise ThresherError(
                    "this model holds the entropies of a site, not what they were learned from; "
                    "to add pages, load the file that was saved with state=True"
                )
            self.collection = KeywordCollection()
        self.learned = None
        for page in pages:
            self.collection.add(page)
        self.learned = Entropies.of(self.collection)
        return self

    def export(self) -> dict[str, Any] | None:
        return None if self.learned is None else self.learned.export()

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.learned = Entropies.restored(learned)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelFormatError(f"the model has no usable entropies: {error!r}") from error

    def export_state(self) -> dict[str, Any] | None:
        return None if self.collection is None else self.collection.export()

    def restore_state(self, state: dict[str, Any]) -> None:
        try:
            self.collection = KeywordCollection.restored(state)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelFormatError(f"the model has no usable state: {error!r}") from error
        self.learned = Entropies.of(self.collection)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        learned = self.learned
        if learned is None:
            raise NotFitted(
                "info-discoverer learns from pages of the site: "
                "Pipeline('info-discoverer').fit(pages), or thresher fit"
            )
        if learned.pages < 2:
            return page_level(segmentation, TOO_FEW_PAGES)
        features = [sorted(set(terms(text))) for text in block_texts(segmentation)]
        has_words = np.array([bool(words) for words in features], dtype=np.bool_)
        entropy = np.array([block_entropy(words, learned.words) for words in features])
        threshold = learned.threshold if self.threshold is None else self.threshold
        is_redundant = has_words & (entropy > threshold)
        keep = has_words & ~is_redundant
        if has_words.any() and not keep.any():
            return page_level(segmentation, NOTHING_LEFT)
        reasons = {
            "hidden": segmentation.hidden,
            "no words": ~has_words,
            "words are spread over the site": is_redundant,
        }
        score = np.where(has_words, 1 - entropy, 0.0)
        return Verdicts.choose(keep, score, reasons, "words are peculiar to few pages")


@dataclass(frozen=True, slots=True)
class Entropies:
    """What was learned: the entropy of each word that more than one page has."""

    pages: int
    threshold: float
    words: Mapping[int, float]
    """Entropy by hash of the word. One that is missing is on one page at most: 0."""

    @classmethod
    def of(cls, collection: KeywordCollection) -> Entropies:
        """From all pages of a collection."""
        entropies = collection.entropies()
        hashes = zip(collection.words.hashes, entropies.tolist(), strict=True)
        found = {value: entropy for value, entropy in hashes if entropy > 0}
        threshold = greedy_threshold(entropies, *collection.block_terms())
        return cls(len(collection.pages), threshold, found)

    def export(self) -> dict[str, Any]:
        """Plain values."""
        words = {as_hex(value): entropy for value, entropy in sorted(self.words.items())}
        return {"pages": self.pages, "threshold": self.threshold, "words": words}

    @classmethod
    def restored(cls, learned: dict[str, Any]) -> Entropies:
        """Take back what `export` gave; KeyError, TypeError and the like when it is damaged."""
        words = {int(value, 16): float(entropy) for value, entropy in learned["words"].items()}
        return cls(int(learned["pages"]), float(learned["threshold"]), words)


def block_entropy(words: Sequence[str], entropies: Mapping[int, float]) -> float:
    """The mean entropy of the words; 0 for none."""
    return sum(entropies.get(term_hash(word), 0.0) for word in words) / max(len(words), 1)


def greedy_threshold(
    entropies: NDArray[np.float64], words: NDArray[np.int32], starts: NDArray[np.int64]
) -> float:
    """Raised from 0 by a tenth until, after a raise that added words, one adds none.

    `words` are those of all distinct blocks, beginning at `starts`. A raise adds the words of the
    blocks whose entropy it now allows. The answer is the last threshold that added some; 1 when no
    raise ever does.
    """
    if not len(words):
        return 1.0
    blocks = np.add.reduceat(entropies[words], starts[:-1]) / np.diff(starts)
    lowest = np.full(len(entropies), np.inf)
    np.minimum.at(lowest, words, np.repeat(blocks, np.diff(starts)))
    counts = [int((lowest <= step / STEPS).sum()) for step in range(STEPS + 1)]
    has_added = False
    for step in range(1, STEPS + 1):
        adds = counts[step] > counts[step - 1]
        if has_added and not adds:
            return (step - 1) / STEPS
        has_added |= adds
    return 1.0
