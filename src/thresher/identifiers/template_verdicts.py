"""Verdicts from a mask of template rows, and what is done where a template says nothing.

The algorithms that learn from pages of a site mark rows of a new page as template. A block is
content when most of its words lie in other rows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.registry import load_identifier
from thresher.types import Identifier, Segmentation, Verdicts

TOO_FEW_PAGES: Final = "too few pages"
NOTHING_LEFT: Final = "nothing would be left"
_LONGEST_REASON: Final = 60
# A leaf without words (an image, a form control) decides only where there are no words.
_WORDLESS: Final = 0.001


def verdicts_of_rows(
    segmentation: Segmentation, template: NDArray[np.bool_], kept: str, dropped: str
) -> Verdicts:
    """Keep the blocks with most of their words outside the rows of `template`.

    When nothing with words would be left, the page is judged alone.
    """
    table = segmentation.page.table
    weight = np.zeros(len(table))
    weight[table.leaves] = np.maximum(table.words[table.leaves], _WORDLESS)
    weight[(table.hidden > 0) | table.is_tag("script style")] = 0.0
    total = segmentation.sums(weight)
    own = segmentation.sums(weight * ~template)
    share = own / np.where(total > 0, total, 1.0)
    keep = (share > 0.5) & ~segmentation.hidden
    words = segmentation.sums(np.where(table.hidden == 0, table.words, 0.0))
    if words.any() and not words[keep].any():
        return page_level(segmentation, NOTHING_LEFT)
    reasons = {"hidden": segmentation.hidden, "no text": total == 0, kept: keep}
    return Verdicts.choose(keep, share, reasons, dropped)


def page_level(
    segmentation: Segmentation, because: str, default: Identifier | None = None
) -> Verdicts:
    """The verdicts of the page-level default, each reason beginning with `because`.

    `default` is the page-level default where it has options of its own.
    """
    alone = (default or load_identifier("thresher")).judge(segmentation)
    reasons = tuple(f"{because}: {reason}"[:_LONGEST_REASON].rstrip() for reason in alone.reasons)
    return replace(alone, reasons=reasons)
