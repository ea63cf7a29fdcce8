from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from thresher.evaluation.alignment import align_blocks, align_parts

FIRST = "Tides rise twice a day along most of the northern coast."
SECOND = "Fishermen plan their week by printed tables of high water."
THIRD = "Nobody agrees which harbour keeps the oldest of these tables."


def shares(blocks: list[str], truth: str) -> list[float]:
    return [round(float(share), 2) for share in align_blocks(blocks, truth)]


def test_content_is_1_and_the_rest_is_0() -> None:
    blocks = ["Home About Contact", FIRST, "Advertisement", SECOND, "Copyright 2020"]
    assert shares(blocks, f"{FIRST}\n{SECOND}") == [0, 1, 0, 1, 0]


def test_a_menu_entry_that_repeats_a_title_word_is_not_content() -> None:
    blocks = ["Tides", "Weather", "Boats", "Tides and Tables", FIRST, SECOND, "Tables"]
    assert shares(blocks, f"Tides and Tables\n{FIRST}\n{SECOND}") == [0, 0, 0, 1, 1, 1, 0]


def test_a_teaser_loses_against_the_place_it_repeats() -> None:
    blocks = [FIRST, "Read more about it", "Menu", FIRST, SECOND, THIRD]
    assert shares(blocks, f"{FIRST} {SECOND} {THIRD}") == [0, 0, 0, 1, 1, 1]
    blocks = [FIRST, SECOND, THIRD, "Most read", FIRST]
    assert shares(blocks, f"{FIRST} {SECOND} {THIRD}") == [1, 1, 1, 0, 0]


def test_a_block_that_is_half_content() -> None:
    assert shares(
        [f"{FIRST} Share this page on your favourite networks or by letter now"], FIRST
    ) == [0.5]


def test_case_punctuation_and_unicode_form_make_no_difference() -> None:
    truth = "“TIDES rise”, twice-a-day: ﬁne weather"
    assert shares(["tides rise twice a day", "fine weather"], truth) == [1, 1]


def test_short_items_between_long_ones() -> None:
    blocks = ["Skip", FIRST, "Salt", "Rope", "Share", SECOND]
    assert shares(blocks, f"{FIRST}\nSalt\nRope\n{SECOND}") == [0, 1, 1, 1, 0, 1]


def test_a_passage_that_the_truth_moved() -> None:
    assert shares([THIRD, "Menu", FIRST, SECOND], f"{FIRST} {SECOND} {THIRD}") == [1, 0, 1, 1]


def test_repeated_blocks_are_paired_in_order() -> None:
    assert shares(["buy now"] * 50, "buy now " * 50) == [1] * 50


def test_nothing_to_align() -> None:
    assert shares([], FIRST) == []
    assert shares(["", "–"], FIRST) == [0, 0]
    assert shares([FIRST], "") == [0]


def test_parts_are_told_apart() -> None:
    result = align_parts([FIRST, "Menu", f"{SECOND} {THIRD}"], [FIRST, SECOND, THIRD])
    assert result[0].tolist() == [1, 0, 0]
    assert result[1].tolist() == [0, 0, 0]
    np.testing.assert_allclose(result[2], [0, 0.5, 0.5])


@given(st.lists(st.text("ab c", max_size=12), max_size=8), st.text("ab c", max_size=40))
def test_shares_are_shares_and_words_are_used_once(blocks: list[str], truth: str) -> None:
    result = align_blocks(blocks, truth)
    assert result.shape == (len(blocks),)
    assert ((result >= 0) & (result <= 1)).all()
    used = sum(share * len(block.split()) for share, block in zip(result, blocks, strict=True))
    assert round(used) <= len(truth.split())


@given(st.lists(st.text("abc ", min_size=1, max_size=12), min_size=1, max_size=8))
def test_a_page_aligns_with_itself(blocks: list[str]) -> None:
    expected = [1.0 if block.split() else 0.0 for block in blocks]
    assert align_blocks(blocks, "\n".join(blocks)).tolist() == expected


def test_a_large_page() -> None:
    chance = random.Random(7)
    vocabulary = [f"word{int(chance.paretovariate(0.6)) % 20_000}" for _ in range(50_000)]
    blocks = [" ".join(chance.choices(vocabulary, k=6)) for _ in range(5000)]
    truth = " ".join(block for block in blocks[1000:4000] if chance.random() < 0.8)
    result = align_blocks(blocks, truth)
    assert result[:1000].mean() < 0.01
    assert result[1000:4000].mean() > 0.75
