"""Elements of many tags, counted per block."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.types import Segmentation


def tag_counts(segmentation: Segmentation, codes: Sequence[int]) -> NDArray[np.float64]:
    """How many elements with each of the tag `codes` (columns) lie in each block (rows).

    All tags in one pass, where `counts.count_elements` counts one kind; an element lies in the same
    block by the same rule.
    """
    table = segmentation.page.table
    column = np.full(max(len(table.names), len(tags.TAGS)), -1, dtype=np.int64)
    column[list(codes)] = np.arange(len(codes))
    owned = np.flatnonzero(segmentation.owner >= 0)
    opaque = (table.flags & (tags.IN_RAW | tags.LEAF)) == tags.IN_RAW
    rows = np.flatnonzero((column[table.tag] >= 0) & ~opaque)
    counts = np.zeros((len(segmentation), len(codes)))
    if len(owned) and len(rows):
        place = np.searchsorted(owned, rows)
        after = owned[np.minimum(place, len(owned) - 1)]
        has_leaf = (place < len(owned)) & (after < table.end[rows])
        nearest = np.where(has_leaf, after, owned[np.maximum(place - 1, 0)])
        place = segmentation.owner[nearest] * np.int64(len(codes)) + column[table.tag[rows]]
        np.add.at(counts.reshape(-1), place, 1.0)
    return counts
