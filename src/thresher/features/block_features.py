"""What is known of every block of a page, as one matrix: the inputs of the learned identifiers.

All features come from the page itself, except the last two, which say what the user counts as
content and are set by `set_convention`. They are computed by loops in `block_kernel` over the node
table, in time linear in the page; `FEATURE_NAMES` names the columns, `FEATURE_GROUPS` their groups.
The segmentation must be one in which every block is a run of neighbouring leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.features.block_kernel import (
    BASE_COLUMNS,
    COPIES,
    ELEMENT,
    GROUP,
    HIDDEN,
    IDEOGRAPHS,
    INFO_COLUMNS,
    LETTERS,
)
from thresher.features.class_words import GROUPS, matcher
from thresher.features.declared_kinds import KINDS, declared_kinds
from thresher.parsing import tags
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
)


def _rows_of(groups: tuple[str, ...]) -> NDArray[np.int64]:
    return np.stack([tags.is_one_of(names) for names in groups]).astype(np.int64)


_COUNTED: Final = _rows_of(
    ("article", "main", "form input select", "table", "li", "img picture", "video iframe")
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
    loops = kernel("thresher.features.block_kernel")
    base = np.zeros((size, BASE_COLUMNS))
    info = np.zeros((size, INFO_COLUMNS), dtype=np.int32)
    hashes = np.zeros(size, dtype=np.int64)
    needed = np.zeros(len(table), dtype=np.uint8)
    out = np.zeros((size, len(FEATURE_NAMES)), dtype=np.float32)
    if not size:
        return BlockFeatures(out, base, info)
    loops.sum_leaves(segmentation, table, table.shape, base, info, hashes)
    loops.find_elements(table, _TABLES, info, needed)
    names = _names(loops, segmentation, needed)
    info[:, GROUP] = _number(loops, names.path[np.maximum(info[:, ELEMENT], 0)])
    copies = _number(loops, hashes)
    has_letters = base[:, LETTERS] + base[:, IDEOGRAPHS] > 0
    info[:, COPIES] = np.where(has_letters, np.bincount(copies)[copies], 1)
    loops.block_ranges(table, info, needed, names.begin, names.stop)
    sums = np.zeros((size + 1, 8))
    loops.prefix_sums(base, info, sums)
    loops.text_features(base, info, out, _FIRST_COLUMN["text"])
    loops.markup_features(table, _TABLES, names, info, out, _FIRST_COLUMN["markup"])
    loops.container_features(table, _TABLES, names, info, sums, out, _FIRST_COLUMN["containers"])
    loops.position_features(base, info, sums, out, _FIRST_COLUMN["position"])
    loops.window_features(base, info, sums, out, _FIRST_COLUMN["neighbours"])
    groups = np.zeros((size, 7))
    loops.repeat_features(base, info, groups, out, _FIRST_COLUMN["repetition"])
    loops.core_features(table, names, info, sums, needed, out, _FIRST_COLUMN["core"])
    out[:, _FIRST_COLUMN["declared"] : _FIRST_COLUMN["convention"]] = declared_kinds(table)
    loops.page_features(
        base, info, sums, _page_counts(segmentation, info), out, _FIRST_COLUMN["page"]
    )
    return BlockFeatures(out, base, info)


def set_convention(matrix: NDArray[np.float32], *, headline: bool, comments: bool) -> None:
    """Fill in what is wanted, which the page itself cannot know."""
    first = _FIRST_COLUMN["convention"]
    matrix[:, first] = headline
    matrix[:, first + 1] = comments


def _offsets() -> dict[str, int]:
    """First column of each group."""
    sizes = [len(names) for names in FEATURE_GROUPS.values()]
    return dict(zip(FEATURE_GROUPS, np.cumsum([0, *sizes]).tolist(), strict=False))


_FIRST_COLUMN: Final = _offsets()


def _names(loops: Any, segmentation: Segmentation, needed: NDArray[np.uint8]) -> SimpleNamespace:
    """Columns over the rows that hold blocks: class words, hashes, what is around."""
    table = segmentation.page.table
    rows = len(table)
    names = SimpleNamespace(
        tag=table.tag.astype(np.int64),  # hashing needs room
        parent=table.parent.astype(np.int64),
        pair=np.zeros(2, dtype=np.int64),
        own=np.zeros(rows, dtype=np.int64),
        near=np.zeros(rows, dtype=np.int64),
        every=np.zeros(rows, dtype=np.int64),
        path=np.zeros(rows, dtype=np.int64),
        sibling=np.zeros(rows, dtype=np.int64),
        inside=np.zeros(rows, dtype=np.int32),
        begin=np.zeros(rows, dtype=np.int32),
        stop=np.zeros(rows, dtype=np.int32),
    )
    loops.read_names(table.nodes, table, matcher(), needed, names)
    loops.inherit_tags(table, _TABLES, needed, names.inside)
    number = _number(loops, names.sibling, needed)
    held = needed != 0
    sizes = np.bincount(number[held], minlength=1)
    names.repeats = np.where(held, sizes[number], 0).astype(np.int32)
    return names


def _number(
    loops: Any, keys: NDArray[np.int64], chosen: NDArray[np.uint8] | None = None
) -> NDArray[np.int32]:
    """Equal keys get equal numbers, from 0 in order of appearance."""
    if chosen is None:
        chosen = np.ones(len(keys), dtype=np.uint8)
    number = np.zeros(len(keys), dtype=np.int32)
    slots = np.zeros(1 << (2 * len(keys)).bit_length(), dtype=np.int32)
    loops.number_equal(np.ascontiguousarray(keys), chosen, slots, number)
    return number


def _page_counts(segmentation: Segmentation, info: NDArray[np.int32]) -> NDArray[np.float64]:
    """Numbers of some elements of the page, and the share of its blocks that is hidden."""
    table = segmentation.page.table
    tally = np.bincount(table.tag, minlength=len(tags.TAGS))[: len(tags.TAGS)]
    counts = (_COUNTED @ tally).tolist()
    hidden = float((info[:, HIDDEN] != 0).mean()) if len(info) else 0.0
    return np.array([*counts, hidden])
