from __future__ import annotations

import numpy as np

import thresher
from thresher.features.block_collection import BlockCollection
from thresher.features.similar_blocks import Group, collection_vectors, groups_of_similar
from thresher.features.site_template import scaled

CORE = "welcome back we are glad to see you here again today"


def groups(*sources: str, epsilon: float = 0.9) -> tuple[list[Group], BlockCollection]:
    collection = BlockCollection()
    for source in sources:
        collection.add(thresher.segment(source, algorithm="get-block-set"))
    values = scaled(collection.counts, collection.counts.max(axis=0))
    return groups_of_similar(collection, values, epsilon), collection


def test_blocks_equal_but_for_words_of_their_own_are_one_group() -> None:
    found, _ = groups(*(f"<p>{CORE} guest{number}</p>" for number in range(5)))
    assert [group.members.tolist() for group in found] == [[0, 1, 2, 3, 4]]
    assert found[0].are_alike
    assert found[0].alike.tolist() == []


def test_a_group_may_differ_too_much_within_and_still_be_like_another() -> None:
    """Seven of eight words: each is like the seven alone, but not like its sibling."""
    core = "a b c d e f g"
    found, _ = groups(f"<p>{core}</p>", f"<p>{core} x1</p>", f"<p>{core} x2</p>")
    by_size = sorted(found, key=lambda group: len(group.members))
    assert [group.members.tolist() for group in by_size] == [[0], [1, 2]]
    assert by_size[0].alike.tolist() == [1, 2]
    assert not by_size[1].are_alike
    assert by_size[1].alike.tolist() == [0]


def test_free_words_are_those_of_one_block() -> None:
    _, collection = groups("<p>rye oats</p>", "<p>rye barley</p>")
    vectors = collection_vectors(collection, np.zeros((2, 11)))
    assert vectors.free.tolist() == [1, 1]
    assert vectors.sizes.tolist() == [1, 1]


def test_nothing_is_like_blocks_of_other_words() -> None:
    assert groups("<p>rye oats</p>", "<p>barley malt</p>")[0] == []
