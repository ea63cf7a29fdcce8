"""Thresher: what `thresher.extract` does when no algorithm is named.

Every block of the page is described by the features of `features.block_features`; a small net and
boosted trees give the probability that it belongs to the main content; and the set of blocks with
the best expected F-measure is kept.

    features of a block       -> features.block_features
    gate, net and trees       -> features.block_model
    choice of blocks          -> features.choosing
    text outside the tree     -> parsing.outside_text, for pages that scripts would build

The model was trained on public page sets with differing conventions on headlines and reader
comments, which are inputs of the model; here they are options.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.errors import ModelFormatError
from thresher.features.block_features import (
    FEATURE_NAMES,
    BlockFeatures,
    block_features,
    set_convention,
)
from thresher.features.block_kernel import GROUP, HIDDEN, W
from thresher.features.block_model import BlockModel, Reading
from thresher.features.block_net import PAGE_TYPES
from thresher.features.choosing import Choice, best_set, completed
from thresher.features.forest import sigmoid
from thresher.models import read_model, shipped
from thresher.parsing import tags
from thresher.parsing.outside_text import word_count
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, PageType, Segmentation, Segmenter, Verdicts

# Templates are inert until a script copies them; of a select box only one option is chosen.
_NEVER: Final = 1 << tags.IN_TEMPLATE | 1 << tags.FORM_OPTIONS
_KERNEL: Final = "thresher.identifiers.verdict_kernel"
BETA: Final = {"balance": 1.0, "precision": 0.5, "recall": 2.0}
# A page whose likeliest block is less likely than this has no content in its HTML. Out of fold, 12
# of 4,067 pages are below; the truth of 7 of them is empty (benchmarks.ablation).
FLOOR: Final = 0.05
_REASONS: Final = (
    "clearly not content",
    "unlikely content",
    "content, for lack of better",
    "likely content",
    "clearly content",
    "hidden",
    "beside content",
    "text that scripts would show",
    "belongs to what is kept",
)
_OUTSIDE: Final = 7
_LEVELS: Final = np.array((0.1, 0.4, 0.8))


@dataclass(slots=True)
class Thresher(Identifier):
    """The default."""

    headline: bool = False
    """Count the headline as part of the text (it is in the metadata anyway)."""
    comments: bool = False
    """Count readers' comments below an article as part of the text."""
    favour: Literal["balance", "precision", "recall"] = "balance"
    """Keep the blocks that serve both, rather fewer, or rather more."""
    model: str | None = None
    """A model file made by `thresher train`, in place of the one that ships."""

    def segmenter(self) -> Segmenter:
        return Leaves(outside=True)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        features = block_features(segmentation)
        reading = self.read(features)
        # A fragment, without a title or scripts, is not an empty page: someone wants it read.
        if not reading.keep.any() and not segmentation.page.table.is_tag("script title").any():
            reading = self.read(features, may_be_empty=False)
        return page_verdicts(segmentation, features, reading)

    def read(self, features: BlockFeatures, *, may_be_empty: bool = True) -> PageReading:
        """What the model makes of the blocks of the tree."""
        model = load_model(self.model)
        texts = readable(features.base[:, W], features.info[:, HIDDEN])
        words, group = features.base[texts, W], features.info[texts, GROUP]
        set_convention(features.matrix, headline=self.headline, comments=self.comments)
        reading = model.read(features.matrix, texts, words, group)
        likely, choice = chosen(reading, words, BETA[self.favour], may_be_empty=may_be_empty)
        probability = np.zeros(len(features.base))
        keep = np.zeros(len(features.base), dtype=np.bool_)
        probability[texts], keep[texts] = likely, choice.keep
        if not choice.keep.any():
            return PageReading.empty(probability)
        whole = completed(keep, probability, features.matrix, headline=self.headline)
        confidence = model.confidence(choice.expected)
        return PageReading(probability, whole, whole & ~keep, confidence, _likeliest_type(reading))


@dataclass(frozen=True)
class PageReading:
    """Probabilities of a page's blocks, those that are kept, and what is said of the page."""

    probability: NDArray[np.float64]
    """0 for blocks without words."""
    keep: NDArray[np.bool_]
    added: NDArray[np.bool_]
    """Blocks that are kept because they belong to others."""
    confidence: float | None
    page_type: PageType | None

    @classmethod
    def empty(cls, probability: NDArray[np.float64]) -> Self:
        """Nothing is kept. How often that is right cannot be learned from the few such pages."""
        none = np.zeros(len(probability), dtype=np.bool_)
        return cls(probability, none, none, None, None)


def readable(words: NDArray[np.float64], hidden: NDArray[np.int32]) -> NDArray[np.intp]:
    """The blocks that have words which a reader could ever see."""
    blocks = np.empty(len(words), dtype=np.intp)
    return blocks[: kernel(_KERNEL).list_readable(words, hidden, _NEVER, blocks)]


def _likeliest_type(reading: Reading) -> PageType:
    best = int(np.argmax(reading.type_probabilities))
    return PageType(PAGE_TYPES[best], float(reading.type_probabilities[best]))


def chosen(
    reading: Reading,
    words: NDArray[np.float64],
    beta: float = 1.0,
    *,
    may_be_empty: bool = True,
) -> tuple[NDArray[np.float64], Choice]:
    """From logits to probabilities, and to the set of blocks to keep."""
    probability = sigmoid(reading.logits)
    keep = np.zeros(len(probability), dtype=np.bool_)
    at = np.flatnonzero(reading.passed)
    if not may_be_empty and not len(at):
        at = np.arange(len(probability))
    if not len(at) or (may_be_empty and probability[at].max() < FLOOR):
        return probability, Choice(keep, 0.0)
    choice = best_set(probability[at], words[at], beta)
    keep[at] = choice.keep
    return probability, Choice(keep, choice.expected)


@cache  # model files are constants: each is read once in a process
def load_model(path: str | None) -> BlockModel:
    """The model in a file, or the one that ships."""
    arrays, about = read_model(shipped("thresher") if path is None else path)
    if about.get("inputs") != list(FEATURE_NAMES):
        raise ModelFormatError(
            f"the model {path or 'that ships'} was trained on other features than this version "
            "computes; train it again with `thresher train`"
        )
    return BlockModel.of_arrays(arrays)


def page_verdicts(
    segmentation: Segmentation, features: BlockFeatures, page: PageReading
) -> Verdicts:
    """A verdict for every block, also for those without words and from outside the tree.

    A text from outside is kept when the tree has clearly less to offer: then the page is a shell.
    """
    outside = [word_count(item.text) for item in segmentation.outside]
    is_shell = bool(outside) and sum(outside) > 2 * features.base[page.keep, W].sum()
    if is_shell:
        # The model has not read the texts from outside the tree, and can say nothing of them.
        page = PageReading.empty(page.probability)
    keep, added = page.keep.astype(np.uint8), page.added.view(np.uint8)
    hidden = segmentation.hidden[: len(keep)].view(np.uint8)
    score, why = page.probability, np.empty(len(keep), dtype=np.uint8)
    loops, base = kernel(_KERNEL), features.base
    loops.add_beside(base, features.info, segmentation.page.table.parent, hidden, keep)
    loops.explain(base, added, keep, hidden, score, _LEVELS, why)
    kept = keep.view(np.bool_)
    if outside:
        kept = np.append(kept, np.full(len(outside), is_shell))
        score = np.append(score, np.full(len(outside), float(is_shell)))
        why = np.append(why, np.full(len(outside), _OUTSIDE if is_shell else 0, dtype=np.uint8))
    return Verdicts(kept, score, why, _REASONS, page.confidence, page.page_type)
