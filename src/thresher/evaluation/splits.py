"""Which fold a page belongs to: a pure function of its registered domain.

All pages of a domain are in one fold, in every set, so nothing learned on a site is tested on it.
No list of domains is needed, and a fold never changes when sets are added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from typing import Literal, Protocol, TypeVar

from thresher.errors import BadOption

FOLDS = 5

# Part of every hash: another seed is another split, and numbers of the two do not compare.
_SEED = b"thresher-folds-1:"

Split = Literal["dev", "test", "all"]

# The last fold is kept for tests, the others serve for development and cross-validation.
_SPLITS: dict[str, frozenset[int]] = {
    "all": frozenset(range(FOLDS)),
    "dev": frozenset(range(FOLDS - 1)),
    "test": frozenset({FOLDS - 1}),
}


class HasDomain(Protocol):
    """Anything with a registered domain."""

    @property
    def domain(self) -> str: ...


Item = TypeVar("Item", bound=HasDomain)


def fold(domain: str, folds: int = FOLDS) -> int:
    """The fold of a domain, from 0 to `folds` − 1; case and a final dot make no difference."""
    if folds < 1:
        raise BadOption(f"folds is {folds}; expected at least 1")
    name = domain.strip().rstrip(".").lower().encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(_SEED + name).digest()
    return int.from_bytes(digest[:8], "big") % folds


def folds_of(split: Split) -> frozenset[int]:
    """The fold numbers that a split is made of."""
    if split not in _SPLITS:
        raise BadOption(f"no split is called {split!r}; there are: {', '.join(sorted(_SPLITS))}")
    return _SPLITS[split]


def in_folds(items: Iterable[Item], wanted: Collection[int], folds: int = FOLDS) -> Iterator[Item]:
    """The items whose domain falls into one of the wanted folds, lazily and in order."""
    return (item for item in items if fold(item.domain, folds) in wanted)


def in_split(items: Iterable[Item], split: Split) -> Iterator[Item]:
    """The items of a split, lazily and in order."""
    return in_folds(items, folds_of(split))
