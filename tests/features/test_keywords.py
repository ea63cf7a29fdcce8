from __future__ import annotations

from thresher.features.keywords import Vocabulary, as_hex, term_hash, terms


def test_terms_are_runs_of_letters_and_digits_and_single_ideographs() -> None:
    assert terms("Rye, oats & 3 loaves!") == ["rye", "oats", "3", "loaves"]
    assert terms("麦と rye") == ["麦", "と", "rye"]
    assert terms("· | —") == []


def test_a_hash_is_the_same_in_every_process() -> None:
    assert as_hex(term_hash("rye")) == "7693bd6b2869e911"
    assert as_hex(5) == "0000000000000005"


def test_a_vocabulary_numbers_terms_as_they_come() -> None:
    words = Vocabulary()
    assert [words.number(term) for term in ("rye", "oats", "rye")] == [0, 1, 0]
    again = Vocabulary(words.hashes)
    assert [again.number(term) for term in ("barley", "oats")] == [2, 1]
    assert len(again) == 3
