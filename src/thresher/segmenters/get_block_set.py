"""GetBlockSet: a page cut at an ordered set of tags into atomic blocks.

Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
17(9), 2005. For each tag in order, every block that contains it is replaced by its parts: the
outermost occurrences of the tag, and the pieces between them; `hr` only separates. This goes on
until no block contains a tag of the set.

    [Debnath05 §3]    the ordered tag set       -> PAPER_TAGS
    [Debnath05 §4.1]  GetBlockSet, §4.2 GetBlocks -> GetBlockSet.segment
    [Debnath05 §5.1]  "the whole table (in the highest depth of table tree)" -> whole_tables

The rounds end in a partition that does not depend on their order: two neighbouring leaves share an
atomic block exactly when no element of the set begins or ends between them. That is computed
directly, in one cumulative sum; a test compares it with the literal rounds of the paper.

Deviation: §3 lists `table, tr, p, hr, ul, div, span, "etc."` while §1 makes each cell a block;
`td` and `th` are therefore in the set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable
from thresher.types import Segmentation, Segmenter

PAPER_TAGS: Final = ("table", "tr", "td", "th", "p", "hr", "ul", "div", "span")
MODERN_TAGS: Final = (
    *PAPER_TAGS[:-1],
    *("article", "section", "nav", "aside", "header", "footer", "main", "figure", "details"),
    *("ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote"),
    "form",
)


@dataclass(frozen=True, slots=True)
class GetBlockSet(Segmenter):
    """Atomic blocks by the ordered partitioning tags of Debnath et al. 2005."""

    tags: tuple[str, ...] = PAPER_TAGS
    """The partitioning tag set; the word `modern` stands for a set with HTML5 sectioning tags."""
    whole_tables: bool = False
    """Keep each deepest table as one block, as FeatureExtractor does."""

    def __post_init__(self) -> None:
        self._tag_set()

    def segment(self, page: Page) -> Segmentation:
        table = page.table
        cutting = np.isin(table.tag, tags.codes_of(self._tag_set()))
        if self.whole_tables:
            cutting &= ~_inside_deepest_table(table)
        marks = np.zeros(len(table) + 1, dtype=np.int32)
        marks[np.flatnonzero(cutting)] = 1
        marks[table.end[cutting]] = 1
        return Segmentation.of_leaves(page, np.cumsum(marks)[table.leaves])

    def _tag_set(self) -> tuple[str, ...]:
        if self.tags == ("modern",):
            return MODERN_TAGS
        unknown = [name for name in self.tags if name not in tags.CODES]
        if unknown:
            raise BadOption(
                f"tags: {', '.join(unknown)} is not an HTML tag; give tag names separated by "
                f"commas, or 'modern' (default: {','.join(PAPER_TAGS)})"
            )
        return self.tags


def _inside_deepest_table(table: NodeTable) -> NDArray[np.bool_]:
    """Rows strictly inside a table that holds no other table."""
    is_table = table.is_tag("table")
    deepest = np.flatnonzero(is_table & (table.subtree_sums(is_table) == 1))
    marks = np.zeros(len(table) + 1, dtype=np.int32)
    np.add.at(marks, deepest + 1, 1)
    np.add.at(marks, table.end[deepest], -1)
    inside: NDArray[np.bool_] = np.cumsum(marks)[:-1] > 0
    return inside
