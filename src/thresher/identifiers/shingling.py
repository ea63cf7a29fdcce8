"""Shingling: what is not shared with other pages of the site.

Ramaswamy, Iyengar, Liu, Douglis: Automatic Detection of Fragments in Dynamically Generated Web
Pages, WWW 2004, as described in [Debnath05 §6.7] and [Kumar09 §2.6]. The nodes of a page, each with
the value, the size and the shingles of its subtree, are compared with the nodes of other pages.
Those that resemble a node of enough pages are shared fragments; only the outermost of them count,
and the rest of the page is its content.

    AF tree: SubtreeValue, SubtreeSize, SubtreeShingles  -> features.shingles.FragmentTree
    [Debnath05 eq. 8] resemblance                        -> features.shingles.resemblance
    Shared Fragment Detection                            -> features.fragments.pages_of_values
    maximal fragments                                    -> features.fragments.SharedFragments
    content = the parts that are not shared              -> Shingling.judge

Which nodes of the pages are shared is found as by comparing every node with every other one, but at
nearly linear cost: equal texts meet by hash, similar ones by the bands of their MinHash sketches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.fragments import Rule, SharedFragments
from thresher.features.shingles import FragmentTree
from thresher.identifiers.template_verdicts import TOO_FEW_PAGES, page_level, verdicts_of_rows
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class Shingling(Identifier):
    """The parts of a page that other pages of the site do not have."""

    needs_fit: ClassVar[bool] = True

    window: int = 4
    """Tokens in a shingle (W)."""
    min_match: float = 0.9
    """Resemblance from which two fragments are the same one (MinMatchFactor)."""
    share_factor: int = 2
    """Pages that must hold a fragment (ShareFactor)."""
    min_bytes: int = 30
    """Smallest text of a fragment, in bytes."""
    shared: SharedFragments | None = field(default=None, init=False, repr=False)
    distinct_pages: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.window < 1:
            raise BadOption(f"window must be at least 1 token, not {self.window}")
        if not 0 < self.min_match <= 1:
            raise BadOption(f"min_match must be above 0 and at most 1, not {self.min_match}")
        if self.share_factor < 2:
            raise BadOption(f"share_factor must be at least 2 pages, not {self.share_factor}")

    def segmenter(self) -> Segmenter:
        return Leaves()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn which fragments the pages share. Copies of a page count once."""
        trees: dict[int, FragmentTree] = {}
        for page in pages:
            tree = FragmentTree.of(page.page.table, self.window)
            if tree.page_value is not None:
                trees.setdefault(tree.page_value, tree)
        self.distinct_pages = len(trees)
        self.shared = SharedFragments.of(list(trees.values()), self._rule())
        return self

    def export(self) -> dict[str, Any] | None:
        if self.shared is None:
            return None
        return {"pages": self.distinct_pages, **self.shared.export()}

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.distinct_pages = int(learned["pages"])
            self.shared = SharedFragments.restored(learned, self._rule())
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(
                f"the model has no usable 'pages', 'values' and 'fragments': {error}"
            ) from error

    def judge(self, segmentation: Segmentation) -> Verdicts:
        if self.shared is None:
            raise NotFitted("shingling compares pages of a site: call fit(pages) first")
        if self.distinct_pages < 2:
            return page_level(segmentation, TOO_FEW_PAGES)
        table = segmentation.page.table
        tree = FragmentTree.of(table, self.window)
        template = np.zeros(len(table), dtype=np.bool_)
        for node, _ in self.shared.maximal(tree):
            row = int(tree.row[node])
            template[row : table.end[row]] = True
        return verdicts_of_rows(
            segmentation, template, "not shared with other pages", "shared with other pages"
        )

    def _rule(self) -> Rule:
        return Rule(self.share_factor, self.min_match, self.min_bytes)
