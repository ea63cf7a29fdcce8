"""What class and id names say: a small table of word groups, matched in one pass.

Names are read as lower-case letters; a word of the table matches anywhere in a name, or, when it is
written with dots, only where the name's own words begin or end (`.nav` matches "nav-bar" and
"topNav" but not "canvas").
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

WORD_GROUPS: Final[dict[str, str]] = {
    "content": "content",
    "main": ".main.",
    "article": "article .story. storybody",
    "entry": ".entry. .entry entry.",
    "post": ".post. .posts. .post post.",
    "body": "body .text. .txt. richtext prose copy. .rte.",
    "page": ".page .wrap wrapper container",
    "title": "title headline .hed.",
    "lead": ".lead. .lede. standfirst .dek. subtitle subhead .intro. summary excerpt teaser",
    "author": "author byline .by. posted published .meta. .meta .meta. postmeta metadata",
    "date": ".date .date. date. .time. timestamp .ago.",
    "caption": "caption credit legend",
    "figure": "figure image .img. photo picture gallery media",
    "video": "video player embed",
    "nav": ".nav. .nav nav. navigation navbar",
    "menu": "menu dropdown mega",
    "breadcrumb": "breadcrumb crumb .path.",
    "header": "header masthead .head. .top. topbar",
    "footer": "footer .foot. .bottom. colophon",
    "sidebar": "sidebar .side. .aside. rail .left. .right. secondary tertiary",
    "widget": "widget module .box. .card. panel",
    "related": "related recommend similar .more. alsolike .also. suggest readnext upnext",
    "popular": "popular trending mostread latest recent featured",
    "share": "share sharing social facebook twitter .follow addthis",
    "tags": ".tag. .tags. taglist category categories .topic. .topics. keyword .label",
    "comment": "comment disqus .reply. replies respond discuss",
    "user": ".user .avatar profile .member. account login signin register",
    "subscribe": "subscribe newsletter signup .optin. paywall premium",
    "ad": ".ad. .ads. advert sponsor promo banner dfp .gpt. taboola outbrain",
    "cookie": "cookie consent gdpr privacy .cmp.",
    "modal": "modal popup overlay lightbox dialog toast",
    "hidden": "hidden .hide. invisible sronly screenreader visuallyhidden collapse .noprint.",
    "copyright": "copyright legal disclaimer terms .license",
    "search": "search filter .sort. facet",
    "pagination": "pagination pager .prev. .next. paging loadmore",
    "list": ".list. .list list. .items. .results. result .feed. stream grid",
    "item": ".item. .item item. .row. .entryitem.",
    "product": "product .sku. .shop",
    "price": "price .cost. .amount. currency",
    "buy": ".cart. basket .buy. addtocart checkout wishlist",
    "review": "review rating .star testimonial",
    "spec": ".spec .specs specification attribute feature detail",
    "description": "description .desc. .about. overview .info.",
    "code": ".code. highlight .pre. syntax",
    "quote": "quote blockquote",
    "table": ".table. .table datatable",
    "forum": "forum thread topic message .msg. .posting",
    "question": "question answer .faq. .qa. accordion",
    "toc": ".toc. tableofcontents outline onthispage",
    "note": ".note. footnote reference citation .ref. bibliography .hint. admonition",
    "help": ".help. tooltip feedback helpful support contact",
    "button": "button .btn. .cta. .link .links .action",
    "icon": "icon .logo. .svg.",
    "tab": ".tab. .tabs. tablist tabpanel",
    "job": ".job. .jobs. career vacancy",
    "event": "event schedule calendar",
    "location": "address location .map. .store.",
    "slider": "slider carousel swiper slick .hero. jumbotron",
}
GROUPS: Final = tuple(WORD_GROUPS)

_LETTERS: Final = 27  # a..z and the border between two words of a name


@dataclass(frozen=True)
class Matcher:
    """An Aho–Corasick automaton over letters and word borders [Aho, Corasick 1975]."""

    step: NDArray[np.int32]
    """Next state by state and letter."""
    found: NDArray[np.int64]
    """Bits of the groups found on arriving in a state."""


@cache  # a constant: built once from the table above, never changed
def matcher() -> Matcher:
    """The automaton for `WORD_GROUPS`."""
    step = [[-1] * _LETTERS]
    found = [0]
    for bit, words in enumerate(WORD_GROUPS.values()):
        for word in words.split():
            state = 0
            for letter in word:
                code = 26 if letter == "." else ord(letter) - 97
                if step[state][code] < 0:
                    step[state][code] = len(step)
                    step.append([-1] * _LETTERS)
                    found.append(0)
                state = step[state][code]
            found[state] |= 1 << bit
    _link_failures(step, found)
    return Matcher(np.array(step, dtype=np.int32), np.array(found, dtype=np.int64))


def _link_failures(step: list[list[int]], found: list[int]) -> None:
    """Complete the trie: where a letter leads nowhere, go on from the longest proper suffix."""
    suffix = [0] * len(step)
    waiting: deque[int] = deque()
    for code in range(_LETTERS):
        if step[0][code] < 0:
            step[0][code] = 0
        else:
            waiting.append(step[0][code])
    while waiting:
        state = waiting.popleft()
        found[state] |= found[suffix[state]]
        for code in range(_LETTERS):
            child = step[state][code]
            if child < 0:
                step[state][code] = step[suffix[state]][code]
            else:
                suffix[child] = step[suffix[state]][code]
                waiting.append(child)
