from __future__ import annotations

from thresher.evaluation.words import shingles, words


def test_words_are_lower_case_runs_of_word_characters() -> None:
    assert words("The Don't-stop, 3.5 CAFÉ!") == ["the", "don", "t", "stop", "3", "5", "café"]


def test_ideographs_and_kana_count_one_by_one() -> None:
    assert words("iPhone手机 ですabc") == ["iphone", "手", "机", "で", "す", "abc"]


def test_korean_and_cyrillic_words_stay_whole() -> None:
    assert words("안녕 세상 привет") == ["안녕", "세상", "привет"]


def test_a_text_without_words() -> None:
    assert words(" – … ") == []


def test_shingles_overlap() -> None:
    assert shingles(["a", "b", "c", "d"], 3) == [("a", "b", "c"), ("b", "c", "d")]


def test_a_short_text_is_one_shingle() -> None:
    assert shingles(["a", "b"], 4) == [("a", "b")]
    assert shingles([], 4) == []
