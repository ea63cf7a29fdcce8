"""The words of a text, as all word metrics count them.

A word is a run of word characters in lower case. Scripts that write no spaces between words
(Chinese, Japanese) count character by character, or a page of them would be a handful of words.
"""

from __future__ import annotations

import re

# Ideographs (with extensions and compatibility forms), kana, and half-width kana. Hangul is left
# out on purpose: Korean puts spaces between words.
_ONE_BY_ONE = (
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"[{_ONE_BY_ONE}]|[^\W{_ONE_BY_ONE}]+")


def words(text: str) -> list[str]:
    """The words of `text` in order, in lower case."""
    return _WORD.findall(text.lower())


def shingles(tokens: list[str], size: int) -> list[tuple[str, ...]]:
    """All runs of `size` tokens; a text shorter than that is one shingle of its own."""
    if len(tokens) <= size:
        return [tuple(tokens)] if tokens else []
    return list(zip(*(tokens[start:] for start in range(size)), strict=False))
