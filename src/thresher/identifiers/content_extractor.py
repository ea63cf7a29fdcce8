"""ContentExtractor: a block that many pages of a site hold is template, the rest is content.

Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
17(9), 2005. Every block of every page becomes a vector of counts and words; two blocks are similar
when the cosine of their vectors is above epsilon; a block is kept when few other pages hold one
similar to it.

    [Debnath05 §3.1]  block features             -> features.block_collection
    [Debnath05 §3.2, eq. 2–3] IBDF, S^i           -> ibdf
    [Debnath05 Alg. 1] comparing all blocks       -> features.similar_blocks, features.cosine_search
    [Debnath05 Alg. 2] Sim                        -> features.cosine_search.cosines
    [Debnath05 §4.4.2, §6.6] template of a site   -> features.site_template, ContentExtractor.judge

Deviation: counts are divided by their maximum over the set, as §5.1 does; raw, the number of words
outweighs the words themselves (`scale=raw`).
Deviation: pages are counted, not blocks, and as a share of the other pages.
Deviation: blocks that a reader does not see are neither counted nor kept.
Deviation: where there is nothing to compare (one page, or nothing but repeated blocks), the
page-level default judges, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.features.block_collection import BlockCollection, PageBlocks
from thresher.features.cosine_search import ranges
from thresher.features.similar_blocks import Group, groups_of_similar
from thresher.features.site_template import SiteTemplate, scaled
from thresher.identifiers.template_verdicts import NOTHING_LEFT, TOO_FEW_PAGES, page_level
from thresher.segmenters.get_block_set import GetBlockSet
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class ContentExtractor(Identifier):
    """Keeps the blocks that few other pages of the site hold."""

    needs_fit: ClassVar[bool] = True
    learns_in_steps: ClassVar[bool] = True

    epsilon: float = 0.9
    """Two blocks are similar when the cosine of their vectors is above this."""
    theta: float = 0.05
    """A block is template when more than this share of the other pages hold a similar one."""
    scale: Literal["set", "raw"] = "set"
    """Divide each count by its maximum over the pages learned from, or take it as it is."""
    collection: BlockCollection | None = field(default=None, init=False, repr=False, compare=False)
    template: SiteTemplate | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("epsilon", "theta"):
            value = getattr(self, name)
            if not 0 <= value < 1:
                raise BadOption(f"{name} must be at least 0 and below 1, not {value}")

    def segmenter(self) -> Segmenter:
        return GetBlockSet()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn which blocks the pages of a site have in common."""
        self.collection = self.template = None
        return self.partial_fit(pages)

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages of the site."""
        if self.collection is None:
            if self.template is not None:
                raise ThresherError(
                    "this model holds the template of a site, not what it was learned from; to "
                    "add pages, load the file that was saved with state=True"
                )
            self.collection = BlockCollection()
        self.template = None
        for page in pages:
            self.collection.add(page)
        self.template = self._learned(self.collection)
        return self

    def _learned(self, collection: BlockCollection) -> SiteTemplate:
        counts = collection.counts
        maxima = counts.max(axis=0, initial=0) if self.scale == "set" else None
        groups = groups_of_similar(collection, scaled(counts, maxima), self.epsilon)
        others = max(len(collection.pages) - 1, 1)
        is_template = (ibdf(collection, groups) - 1) / others > self.theta
        return SiteTemplate.of(collection, maxima, self.epsilon, (groups, is_template))

    def export(self) -> dict[str, Any] | None:
        return None if self.template is None else self.template.export()

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.template = SiteTemplate.restored(learned, self.epsilon)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelFormatError(f"the model has no usable site template: {error!r}") from error

    def export_state(self) -> dict[str, Any] | None:
        return None if self.collection is None else self.collection.export()

    def restore_state(self, state: dict[str, Any]) -> None:
        try:
            self.collection = BlockCollection.restored(state)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelFormatError(f"the model has no usable state: {error!r}") from error
        self.template = self._learned(self.collection)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        template = self.template
        if template is None:
            raise NotFitted(
                "content-extractor learns from pages of the site: "
                "Pipeline('content-extractor').fit(pages), or thresher fit"
            )
        if len(template.pages) < 2:
            return page_level(segmentation, TOO_FEW_PAGES)
        page = PageBlocks.of(segmentation)
        shares = page.spread(template.shares(page))
        is_template = shares > self.theta
        keep = ~is_template & ~segmentation.hidden
        with_text = np.array([bool(text) for text in page.texts], dtype=np.bool_)
        if with_text.any() and not keep[page.places][with_text].any():
            return page_level(segmentation, NOTHING_LEFT)
        reasons = {"hidden": segmentation.hidden, "on many pages of the site": is_template}
        return Verdicts.choose(keep, 1 - shares, reasons, "on few pages of the site")


def ibdf(collection: BlockCollection, groups: Sequence[Group]) -> NDArray[np.int64]:
    """IBDF⁻¹ of every distinct block, as a counter: the pages that hold it or one similar to it.

    These are S^i of [Debnath05 eq. 3] and the block's own page, so |S^i| + 1 of eq. 2.
    """
    holders, begins = collection.holders()
    sizes = np.diff(begins)
    counts = sizes.copy()
    for group in groups:
        alike = np.concatenate((group.alike, group.members)) if group.are_alike else group.alike
        places, _ = ranges(begins[alike], sizes[alike])
        is_holder = np.zeros(len(collection.pages), dtype=np.bool_)
        is_holder[holders[places]] = True
        for member in group.members.tolist():
            own = holders[begins[member] : begins[member + 1]]
            counts[member] = is_holder.sum() + (~is_holder[own]).sum()
    return counts
