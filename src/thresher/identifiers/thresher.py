"""Thresher: what `thresher.extract` does when no algorithm is named.

Every block of the page is described by the features of `features.block_features`; boosted trees
give the probability that it belongs to the main content; blocks of one template are pulled
together; and the set of blocks with the best expected F-measure is kept.

    features of a block       -> features.block_features
    boosted trees             -> features.forest
    template groups, choice   -> features.choosing
    text outside the tree     -> parsing.outside_text, for pages that scripts would build

The trees were trained on public page sets with differing conventions on headlines and reader
comments, which are inputs of the model; here they are options.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ModelFormatError
from thresher.features.block_features import (
    FEATURE_NAMES,
    BlockFeatures,
    block_features,
    set_convention,
)
from thresher.features.block_kernel import ELEMENT, GROUP, HIDDEN, W
from thresher.features.choosing import best_set, shared_logits
from thresher.features.forest import Cascade, sigmoid
from thresher.models import read_model, shipped
from thresher.parsing import tags
from thresher.parsing.outside_text import word_count
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

# Templates are inert until a script copies them; of a select box only one option is chosen.
_NEVER: Final = (tags.IN_TEMPLATE, tags.FORM_OPTIONS)
_BETA: Final = {"balance": 1.0, "precision": 0.5, "recall": 2.0}
# Chosen by out-of-fold scores on all training sets: sharing a third of the logit with the template
# group helped or changed nothing on every set but docs, and of the pages with words whose likeliest
# block was below the floor 9 had no content by their truth, and 6 had some.
_GROUP_SHARE: Final = 0.35
FLOOR: Final = 0.12


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
        probability = self.probabilities(features)
        words = features.base[:, W]
        keep = np.zeros(len(words), dtype=np.bool_)
        texts = np.flatnonzero(words > 0)
        if len(texts) and probability[texts].max() >= FLOOR:
            keep[texts] = best_set(probability[texts], words[texts], _BETA[self.favour])
        beside = _beside_kept(segmentation, features, keep)
        return _with_outside(segmentation, probability, keep, beside, words)

    def probabilities(self, features: BlockFeatures) -> NDArray[np.float64]:
        """For each block, the probability that it is content; 0 for blocks without words."""
        words = features.base[:, W]
        texts = np.flatnonzero(words > 0)
        set_convention(features.matrix, headline=self.headline, comments=self.comments)
        logits = _cascade(self.model).logits(features.matrix, texts)
        shared = share_in_groups(logits, words[texts], features.info[texts, GROUP])
        probability = np.zeros(len(words))
        probability[texts] = sigmoid(shared)
        probability[np.isin(features.info[:, HIDDEN], _NEVER)] = 0.0
        return probability


def share_in_groups(
    logits: NDArray[np.float64], words: NDArray[np.float64], group: NDArray[np.int32]
) -> NDArray[np.float64]:
    """Blocks of one template pull each other, by the root of their words."""
    return shared_logits(logits, np.sqrt(words), group, _GROUP_SHARE)


@cache  # model files are constants: each is read once in a process
def _cascade(path: str | None) -> Cascade:
    arrays, about = read_model(shipped("thresher") if path is None else path)
    if about.get("inputs") != list(FEATURE_NAMES):
        raise ModelFormatError(
            f"the model {path or 'that ships'} was trained on other features than this version "
            "computes; train it again with `thresher train`"
        )
    cascade = Cascade.of_arrays(arrays)
    if any(
        part.column.max(initial=-1) >= len(FEATURE_NAMES) for part in (cascade.gate, cascade.main)
    ):
        raise ModelFormatError(f"the model {path or 'that ships'} asks for more than its inputs")
    return cascade


def _beside_kept(
    segmentation: Segmentation, features: BlockFeatures, keep: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Blocks without words (images, players) between kept blocks, or in one element with one."""
    words = features.base[:, W]
    silent = np.flatnonzero(words <= 0)
    texts = np.flatnonzero(words > 0)
    beside = np.zeros(len(words), dtype=np.bool_)
    if not len(silent) or not keep.any():
        return beside
    table = segmentation.page.table
    holder = table.parent[np.maximum(features.info[:, ELEMENT], 0)]
    place = np.searchsorted(texts, silent)
    before = texts[np.maximum(place - 1, 0)]
    after = texts[np.minimum(place, len(texts) - 1)]
    has_before, has_after = place > 0, place < len(texts)
    kept_before, kept_after = keep[before] & has_before, keep[after] & has_after
    same = (kept_before & (holder[before] == holder[silent])) | (
        kept_after & (holder[after] == holder[silent])
    )
    beside[silent] = (kept_before & kept_after) | same
    return beside & ~segmentation.hidden[: len(words)]


def _with_outside(
    segmentation: Segmentation,
    probability: NDArray[np.float64],
    keep: NDArray[np.bool_],
    beside: NDArray[np.bool_],
    words: NDArray[np.float64],
) -> Verdicts:
    """Verdicts for the blocks of the tree, then for texts from outside it.

    A text from outside is kept when the tree has clearly less to offer: then the page is a shell.
    """
    outside = [word_count(item.text) for item in segmentation.outside]
    is_shell = bool(outside) and sum(outside) > 2 * float(words[keep].sum())
    if is_shell:
        keep, beside = np.zeros_like(keep), np.zeros_like(beside)
    chosen = np.full(len(outside), is_shell)
    score = np.concatenate((probability, chosen.astype(np.float64)))
    kept = np.concatenate((keep | beside, chosen))
    from_tree = np.arange(len(kept)) < len(keep)
    reasons = {
        "text that scripts would show": kept & ~from_tree,
        "beside content": np.concatenate((beside, np.zeros(len(outside), dtype=np.bool_))),
        "clearly content": kept & (score >= 0.8),
        "likely content": kept & (score >= 0.4),
        "content, for lack of better": kept,
        "hidden": segmentation.hidden,
        "clearly not content": score < 0.1,
    }
    return Verdicts.choose(kept, score, reasons, "unlikely content")
