"""The words of a text as terms, and terms as small numbers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

# Ideographs and kana write no spaces: each is a term of its own.
_ONE_BY_ONE: Final = (
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TERM: Final = re.compile(rf"[{_ONE_BY_ONE}]|[^\W{_ONE_BY_ONE}]+")


def terms(text: str) -> list[str]:
    """The terms of `text` in order, in lower case: runs of letters and digits."""
    return _TERM.findall(text.lower())


def fingerprint(data: bytes) -> int:
    """64 bits that stand for `data`, the same in every process."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def term_hash(term: str) -> int:
    """64 bits that stand for a term; saved models hold these, not the words."""
    return fingerprint(term.encode("utf-8", "surrogatepass"))


def as_hex(value: int) -> str:
    """A 64-bit hash as it stands in a saved model."""
    return f"{value:016x}"


class Vocabulary:
    """Gives each term a number, in the order of first sight.

    Terms are known by their hashes. The words themselves are kept only to look them up faster.
    """

    __slots__ = ("_by_hash", "_by_term", "hashes")

    def __init__(self, hashes: Iterable[int] = ()) -> None:
        self.hashes = array("Q", hashes)
        """Hash of each term, by number."""
        self._by_hash = {value: number for number, value in enumerate(self.hashes)}
        self._by_term: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.hashes)

    def number(self, term: str) -> int:
        """The number of `term`; a new one when it was never seen."""
        number = self._by_term.get(term)
        if number is None:
            value = term_hash(term)
            number = self._by_hash.setdefault(value, len(self.hashes))
            if number == len(self.hashes):
                self.hashes.append(value)
            self._by_term[term] = number
        return number
