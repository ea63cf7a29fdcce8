from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher
from tests.strategies import pages
from thresher.features.block_collection import BlockCollection, PageBlocks
from thresher.types import Segmentation


def cut(source: str) -> Segmentation:
    return thresher.segment(source, algorithm="get-block-set")


def collected(*sources: str) -> BlockCollection:
    collection = BlockCollection()
    for source in sources:
        collection.add(cut(source))
    return collection


def test_equal_blocks_are_one() -> None:
    collection = collected("<p>rye oats</p><p>rye</p>", "<p>rye</p><p>rye</p><p>barley</p>")
    assert len(collection) == 3
    assert collection.starts.tolist() == [0, 2, 3, 4]
    holders, begins = collection.holders()
    assert [holders[begins[n] : begins[n + 1]].tolist() for n in range(3)] == [[0], [0, 1], [1]]
    assert collection.counts[:, 0].tolist() == [2, 1, 1]


def test_the_same_text_with_other_features_is_another_block() -> None:
    assert len(collected("<p>rye</p><p><a href=/>rye</a></p>")) == 2


def test_copies_and_empty_pages_are_left_out() -> None:
    collection = collected("<p>rye</p>", "", "<p hidden>x</p>", "<p> rye </p>", "<p>oats</p>")
    assert list(collection.pages.values()) == [0, 1]


def test_signs_alone_are_a_term() -> None:
    page = PageBlocks.of(cut("<p>|</p><p>rye |</p><p><img src=x></p>"))
    assert [page.terms_of(row) for row in range(3)] == [{"|"}, {"rye"}, set()]


def test_values_are_spread_over_blank_blocks() -> None:
    page = PageBlocks.of(cut("<pre><span>a</span><span>\n</span><span>b</span></pre>"))
    assert page.texts == ["a", "b"]
    assert page.spread(np.array([0.5, 0.7])).tolist() == [0.5, 0.5, 0.7]
    hidden_first = PageBlocks.of(cut("<p hidden>x</p><p>a</p>"))
    assert hidden_first.spread(np.array([0.5])).tolist() == [0.0, 0.5]


@given(st.lists(pages, max_size=5), st.integers(0, 5))
def test_a_collection_goes_on_from_what_was_exported(sources: list[str], place: int) -> None:
    whole = collected(*sources)
    again = BlockCollection.restored(collected(*sources[:place]).export())
    for source in sources[place:]:
        again.add(cut(source))
    assert again.export() == whole.export()


def test_a_damaged_state_is_refused() -> None:
    state = collected("<p>rye</p>").export()
    with pytest.raises(ValueError, match="differ in number"):
        BlockCollection.restored(state | {"starts": collected().export()["starts"]})
