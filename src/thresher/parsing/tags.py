"""The tag vocabulary: a small integer for every tag, and what each tag means for the text.

Codes below `len(TAGS)` are the same for every page; a page that uses other names (custom elements)
appends them to its own list, in order of appearance.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

TEXT: Final = "#text"
COMMENT: Final = "#comment"
OTHER_NODE: Final = "#node"  # doctype, processing instruction, template content fragment

_HTML: Final = """
html head title base link meta style script noscript template body
article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6
p hr pre blockquote ol ul menu li dl dt dd figure figcaption div center
table caption colgroup col tbody thead tfoot tr td th
form fieldset legend label input button select datalist optgroup option textarea output progress
meter
details summary dialog
a em strong small s cite q dfn abbr ruby rb rt rtc rp data time code var samp kbd sub sup i b u mark
bdi bdo span br wbr ins del font big tt strike nobr acronym basefont marquee blink
picture source img iframe embed object param video audio track map area canvas applet noembed
frame frameset noframes svg math annotation annotation-xml mi mn mo ms mtext semantics
g path text tspan desc metadata defs foreignobject slot dir xmp listing plaintext isindex
"""

TAGS: Final[tuple[str, ...]] = (TEXT, COMMENT, OTHER_NODE, *_HTML.split())
CODES: Final[dict[str, int]] = {name: code for code, name in enumerate(TAGS)}

# What stands between two leaves of the page, from nothing to a paragraph break. The order is that
# of strength: the gap between two leaves is the strongest thing found between them.
GLUED, SPACE, BREAK, CELL, LINE, PARAGRAPH = range(6)

_CELL_TAGS: Final = "td th"
# Labels, buttons and select boxes are inline by the standard, yet never part of the sentence
# before them.
_LINE_TAGS: Final = (
    "div li tr dt dd summary legend option optgroup caption figcaption address center "
    "tbody thead tfoot label button fieldset form body html frameset search hgroup "
    "textarea select rtc foreignobject text"
)
_PARAGRAPH_TAGS: Final = (
    "p h1 h2 h3 h4 h5 h6 hr pre blockquote ol ul menu dir dl table figure article section nav "
    "aside header footer main details dialog xmp listing plaintext template"
)

_RAW_TAGS: Final = "script style title noembed noframes iframe head"
_PRE_TAGS: Final = "pre textarea listing xmp plaintext"
_LEAF_TAGS: Final = (
    "img input textarea select iframe frame embed object applet video audio canvas svg script style"
)
_FALLBACK_TAGS: Final = "video audio canvas object applet"
_SVG_UNSEEN: Final = "desc metadata defs"


def codes_of(names: str | Iterable[str]) -> list[int]:
    """The codes of tag names given as a list, or as one string with spaces."""
    return [CODES[name] for name in (names.split() if isinstance(names, str) else names)]


def is_one_of(names: str | Iterable[str]) -> NDArray[np.uint8]:
    """A look-up table over the universal codes: 1 for the tags named."""
    table = np.zeros(len(TAGS), dtype=np.uint8)
    table[codes_of(names)] = 1
    return table


def _gap_classes() -> NDArray[np.uint8]:
    table = np.zeros(len(TAGS), dtype=np.uint8)
    for names, gap in ((_CELL_TAGS, CELL), (_LINE_TAGS, LINE), (_PARAGRAPH_TAGS, PARAGRAPH)):
        table[codes_of(names)] = gap
    return table


# Bits of NodeTable.flags. The first four are inherited by everything below the node.
IN_LINK, IN_PRE, IN_RAW, IN_HEADING, LEAF, HAS_TEXT = 1, 2, 4, 8, 16, 32
INHERITED: Final = IN_LINK | IN_PRE | IN_RAW | IN_HEADING


def _inherited_flags() -> NDArray[np.uint8]:
    table = np.zeros(len(TAGS), dtype=np.uint8)
    for names, flag in (
        (_PRE_TAGS, IN_PRE),
        (_RAW_TAGS, IN_RAW),
        ("h1 h2 h3 h4 h5 h6", IN_HEADING),
    ):
        table[codes_of(names)] |= flag
    return table


# Why a row is not seen by a reader; 0 is visible. Kept as a reason, because identifiers differ in
# what they make of it.
HIDDEN_REASONS: Final[tuple[str, ...]] = (
    "",
    "hidden attribute",
    "display:none",
    "aria-hidden",
    "template",
    "noscript",
    "closed dialog",
    "fallback",
    "annotation",
    "options of a form",
)
(
    VISIBLE,
    HIDDEN_ATTRIBUTE,
    DISPLAY_NONE,
    ARIA_HIDDEN,
    IN_TEMPLATE,
    IN_NOSCRIPT,
    CLOSED_DIALOG,
    FALLBACK,
    ANNOTATION,
    FORM_OPTIONS,
) = range(len(HIDDEN_REASONS))


def _hidden_by_tag() -> NDArray[np.uint8]:
    table = np.zeros(len(TAGS), dtype=np.uint8)
    for names, reason in (
        ("noscript", IN_NOSCRIPT),
        (_FALLBACK_TAGS, FALLBACK),
        ("annotation annotation-xml " + _SVG_UNSEEN, ANNOTATION),
        ("select datalist", FORM_OPTIONS),
    ):
        table[codes_of(names)] = reason
    return table


GAP_CLASS: Final = _gap_classes()
FLAGS_BY_TAG: Final = _inherited_flags()
HIDDEN_BY_TAG: Final = _hidden_by_tag()
IS_LEAF: Final = is_one_of(_LEAF_TAGS)
