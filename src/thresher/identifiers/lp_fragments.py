"""L-P fragments: the parts of one page that have a lifetime of their own, or are personal.

The second detector of Ramaswamy, Iyengar, Liu, Douglis: Automatic Detection of Fragments in
Dynamically Generated Web Pages, WWW 2004, as described in [Kumar09 §2.6]. Several versions of one
page (asked for at different times, or by different people) are compared node by node. The outermost
nodes whose text is not in all versions are the L-P fragments: adverts, counters, greetings, news of
the hour. What every version has is the lasting part of the page.

    AF tree of a version, SubtreeValue      -> features.shingles.FragmentTree
    nodes that all versions have            -> LpFragments.fit
    L-P fragments, outermost                -> changing_nodes
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.shingles import FragmentTree, Hashes
from thresher.identifiers.template_verdicts import TOO_FEW_PAGES, page_level, verdicts_of_rows
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

_LASTING = "the same in all versions"
_CHANGING = "changes between versions"


@dataclass(slots=True)
class LpFragments(Identifier):
    """The parts that all versions of a page have in common, or those that change."""

    needs_fit: ClassVar[bool] = True

    keep: Literal["stable", "changing"] = "stable"
    """Which parts are the content."""
    min_share: float = 1.0
    """Share of the versions that must have a part for it to be stable."""
    stable: Hashes | None = field(default=None, init=False, repr=False)
    versions: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < self.min_share <= 1:
            raise BadOption(f"min_share must be above 0 and at most 1, not {self.min_share}")

    def segmenter(self) -> Segmenter:
        return Leaves()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn what is stable from versions of one page. Versions that are equal count once."""
        values = {}
        for page in pages:
            tree = FragmentTree.of(page.page.table, window=1)
            if tree.page_value is not None:
                values[tree.page_value] = np.unique(tree.value)
        self.versions = len(values)
        counts = Counter(value for each in values.values() for value in each.tolist())
        needed = max(2.0, self.min_share * self.versions - 1e-9)
        chosen = [value for value, count in counts.items() if count >= needed]
        self.stable = np.array(sorted(chosen), dtype=np.uint64)
        return self

    def export(self) -> dict[str, Any] | None:
        if self.stable is None:
            return None
        return {"versions": self.versions, "stable": self.stable.tolist()}

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.versions = int(learned["versions"])
            self.stable = np.array([int(value) for value in learned["stable"]], dtype=np.uint64)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(
                f"the model has no usable 'versions' and 'stable': {error}"
            ) from error

    def judge(self, segmentation: Segmentation) -> Verdicts:
        if self.stable is None:
            raise NotFitted("lp-fragments compares versions of one page: call fit(versions) first")
        if self.versions < 2:
            return page_level(segmentation, TOO_FEW_PAGES)
        table = segmentation.page.table
        tree = FragmentTree.of(table, window=1)
        changing = np.zeros(len(table), dtype=np.bool_)
        for node in changing_nodes(tree, np.isin(tree.value, self.stable)):
            row = int(tree.row[node])
            changing[row : table.end[row]] = True
        if self.keep == "changing":
            return verdicts_of_rows(segmentation, ~changing, _CHANGING, _LASTING)
        return verdicts_of_rows(segmentation, changing, _LASTING, _CHANGING)


def changing_nodes(tree: FragmentTree, is_stable: NDArray[np.bool_]) -> list[int]:
    """The outermost nodes with no stable node above, at or below them."""
    tokens = int(tree.last.max(initial=0))
    edges = np.zeros(tokens + 1, dtype=np.intp)
    np.add.at(edges, tree.first[is_stable], 1)
    np.add.at(edges, tree.last[is_stable], -1)
    stable_before = np.zeros(tokens + 1, dtype=np.intp)
    np.cumsum(np.cumsum(edges[:-1]) > 0, out=stable_before[1:])
    chosen, covered = [], 0
    for node in np.flatnonzero(stable_before[tree.last] == stable_before[tree.first]).tolist():
        if tree.last[node] > covered:
            chosen.append(node)
            covered = int(tree.last[node])
    return chosen
