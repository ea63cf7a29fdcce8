from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.features.packed import packed, unpacked


@given(st.lists(st.integers(0, 2**64 - 1)))
def test_numbers_come_back(numbers: list[int]) -> None:
    text = packed(array("Q", numbers))
    assert text.isascii()
    assert unpacked(text, "Q").tolist() == numbers


@pytest.mark.parametrize("damaged", ["????", "AAAA", ""])
def test_damaged_text_is_refused(damaged: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpacked(damaged, "i")
