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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.features.fragments import Rule, SharedFragments
from thresher.features.shingles import FragmentTree
from thresher.identifiers.template_verdicts import TOO_FEW_PAGES, page_level, verdicts_of_rows
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class Shingling(Identifier):
    """The parts of a page that other pages of the site do not have."""

    needs_fit: ClassVar[bool] = True
    learns_in_steps: ClassVar[bool] = True

    window: int = 4
    """Tokens in a shingle (W)."""
    min_match: float = 0.9
    """Resemblance from which two fragments are the same one (MinMatchFactor)."""
    share_factor: int = 2
    """Pages that must hold a fragment (ShareFactor)."""
    min_bytes: int = 30
    """Smallest text of a fragment, in bytes."""
    trees: dict[int, FragmentTree] | None = field(
        default=None, init=False, repr=False, compare=False
    )
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
        """Learn which fragments the pages share."""
        self.trees = self.shared = None
        return self.partial_fit(pages)

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages of the site. Copies of a page count once."""
        if self.trees is None:
            if self.shared is not None:
                raise ThresherError(
                    "this model holds the shared fragments of a site, not its pages; to add "
                    "pages, load the file that was saved with state=True"
                )
            self.trees = {}
        for page in pages:
            tree = FragmentTree.of(page.page.table, self.window)
            if tree.page_value is not None:
                self.trees.setdefault(tree.page_value, tree)
        self._learn(self.trees)
        return self

    def _learn(self, trees: dict[int, FragmentTree]) -> None:
        self.distinct_pages = len(trees)
        self.shared = SharedFragments.of(list(trees.values()), self._rule())

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

    def export_state(self) -> dict[str, Any] | None:
        if self.trees is None:
            return None
        return {"trees": [tree.export() for tree in self.trees.values()]}

    def restore_state(self, state: dict[str, Any]) -> None:
        try:
            trees = [FragmentTree.restored(each, self.window) for each in state["trees"]]
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(f"the model has no usable state: {error!r}") from error
        self.trees = {tree.page_value: tree for tree in trees if tree.page_value is not None}
        self._learn(self.trees)

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
