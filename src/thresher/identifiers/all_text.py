"""All text: the baseline that keeps everything a reader sees."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts


@dataclass(slots=True)
class AllText(Identifier):
    """Keeps every visible block."""

    def segmenter(self) -> Segmenter:
        return Leaves()

    def judge(self, segmentation: Segmentation) -> Verdicts:
        hidden = segmentation.hidden
        return Verdicts.choose(~hidden, ~hidden * 1.0, {"hidden": hidden}, "visible")
