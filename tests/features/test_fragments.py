from __future__ import annotations

import random
from itertools import pairwise

import pytest

from thresher.features.fragments import Rule, SharedFragments, pages_of_values
from thresher.features.shingles import FragmentTree, resemblance
from thresher.parsing.page import Page

WORDS = [f"w{number}" for number in range(12)]


def tree_of(markup: str) -> FragmentTree:
    return FragmentTree.of(Page.parse(markup).table, 4)


def random_site(seed: int) -> list[FragmentTree]:
    """Pages made of pieces that repeat, some with a word changed, nested at random."""
    chance = random.Random(seed)
    pieces = [chance.choices(WORDS, k=chance.randint(2, 40)) for _ in range(6)]

    def piece() -> str:
        words = list(chance.choice(pieces))
        if chance.random() < 0.4:
            words[chance.randrange(len(words))] = f"other{chance.randint(0, 9)}"
        return f"<p>{' '.join(words)}</p>"

    def part(depth: int) -> str:
        inner = [piece() if depth == 0 or chance.random() < 0.5 else part(depth - 1)]
        inner += [piece() for _ in range(chance.randint(0, 2))]
        return f"<div>{''.join(inner)}</div>"

    return [tree_of(part(3) + part(2)) for _ in range(chance.randint(2, 5))]


def reference(trees: list[FragmentTree], rule: Rule) -> dict[int, int]:
    """Pages of each value, by comparing every node with every other one."""
    nodes = [
        (page, int(tree.value[node]), tree.shingles_of(node))
        for page, tree in enumerate(trees)
        for node in range(len(tree))
        if tree.size[node] >= rule.min_bytes
    ]
    return {
        value: len(
            {
                page
                for page, other, their_shingles in nodes
                if other == value or resemblance(shingles, their_shingles) >= rule.min_match
            }
        )
        for _, value, shingles in nodes
    }


@pytest.mark.parametrize("min_match", [0.6, 0.7, 0.9, 1.0])
@pytest.mark.parametrize("share_factor", [2, 3])
def test_the_same_nodes_are_shared_as_in_the_exhaustive_comparison(
    min_match: float, share_factor: int
) -> None:
    rule = Rule(share_factor, min_match, min_bytes=20)
    some_are_shared = some_are_not = False
    for seed in range(25):
        trees = random_site(seed)
        expected = {v: n >= share_factor for v, n in reference(trees, rule).items()}
        found = {v: len(p) >= share_factor for v, p in pages_of_values(trees, rule).items()}
        assert found == expected
        some_are_shared |= True in expected.values()
        some_are_not |= False in expected.values()
    assert some_are_shared
    assert some_are_not


@pytest.mark.parametrize("min_match", [0.7, 0.9])
def test_pages_learned_from_are_covered_where_their_nodes_are_shared(min_match: float) -> None:
    rule = Rule(2, min_match, min_bytes=20)
    for seed in range(25):
        trees = random_site(seed)
        shared = SharedFragments.of(trees, rule)
        pages = reference(trees, rule)
        for tree in trees:
            found = [node for node, _ in shared.maximal(tree)]
            covered = {t for node in found for t in range(tree.first[node], tree.last[node])}
            for node in range(len(tree)):
                if tree.size[node] >= rule.min_bytes and pages[int(tree.value[node])] >= 2:
                    assert covered >= set(range(tree.first[node], tree.last[node]))
            for one, other in pairwise(found):
                assert tree.last[one] <= tree.first[other]


def test_only_the_outermost_fragments_count() -> None:
    footer = "<footer><p>About this site and its people</p><p>Terms of use and privacy</p></footer>"
    trees = [tree_of(f"<p>story of the day number {day}</p>{footer}") for day in "123"]
    shared = SharedFragments.of(trees, Rule(2, 0.9, 10))
    ((node, pages),) = shared.maximal(trees[0])
    assert (tree_row_tag(footer, int(trees[0].row[node])), pages) == ("footer", 3)
    assert len(shared.values) == 3


def tree_row_tag(footer: str, row: int) -> str:
    table = Page.parse(f"<p>story of the day number 1</p>{footer}").table
    return str(table.names[table.tag[row]])


def test_variants_of_a_fragment_are_learned_once() -> None:
    text = " ".join(f"word{number}" for number in range(60))
    trees = [tree_of(f"<p>{text} {visits}</p><h1>{visits} own</h1>") for visits in range(300)]
    shared = SharedFragments.of(trees, Rule(2, 0.9, 30))
    # one part for the text in its element; a later variant is known by resemblance
    assert sum(len(each.parts) for each in shared.fragments) <= 4
    assert shared.maximal(tree_of(f"<p>{text} 999</p><h1>another</h1>"))


def test_export_holds_numbers_only_and_comes_back() -> None:
    trees = random_site(3)
    rule = Rule(2, 0.7, 20)
    shared = SharedFragments.of(trees, rule)
    exported = shared.export()
    twin = SharedFragments.restored(exported, rule)
    assert twin.export() == exported
    assert [twin.maximal(tree) for tree in trees] == [shared.maximal(tree) for tree in trees]
    assert any(shared.maximal(tree) for tree in trees)
    assert "w1" not in str(exported)


@pytest.mark.parametrize("parts", [[[0, 4, 2]], [[1, 1, 2]], [[-1, 1, 2]]])
def test_a_part_outside_its_fragment_is_refused(parts: list[list[int]]) -> None:
    learned = {"values": {}, "fragments": [{"shingles": [1, 2, 3], "parts": parts}]}
    with pytest.raises(ValueError, match="outside"):
        SharedFragments.restored(learned, Rule(2, 0.9, 30))
