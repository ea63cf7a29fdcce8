"""The loops over elements: the parts that stand alone, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.features import element_kernel
from thresher.features.block_features import FEATURE_NAMES, block_features
from thresher.features.block_kernel import GROUP
from thresher.features.class_words import matcher
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves


@given(st.lists(st.integers(-5, 5) | st.integers(0, 2**32 - 1), max_size=30))
def test_equal_keys_get_equal_numbers(keys: list[int]) -> None:
    size = len(keys)
    number = np.zeros(size, dtype=np.int32)
    count = np.full(size, 99, dtype=np.int32)
    slots = np.zeros(1 << (2 * size).bit_length(), dtype=np.int32)
    numbers = element_kernel.number_equal(
        np.array(keys, dtype=np.int64), size, slots, number, count
    )
    order = list(dict.fromkeys(keys))
    assert numbers == len(order)
    assert number.tolist() == [order.index(key) for key in keys]
    assert count[:numbers].tolist() == [keys.count(key) for key in order]


def hash_of(name: str) -> int:
    pair = [0, 0]
    element_kernel.read_name(name, matcher().step, matcher().found, pair)
    return pair[1]


def test_the_hash_of_a_class_ignores_its_digits() -> None:
    assert hash_of("item12 row3") == hash_of("item row")
    assert hash_of("item") != hash_of("items")
    assert hash_of("") == hash_of("12") == element_kernel.HASH_START


def groups_of(*starts: str) -> list[int]:
    """The path groups of blocks that stand in elements with these start tags."""
    body = "".join(f"<{start}>x</{start.split()[0]}>" for start in starts)
    features = block_features(Leaves().segment(Page.parse(f"<body><main>{body}</main>")))
    groups: list[int] = features.info[:, GROUP].tolist()
    return groups


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("p", "p", True),
        ("p", "div", False),
        ("p class=a", "p class=a", True),
        ("p class=a", "p class=b", False),
        ("p class=a", "div class=a", False),
        ("p class=a1", "p class=a2", True),
        ("p class=a", "p", False),
        ("p class=12", "p", True),
        ("p class", "p", True),
        ("p class=a id=b", "p class=a id=c", True),
    ],
)
def test_the_group_of_a_block_is_its_path_of_tags_and_classes(
    one: str, other: str, alike: bool
) -> None:
    assert groups_of(one, other, one) == ([0, 0, 0] if alike else [0, 1, 0])


def test_a_class_that_was_read_before_counts_as_if_read_again() -> None:
    page = "<body><main><p class=comment>x</p><div>y</div><p class=comment id=nav>z</p></main>"
    matrix = block_features(Leaves().segment(Page.parse(page))).matrix
    comment = matrix[:, FEATURE_NAMES.index("class comment")].tolist()
    nav = matrix[:, FEATURE_NAMES.index("class nav")].tolist()
    assert (comment, nav) == ([2, 0, 2], [0, 0, 2])
