from __future__ import annotations

import pytest

from thresher.evaluation.scores import NOTHING, PERFECT, Score
from thresher.evaluation.text_metrics import (
    sentence_score,
    sentences,
    share_at_least,
    shingle_score,
    snippet_rate,
    word_score,
)


def test_word_score_by_hand() -> None:
    # Shared: the ×1, cat ×1. Extracted 4 words, wanted 5.
    assert word_score("The the cat!", "the cat sat down here") == Score(2 / 3, 2 / 5)


@pytest.mark.parametrize("score", [word_score, shingle_score, sentence_score])
def test_empty_truth_wants_nothing(score) -> None:  # type: ignore[no-untyped-def]
    assert score("", "") == PERFECT
    assert score(" \n", "…") == PERFECT
    assert score("Some words.", "") == NOTHING
    assert score("", "Some words.") == NOTHING


def test_shingle_score_by_hand() -> None:
    # Extracted abcd bcde; wanted abcd bcdf cdfg: one of two, one of three.
    assert shingle_score("a b c d e", "a b c d f g") == Score(1 / 2, 1 / 3)


def test_shingles_see_order_where_words_do_not() -> None:
    assert word_score("b a d c e", "a b c d e") == PERFECT
    assert shingle_score("b a d c e", "a b c d e") == NOTHING


def test_shingles_of_short_texts() -> None:
    assert shingle_score("A b.", "a b") == PERFECT
    assert shingle_score("a b", "a c") == NOTHING


def test_sentences_end_at_punctuation_and_lines() -> None:
    assert sentences('He said "No." Then 3.5 left!\nHome\n他来了。她走了。') == [
        "he said no",
        "then 3 5 left",
        "home",
        "他 来 了",
        "她 走 了",
    ]


def test_sentence_score_by_hand() -> None:
    truth = "One two three four. Five six seven. Eight nine ten. Last one here."
    extracted = "One two three four. Five six seven. A menu entry."
    # c = 2 correct of t = 3; m = 2 missed.
    assert sentence_score(extracted, truth) == Score(2 / 3, 2 / 4)


def test_sentences_may_break_over_lines_differently() -> None:
    truth = "This sentence is broken\nover two long lines. And another follows here."
    extracted = "This sentence is broken over two long lines.\nAnd another follows here."
    assert sentence_score(extracted, truth).f1 == 1.0


def test_a_repeated_sentence_counts_as_often_as_it_is_true() -> None:
    assert sentence_score("Go on now. Go on now.", "Go on now.").precision == 0.5


def test_a_short_piece_must_be_a_whole_piece() -> None:
    assert sentence_score("Home\nWe went home early today.", "We went home early today.") == Score(
        0.5, 1.0
    )


def test_a_list_of_names_is_compared_by_edit_distance() -> None:
    # "ann lee bob ray" has 15 characters, four of which (" ray") are missing.
    score = sentence_score("Ann Lee\nBob", "Ann Lee\nBob Ray")
    assert score.precision == score.recall == pytest.approx(11 / 15)


def test_share_at_least() -> None:
    assert share_at_least([0.9, 0.95, 0.85, 0.1], 0.9) == 0.5
    assert share_at_least([0.9, 0.95, 0.85, 0.1], 0.8) == 0.75
    assert share_at_least([], 0.9) == 0.0


def test_snippet_rate() -> None:
    text = "Great tea.  It is\ngrown here."
    assert snippet_rate(text, ["it is grown", "Sign in"]) == 0.5
    assert snippet_rate(text, ["tea.It is"]) == 1.0
    assert snippet_rate("", ["tea"]) == 0.0


def test_no_snippets_no_rate() -> None:
    assert snippet_rate("text", []) is None
    assert snippet_rate("text", ["–"]) is None
