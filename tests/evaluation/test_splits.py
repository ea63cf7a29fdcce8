from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import BadOption
from thresher.evaluation.splits import FOLDS, Split, fold, folds_of, in_folds, in_split


@dataclass(frozen=True)
class Item:
    domain: str


ITEMS = [Item(f"site{number}.example") for number in range(500)]


def test_folds_never_change() -> None:
    # A change here makes every number that was ever reported incomparable.
    assert [fold(f"site{number}.example") for number in range(8)] == [1, 0, 4, 4, 1, 4, 4, 3]


def test_spelling_of_a_domain_makes_no_difference() -> None:
    assert fold("Example.ORG.") == fold("example.org")


def test_folds_are_about_equal() -> None:
    sizes = Counter(fold(item.domain) for item in ITEMS)
    assert len(sizes) == FOLDS
    assert all(70 <= size <= 130 for size in sizes.values())


@given(st.text(), st.integers(1, 20))
def test_a_fold_is_within_range(domain: str, folds: int) -> None:
    assert 0 <= fold(domain, folds) < folds


def test_dev_and_test_share_no_page_and_miss_none() -> None:
    dev, test = list(in_split(ITEMS, "dev")), list(in_split(ITEMS, "test"))
    assert not set(dev) & set(test)
    assert set(dev) | set(test) == set(in_split(ITEMS, "all")) == set(ITEMS)
    assert len(dev) > 2 * len(test)


def test_items_of_chosen_folds_keep_their_order() -> None:
    chosen = list(in_folds(ITEMS, {1, 3}))
    assert chosen == [item for item in ITEMS if fold(item.domain) in (1, 3)]


def test_unknown_split_and_bad_number() -> None:
    with pytest.raises(BadOption, match=r"'tset'.*all, dev, test"):
        folds_of(cast(Split, "tset"))
    with pytest.raises(BadOption, match="folds is 0"):
        fold("example.org", 0)
