"""What a site-level algorithm answers where it knows nothing of the site: the page-level default."""

from __future__ import annotations

import numpy as np

from thresher.registry import load_identifier
from thresher.types import Segmentation, Verdicts


def judge_page_alone(segmentation: Segmentation, because: str) -> Verdicts:
    """The verdicts of the page-level default, each with the reason why it was asked."""
    verdicts = load_identifier("thresher").judge(segmentation)
    reasons = (f"{because}: page-level default", "hidden")
    return Verdicts(
        verdicts.keep, verdicts.score, segmentation.hidden.astype(np.uint8), reasons
    )
