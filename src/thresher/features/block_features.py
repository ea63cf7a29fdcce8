"""What is known of every block of a page, as one matrix: the inputs of the learned identifiers.

All features come from the page itself, except the last two, which say what the user counts as
content and are set by `set_convention`. They are computed by loops in `block_kernel` over the node
table, in time linear in the page; `FEATURE_NAMES` names the columns, `FEATURE_GROUPS` their groups.
The segmentation must be one in which every block is a run of neighbouring leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.features.block_kernel import BASE_COLUMNS, INFO_COLUMNS
from thresher.features.class_words import GROUPS, matcher
from thresher.features.declared_kinds import KINDS, declared_kinds
from thresher.features.element_kernel import NAME_COLUMNS
from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.types import Segmentation

# Kinds of element, numbered in this order from 1; 0 is everything else.
_KINDS: Final = (
    *("p", "div", "li", "td", "th", "h1 h2 h3 h4 h5 h6", "dt", "dd", "pre listing xmp"),
    *(
        "figcaption caption",
        "blockquote q",
        "summary",
        "label legend button option select textarea",
    ),
    *("section", "article", "main", "nav", "header hgroup", "footer", "aside", "form fieldset"),
    *("ul ol menu dir", "table tbody thead tfoot tr", "dl", "figure", "body html", "address"),
    *("details", "dialog", "center", "a", "span font"),
)
_INLINE: Final = ("b strong", "i em", "code kbd samp tt", "time", "br", "img svg", "input", "a")
_INSIDE: Final = (
    *("nav", "header", "footer", "aside", "main", "article", "section", "form fieldset"),
    *("ul ol menu dir", "dl", "table", "figure", "dialog", "details", "blockquote", "pre"),
    *("label legend button option select textarea", "th thead", "address", "li"),
)
_COUNTED: Final = (
    *("article", "main", "form input select", "table", "li", "img picture", "video iframe"),
)


def _numbered(groups: tuple[str, ...]) -> NDArray[np.uint8]:
    table = np.zeros(len(tags.TAGS), dtype=np.uint8)
    for number, names in enumerate(groups, 1):
        table[tags.codes_of(names)] = number
    return table


def _bits(groups: tuple[str, ...]) -> NDArray[np.int32]:
    table = np.zeros(len(tags.TAGS), dtype=np.int32)
    for bit, names in enumerate(groups):
        table[tags.codes_of(names)] |= 1 << bit
    return table


def _heading_levels() -> NDArray[np.uint8]:
    table = np.zeros(len(tags.TAGS), dtype=np.uint8)
    for level in range(1, 7):
        table[tags.CODES[f"h{level}"]] = level
    return table


_TABLES: Final = SimpleNamespace(
    is_block=(tags.GAP_CLASS >= tags.CELL).astype(np.uint8),
    heading_level=_heading_levels(),
    kind=_numbered(_KINDS),
    inline=_numbered(_INLINE),
    kind_bit=_bits(_INSIDE),
    inside_bits=len(_INSIDE),
    groups=len(GROUPS),
    counted=_numbered(_COUNTED),
)


def _around(stem: str, offsets: tuple[int, ...], names: str) -> list[str]:
    return [f"{stem}{offset:+d} {name}" for offset in offsets for name in names.split()]


def _short(names: str) -> str:
    return names.partition(" ")[0]


FEATURE_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "text": tuple(
        "words length link-share letters-per-word stops commas marks-per-word capital-share "
        "digit-share quotes bracket-share code-share currency sign-share ideograph-share "
        "capital-words title-share title-words strings first-class last-class good".split()
    ),
    "markup": (
        *(f"has {_short(names)}" for names in _INLINE),
        *("kind", "kind up 1", "kind up 2", "kind up 3", "heading", "depth", "hidden"),
        *(f"in {_short(names)}" for names in _INSIDE),
    ),
    "class names": tuple(f"class {group}" for group in GROUPS),
    "containers": tuple(
        f"container {level} {name}"
        for level in range(1, 6)
        for name in "words link-share blocks good-share word-share words-per-block headings "
        "place kind repeats stops prices".split()
    ),
    "position": tuple(
        "index from-end relative-index words-before words-after from-title words-from-title "
        "from-heading heading-level words-from-heading to-heading next-heading-level".split()
    ),
    "neighbours": (
        *(f"within {r} {n}" for r in (1, 2, 4, 8, 16) for n in ("good", "link-share", "relative")),
        *_around("at", (-3, -2, -1, 1, 2, 3), "words link-share good heading"),
    ),
    "repetition": tuple(
        "group-size group-words group-link-share group-span group-density group-good group-stops "
        "group-place copies".split()
    ),
    "core": tuple(
        f"core {share} {name}"
        for share in (30, 50, 70, 90)
        for name in ("inside", "depth", "place")
    ),
    "page": tuple(
        f"page {name}"
        for name in "words blocks link-share good stops headings prices longest long-share "
        "good-of-largest words-of-longest ideographs articles mains forms tables items images "
        "videos hidden-share".split()
    ),
    "declared": tuple(f"declared {kind}" for kind in KINDS),
    "convention": ("headline", "comments"),
}
FEATURE_NAMES: Final = tuple(name for names in FEATURE_GROUPS.values() for name in names)


@dataclass(frozen=True)
class BlockFeatures:
    """The feature matrix of a segmentation, and what was computed on the way."""

    matrix: NDArray[np.float32]
    """One row per block, one column per name in `FEATURE_NAMES`."""
    base: NDArray[np.float64]
    info: NDArray[np.int32]


def block_features(segmentation: Segmentation) -> BlockFeatures:
    """Compute all features of all blocks that have rows."""
    table = segmentation.page.table
    size = segmentation.tree_blocks
    base = np.zeros((size, BASE_COLUMNS))
    info = np.zeros((size, INFO_COLUMNS), dtype=np.int32)
    out = np.zeros((size, len(FEATURE_NAMES)), dtype=np.float32)
    if not size:
        return BlockFeatures(out, base, info)
    hashes = np.zeros(size, dtype=np.int64)
    loops = kernel("thresher.features.block_kernel")
    loops.sum_leaves(segmentation, table, table.shape, base, info, hashes)
    elements = _elements(table, info, hashes)
    work = SimpleNamespace(
        base=base,
        info=info,
        before=np.zeros(len(table) + 1, dtype=np.int32),
        sums=np.zeros((size + 1, 8)),
        groups=np.zeros((size, 7)),
        page=np.zeros(len(_COUNTED) + 1),
    )
    filled = loops.fill_columns(table, _TABLES, elements, work, out)
    out[:, filled : filled + len(KINDS)] = declared_kinds(table)
    return BlockFeatures(out, base, info)


def _elements(
    table: NodeTable, info: NDArray[np.int32], hashes: NDArray[np.int64]
) -> SimpleNamespace:
    """What `element_kernel` finds out of the elements that hold blocks."""
    rows = len(table)
    elements = SimpleNamespace(
        held=np.empty(rows, dtype=np.int32),
        names=np.zeros((rows, NAME_COLUMNS), dtype=np.int64),
        inside=np.zeros(rows, dtype=np.int32),
        repeats=np.zeros(rows, dtype=np.int32),
        pair=np.zeros(2, dtype=np.int64),
        keys=np.empty(rows, dtype=np.int64),
        slots=np.empty(1 << (2 * rows).bit_length(), dtype=np.int32),
        number=np.empty(rows, dtype=np.int32),
        count=np.empty(rows, dtype=np.int32),
    )
    loops = kernel("thresher.features.element_kernel")
    elements.size = loops.describe_elements(table, _TABLES, matcher(), info, hashes, elements)
    return elements


def set_convention(matrix: NDArray[np.float32], *, headline: bool, comments: bool) -> None:
    """Fill in what is wanted, which the page itself cannot know."""
    matrix[:, -2] = headline
    matrix[:, -1] = comments
