from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.evaluation.edit_distance import distance, similarity


def table_distance(left: str, right: str) -> int:
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        above, row = row, [i]
        for j, b in enumerate(right, start=1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def test_by_hand() -> None:
    assert distance("kitten", "sitting") == 3
    assert distance("", "abc") == 3
    assert distance("same", "same") == 0


def test_similarity_is_relative_to_the_longer_text() -> None:
    assert similarity("abcd", "ab") == 0.5
    assert similarity("", "") == 1.0
    assert similarity("ab", "xy") == 0.0


@given(st.text("abc", max_size=40), st.text("abcd", max_size=40))
def test_agrees_with_the_plain_table(left: str, right: str) -> None:
    assert distance(left, right) == table_distance(left, right)


def test_long_texts_come_to_an_end() -> None:
    left, right = "abcdefghij" * 2000, "bdfhjacegi" * 2000
    # The plain table has 4·10⁸ cells and takes minutes.
    assert 0 < distance(left, right) < 20_000
