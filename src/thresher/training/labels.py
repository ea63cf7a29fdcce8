"""Labels of blocks: given one by one, or found by aligning the blocks with the true text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption
from thresher.evaluation.alignment import align_blocks
from thresher.types import Segmentation

BlockLabels = Sequence[bool] | NDArray[np.bool_]

MIN_SHARE: Final = 0.5
"""Share of a block's words that must align with the true text."""


def paired(
    pages: Sequence[Segmentation], labels: Sequence[Any] | None, algorithm: str
) -> Iterator[tuple[Segmentation, Any]]:
    """Each page with its label; raises when there are not as many labels as pages."""
    if labels is None:
        raise BadOption(
            f"{algorithm} learns from labelled pages: fit(pages, labels) with the true text of "
            "each page, or with one true or false per block"
        )
    if len(labels) != len(pages):
        raise BadOption(f"{len(pages)} pages and {len(labels)} labels: give one label per page")
    return zip(pages, labels, strict=True)


def block_labels(segmentation: Segmentation, label: str | BlockLabels) -> NDArray[np.bool_]:
    """Which blocks are content, by the true text of the page or by one label per block.

    Hidden blocks are left out of the alignment: a hidden copy would take the place of what a reader
    sees.
    """
    if isinstance(label, str):
        texts = ["" if block.hidden else block.text for block in segmentation]
        return np.asarray(align_blocks(texts, label) >= MIN_SHARE)
    given = np.asarray(label)
    if given.shape != (len(segmentation),) or (given.size and given.dtype != np.bool_):
        raise BadOption(
            f"a page of {len(segmentation)} blocks needs its true text as str, or as many true or "
            f"false values, not {type(label).__name__} of the shape {given.shape}"
        )
    return given.astype(np.bool_)
