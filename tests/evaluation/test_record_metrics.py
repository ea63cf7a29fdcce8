from __future__ import annotations

import pytest

from thresher.evaluation.record_metrics import (
    AttributeScores,
    normal_value,
    record_score,
    value_score,
)
from thresher.evaluation.scores import NOTHING, Score


def test_values_differ_in_more_than_white_space_and_unicode_form() -> None:
    assert normal_value(" 12\u00a0 MP\n") == "12 MP"
    assert normal_value("USD") != normal_value("usd")


def test_attribute_scores_by_hand() -> None:
    scores = AttributeScores()
    scores.add({"price": ["$5"], "title": ["A"]}, {"price": ["$5"], "title": ["B"]})
    scores.add({"price": ["$6 "]}, {"price": ["$6"], "title": ["C"]})
    scores.add({"price": ["$7"]}, {"price": [], "title": ["D"]})
    # price: 2 right of 3 extracted, 2 wanted; title: none right of 1 extracted, 3 wanted.
    assert scores.scores() == {"price": Score(2 / 3, 1.0), "title": NOTHING}
    assert scores.mean_f1() == pytest.approx(0.8 / 2)


def test_one_right_value_of_several_is_a_match() -> None:
    scores = AttributeScores()
    scores.add({"author": ["B", "C"]}, {"author": ["A", "B"]})
    assert scores.scores() == {"author": Score(1.0, 1.0)}


def test_an_attribute_that_is_never_true_lowers_no_mean() -> None:
    scores = AttributeScores()
    scores.add({"price": ["$5"], "colour": ["red"]}, {"price": ["$5"]})
    assert scores.scores()["colour"] == NOTHING
    assert scores.mean_f1() == 1.0


def test_no_pages() -> None:
    assert AttributeScores().mean_f1() == 0.0


def test_value_score_counts_pairs() -> None:
    assert value_score({"a": ["1", "2"], "b": ["1"]}, {"a": ["1"], "b": ["3", "4"]}) == Score(
        1 / 3, 1 / 3
    )


def test_record_score_by_hand() -> None:
    truth = [["Tea", "$5"], ["Cup", "$7"], ["Pot", "$9"]]
    extracted = [["Tea ", "$5"], ["Cup", "$8"]]
    assert record_score(extracted, truth) == Score(1 / 2, 1 / 3)
