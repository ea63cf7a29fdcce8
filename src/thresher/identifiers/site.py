"""Site: the page-level default, with what other pages of the site say.

`thresher` gives every block a probability from the page alone. Pages of the same site know more:
text that many of them hold is template, blocks in the same place are alike, and what is new on
every page is content when it is in the place where content is. This is added to the logit of the
page as a weighted sum, and the blocks are chosen as the default chooses them. No labels are needed.

    hashes of texts and places     -> features.page_sketch
    what is counted on a site      -> features.site_evidence
    the weights                    -> training.site_weights
    probabilities of the page, and the choice of blocks -> identifiers.thresher
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ModelFormatError, NotFitted, ThresherError
from thresher.features.block_features import BlockFeatures, block_features
from thresher.features.block_kernel import W
from thresher.features.choosing import best_set, completed
from thresher.features.forest import sigmoid
from thresher.features.page_sketch import PageSketch
from thresher.features.site_evidence import TERMS, SiteEvidence
from thresher.identifiers.template_verdicts import NOTHING_LEFT, TOO_FEW_PAGES, page_level
from thresher.identifiers.thresher import BETA, FLOOR, Thresher, page_verdicts
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

# Set by hand, and as good on six sets as what training.site_weights finds out of fold;
# docs/algorithms/site.md has the numbers.
WEIGHTS: Final = {
    "vote of the place": 1.0,
    "long text repeats": 3.0,
    "text repeats": 1.5,
    "text repeats here": 1.0,
    "new text in the slot": 0.9,
    "outside the slot": 0.15,
}
_WEIGHTS: Final = np.array([WEIGHTS[term] for term in TERMS])


@dataclass(slots=True)
class Site(Identifier):
    """The default, with the evidence of other pages of the site."""

    needs_fit: ClassVar[bool] = True
    learns_in_steps: ClassVar[bool] = True

    headline: bool = False
    """Count the headline as part of the text (it is in the metadata anyway)."""
    comments: bool = False
    """Count readers' comments below an article as part of the text."""
    favour: Literal["balance", "precision", "recall"] = "balance"
    """Keep the blocks that serve both, rather fewer, or rather more."""
    model: str | None = None
    """A model file made by `thresher train`, in place of the one that ships."""
    sketches: dict[int, PageSketch] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    evidence: SiteEvidence | None = field(default=None, init=False, repr=False, compare=False)

    def segmenter(self) -> Segmenter:
        return self._alone().segmenter()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn what the pages of a site have in common."""
        self.sketches = self.evidence = None
        return self.partial_fit(pages)

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages of the site. Copies of a page count once."""
        if self.sketches is None:
            if self.evidence is not None:
                raise ThresherError(
                    "this model holds what was counted on a site, not its pages; to add pages, "
                    "load the file that was saved with state=True"
                )
            self.sketches = {}
        alone = self._alone()
        for page in pages:
            features = block_features(page)
            sketch = PageSketch.of(page, features, alone.read(features).probability)
            if len(sketch.words):
                self.sketches.setdefault(sketch.key, sketch)
        self.evidence = SiteEvidence.of(list(self.sketches.values()))
        return self

    def export(self) -> dict[str, Any] | None:
        return None if self.evidence is None else self.evidence.export()

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.evidence = SiteEvidence.restored(learned)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(f"the model has no usable site evidence: {error!r}") from error

    def export_state(self) -> dict[str, Any] | None:
        if self.sketches is None:
            return None
        return {"sketches": [sketch.export() for sketch in self.sketches.values()]}

    def restore_state(self, state: dict[str, Any]) -> None:
        try:
            pages = [PageSketch.restored(each) for each in state["sketches"]]
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(f"the model has no usable state: {error!r}") from error
        self.sketches = {page.key: page for page in pages}
        self.evidence = SiteEvidence.of(pages)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        evidence = self.evidence
        if evidence is None:
            raise NotFitted(
                "site learns from pages of the site: Pipeline('site').fit(pages), or thresher fit"
            )
        if len(evidence.pages) < 2:
            return page_level(segmentation, TOO_FEW_PAGES, self._alone())
        features = block_features(segmentation)
        page = self._alone().read(features)
        both = with_site(page.probability, segmentation, features, evidence)
        keep = self._kept(both, features.base[:, W])
        if not keep.any():
            return page_level(segmentation, NOTHING_LEFT, self._alone())
        # The confidence of the default was learned from pages alone.
        whole = completed(keep, both, features.matrix, headline=self.headline)
        reading = replace(page, probability=both, keep=whole, added=whole & ~keep, confidence=None)
        return page_verdicts(segmentation, features, reading)

    def _kept(
        self, probability: NDArray[np.float64], words: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """The set with the best expected F-measure, as the default chooses it."""
        keep = np.zeros(len(probability), dtype=np.bool_)
        texts = np.flatnonzero(probability > 0)
        if len(texts) and probability[texts].max() >= FLOOR:
            keep[texts] = best_set(probability[texts], words[texts], BETA[self.favour]).keep
        return keep

    def _alone(self) -> Thresher:
        """The page-level default, with the same options."""
        return Thresher(self.headline, self.comments, self.favour, self.model)


def with_site(
    alone: NDArray[np.float64],
    segmentation: Segmentation,
    features: BlockFeatures,
    evidence: SiteEvidence,
) -> NDArray[np.float64]:
    """The probability of each block: that of the page alone, with the evidence in its logit."""
    sketch = PageSketch.of(segmentation, features, alone)
    terms = evidence.terms(sketch)
    blocks = np.flatnonzero(features.base[:, W] > 0)
    both = alone.copy()
    told = terms.any(axis=1) & (alone[blocks] > 0)
    both[blocks[told]] = sigmoid((sketch.logit + terms @ _WEIGHTS)[told])
    return both
