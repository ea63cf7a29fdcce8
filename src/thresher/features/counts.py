"""What a block contains: elements counted by kind [Debnath05 §3.1, §5.1; Kumar09]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.parsing import tags
from thresher.types import Segmentation

# The block features of [Debnath05 §5.1], apart from text, each with the tags it counts. "Object:
# Image, Applet, etc." is two features here, because the paper's example counts images and applets
# apart.
TAG_FEATURES: Final[Mapping[str, str]] = {
    "text-tag": "h1 h2 h3 h4 h5 h6 pre blockquote address center font b i u strong em tt big small",
    "list": "ul ol dl menu dir",
    "table": "table",
    "link": "a area",
    "image": "img picture svg",
    "object": "applet object embed video audio canvas",
    "frame": "frame iframe",
    "form": "form input select textarea button",
    "script": "script",
    "style-sheet": "style",
}
FEATURES: Final = ("text", *TAG_FEATURES)


def count_elements(segmentation: Segmentation, chosen: NDArray[Any]) -> NDArray[np.float64]:
    """How many of the `chosen` rows lie in each block.

    An element lies in the block that owns the first leaf inside it; one without a leaf inside (an
    empty cell, a line break) goes with the leaf before it. What is in the head lies in no block.
    """
    table = segmentation.page.table
    counts = np.zeros(len(segmentation), dtype=np.float64)
    owned = np.flatnonzero(segmentation.owner >= 0)
    opaque = (table.flags & (tags.IN_RAW | tags.LEAF)) == tags.IN_RAW
    rows = np.flatnonzero(chosen & ~opaque)
    if not len(owned) or not len(rows):
        return counts
    place = np.searchsorted(owned, rows)
    after = owned[np.minimum(place, len(owned) - 1)]
    has_leaf = (place < len(owned)) & (after < table.end[rows])
    nearest = np.where(has_leaf, after, owned[np.maximum(place - 1, 0)])
    np.add.at(counts, segmentation.owner[nearest], 1)
    return counts


def feature_counts(segmentation: Segmentation) -> NDArray[np.float64]:
    """Counts of every feature in `FEATURES` (columns) for every block (rows); text is in words."""
    table = segmentation.page.table
    columns = [segmentation.sums(table.words)]
    columns += [
        count_elements(segmentation, table.is_tag(names)) for names in TAG_FEATURES.values()
    ]
    return np.stack(columns, axis=1)


def kind_counts(segmentation: Segmentation) -> dict[str, NDArray[np.float64]]:
    """Per block: images, links, strings (pieces of text), scripts and tables, as Kumar09 counts."""
    table = segmentation.page.table
    strings = (table.flags & tags.HAS_TEXT) != 0
    return {
        "image": count_elements(segmentation, table.is_tag("img")),
        "link": count_elements(segmentation, table.is_tag("a")),
        "string": segmentation.sums(strings),
        "script": count_elements(segmentation, table.is_tag("script")),
        "table": count_elements(segmentation, table.is_tag("table")),
    }
