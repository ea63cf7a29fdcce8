from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher
from tests.strategies import pages
from thresher.features.keyword_collection import KeywordCollection


def collected(*sources: str) -> KeywordCollection:
    collection = KeywordCollection()
    for source in sources:
        collection.add(thresher.segment(source, algorithm="get-block-set"))
    return collection


def test_a_word_on_all_pages_alike_has_entropy_one() -> None:
    collection = collected("<p>rye rye</p><p>oats</p>", "<p>rye rye</p><p>malt</p>")
    assert collection.entropies().tolist() == [1.0, 0.0, 0.0]


def test_distinct_sets_of_words_are_kept_once() -> None:
    words, starts = collected("<p>rye oats</p>", "<p>oats rye rye</p><p>malt</p>").block_terms()
    assert words.tolist() == [0, 1, 2]
    assert starts.tolist() == [0, 2, 3]


def test_one_page_has_no_entropy() -> None:
    assert collected("<p>rye oats</p>").entropies().tolist() == [0.0, 0.0]


@given(st.lists(pages, max_size=4), st.integers(0, 4))
def test_a_collection_goes_on_from_what_was_exported(sources: list[str], place: int) -> None:
    whole = collected(*sources)
    again = KeywordCollection.restored(collected(*sources[:place]).export())
    for source in sources[place:]:
        again.add(thresher.segment(source, algorithm="get-block-set"))
    assert again.export() == whole.export()


def test_a_damaged_state_is_refused() -> None:
    state = collected("<p>rye oats</p>").export()
    with pytest.raises(ValueError, match="differ in number"):
        KeywordCollection.restored(state | {"totals": collected().export()["totals"]})
