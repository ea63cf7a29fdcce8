from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.features.shingles import (
    FragmentTree,
    bands,
    hash_words,
    link_name,
    resemblance,
    rows_per_band,
    shingle_hashes,
    sketch,
    slice_sketches,
    tokens_of,
)
from thresher.parsing.page import Page


def tree_of(markup: str, window: int = 4) -> FragmentTree:
    return FragmentTree.of(Page.parse(markup).table, window)


def test_tokens_are_words_or_single_characters_of_scripts_without_spaces() -> None:
    assert tokens_of(" Two\n words, 3 ") == ["Two", "words,", "3"]
    assert tokens_of("谷物 and 糠") == ["谷", "物", "and", "糠"]
    assert tokens_of("ข้าว") == list("ข้าว")
    assert tokens_of("слово и дело") == ["слово", "и", "дело"]


def test_hashes_of_words_are_the_same_in_every_process() -> None:
    assert hash_words(["grain", "chaff"]).tolist() == [3668069569137417116, 16434089408117940896]


@pytest.mark.parametrize(
    ("target", "name"),
    [("../a/b.html", "b.html"), ("/a/b/", "b"), ("b.html", "b.html"), ("", ""), ("/", "")],
)
def test_the_name_of_a_link(target: str, name: str) -> None:
    assert link_name(target) == name


def test_there_are_n_minus_w_plus_1_shingles() -> None:
    words = hash_words("a b c d e f g".split())
    assert len(shingle_hashes(words, 4)) == 4
    assert len(shingle_hashes(words[:4], 4)) == 1
    assert len(shingle_hashes(words[:3], 4)) == 0
    assert len(set(shingle_hashes(hash_words("a b a b a b".split()), 2).tolist())) == 2


def test_resemblance_by_hand() -> None:
    # abcd bcde cdef defg against abcd bcde cdef defx: 3 of 5 shingles are shared
    one = np.unique(shingle_hashes(hash_words("a b c d e f g".split()), 4))
    other = np.unique(shingle_hashes(hash_words("a b c d e f x".split()), 4))
    assert resemblance(one, other) == pytest.approx(3 / 5)
    assert resemblance(one, one) == 1
    assert resemblance(one, one[:0]) == 0


def test_nodes_of_a_fragment_tree() -> None:
    tree = tree_of("<body><div><p>one two <b>three</b></p></div><p>four</p></body>", window=2)
    # html (and body), div (and p), "one two", b (and its text), p (and its text)
    assert list(zip(tree.first.tolist(), tree.last.tolist(), strict=True)) == [
        (0, 4), (0, 3), (0, 2), (2, 3), (3, 4)
    ]  # fmt: skip
    assert tree.size.tolist() == [19, 14, 8, 6, 5]  # letters, and one for each space
    assert len(tree.shingles) == 3
    assert [len(tree.shingles_of(node)) for node in range(5)] == [3, 2, 1, 1, 1]


def test_a_value_depends_on_the_words_and_their_order_and_not_on_their_place() -> None:
    tree = tree_of("<p>x</p><p>a b c</p><p>c b a</p><div>a b c</div><p>a b</p>")
    values = tree.value.tolist()[1:]
    assert values[1] == values[3]
    assert len(set(values)) == 4


def test_an_image_is_a_token() -> None:
    one, other = tree_of("<img src=/i/logo.png>"), tree_of("<img src=../i/logo.png>")
    assert one.value.tolist() == other.value.tolist()
    assert tree_of("<img src=cat.png>").value.tolist() != one.value.tolist()
    assert len(tree_of("<img alt=x>")) == 0


def test_a_page_without_text_has_no_nodes() -> None:
    tree = tree_of("<script>a = 1</script>")
    assert len(tree) == 0
    assert tree.page_value is None


@given(
    hashes=st.lists(st.integers(0, 2**48 - 1), min_size=1, max_size=70),
    cuts=st.lists(st.tuples(st.integers(0, 69), st.integers(1, 70)), max_size=8),
)
def test_sketches_of_slices_are_those_of_their_sets(
    hashes: list[int], cuts: list[tuple[int, int]]
) -> None:
    values = np.array(hashes, dtype=np.uint64)
    chosen = [
        (first, min(first + size, len(hashes))) for first, size in cuts if first < len(hashes)
    ]
    first = np.array([cut[0] for cut in chosen], dtype=np.intp)
    stop = np.array([cut[1] for cut in chosen], dtype=np.intp)
    sketches = slice_sketches(values, first, stop)
    for row, (start, end) in zip(sketches, chosen, strict=True):
        assert np.array_equal(row, sketch(np.unique(values[start:end])))


def test_sketches_estimate_the_resemblance() -> None:
    words = hash_words(f"word{number}" for number in range(600))
    one, other = words[:500], words[100:]
    agreement = float((sketch(one) == sketch(other)).mean())
    assert agreement == pytest.approx(400 / 600, abs=0.15)
    assert not (sketch(words[:300]) == sketch(words[300:])).any()
    assert not (sketch(words) == sketch(words[:0])).any()


@pytest.mark.parametrize("min_match", [0.3, 0.5, 0.7, 0.9, 1.0])
def test_bands_bring_similar_sets_together(min_match: float) -> None:
    rows = rows_per_band(min_match)
    assert (1 - min_match**rows) ** (64 // rows) < 0.001 or rows == 1
    words = hash_words(f"word{number}" for number in range(1000))
    shared = round(1000 * 2 * min_match / (1 + min_match) / 2)
    one, other = (
        words[:500],
        np.concatenate([words[500 - shared : 500], words[500 : 1000 - shared]]),
    )
    keys = bands(np.array([sketch(one), sketch(other)]), rows)
    assert (keys[0] == keys[1]).any()


def test_bands_keep_other_sets_apart() -> None:
    words = hash_words(f"word{number}" for number in range(400))
    keys = bands(np.array([sketch(words[:200]), sketch(words[200:])]), rows_per_band(0.9))
    assert not set(keys[0].tolist()) & set(keys[1].tolist())


@given(pages, st.integers(1, 5))
def test_a_tree_comes_back_from_what_was_exported(source: str, window: int) -> None:
    tree = tree_of(source, window)
    again = FragmentTree.restored(tree.export(), window)
    assert again.export() == tree.export()
    assert again.page_value == tree.page_value
    for node in range(len(tree)):
        assert again.shingles_of(node).tolist() == tree.shingles_of(node).tolist()


def test_a_damaged_tree_is_refused() -> None:
    columns = tree_of("<p>one two three four five</p><p>six</p>").export()
    other = tree_of("<p>one two three four five six seven eight</p>").export()
    with pytest.raises(ValueError, match="differ in length"):
        FragmentTree.restored({**columns, "size": other["size"]}, 4)
    with pytest.raises(ValueError, match="outside its page"):
        FragmentTree.restored({**other, "shingles": columns["shingles"]}, 4)
    with pytest.raises(KeyError):
        FragmentTree.restored({}, 4)
