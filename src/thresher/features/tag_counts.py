"""Elements of every tag, counted per block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.types import Segmentation


def tag_counts(segmentation: Segmentation) -> NDArray[np.float64]:
    """How many elements of each tag of `tags.TAGS` (columns) lie in each block (rows).

    All tags in one pass, where `counts.count_elements` does one kind; an element lies in the same
    block by the same rule.
    """
    table = segmentation.page.table
    size = len(tags.TAGS)
    counts = np.zeros(len(segmentation) * size)
    owned = np.flatnonzero(segmentation.owner >= 0)
    opaque = (table.flags & (tags.IN_RAW | tags.LEAF)) == tags.IN_RAW
    rows = np.flatnonzero((table.tag < size) & ~opaque)
    if len(owned) and len(rows):
        place = np.searchsorted(owned, rows)
        after = owned[np.minimum(place, len(owned) - 1)]
        has_leaf = (place < len(owned)) & (after < table.end[rows])
        nearest = np.where(has_leaf, after, owned[np.maximum(place - 1, 0)])
        cell = segmentation.owner[nearest].astype(np.int64) * size + table.tag[rows]
        counts = np.bincount(cell, minlength=len(counts)).astype(np.float64)
    return counts.reshape(len(segmentation), size)
