"""Pattern importance: blocks with many meaningful tags are the informative ones.

[Patterns §3.6–3.7]. Blocks come from the repetition patterns of the DOM; the importance of a block
is the number of meaningful tags in it, and blocks below a threshold are noise.

    §3.6 Calculate Block Importance -> PatternImportance.judge
    §3.7 Eliminate noisy blocks     -> PatternImportance.threshold
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.features.counts import count_elements
from thresher.parsing import tags
from thresher.segmenters.key_patterns import LESS_MEANINGFUL, KeyPatterns
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class PatternImportance(Identifier):
    """Blocks that hold many meaningful tags."""

    # On 160 pages of wcxb-dev the word F1 is level from 1 to 12 (.715 to .718) and falls after:
    # thresher evaluate --sets wcxb-dev --limit 160 -a pattern-importance:threshold=5
    threshold: int = 5
    """t: least number of meaningful tags of an important block."""

    def segmenter(self) -> Segmenter:
        return KeyPatterns()

    def judge(self, segmentation: Segmentation) -> Verdicts:
        table = segmentation.page.table
        meaningless = [tags.CODES[name] for name in LESS_MEANINGFUL]
        nodes = [tags.CODES[name] for name in (tags.TEXT, tags.OTHER_NODE)]
        meaningful = ~np.isin(table.tag, meaningless + nodes)
        importance = count_elements(segmentation, meaningful)
        keep = (importance >= self.threshold) & ~segmentation.hidden
        reasons = {"hidden": segmentation.hidden, "many meaningful tags": keep}
        return Verdicts.choose(keep, importance, reasons, "few meaningful tags")
