from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.parsing.page import Page
from thresher.segmenters.key_patterns import (
    KeyPatterns,
    VirtualNode,
    key_patterns,
    longest_repetitions,
    virtual_nodes,
)
from thresher.types import Hierarchy, Segmentation

# The sequence of [Patterns §3.4], a letter for each tag: h2, p, ul, div.
EXAMPLE = "hppupphppppppd"


def repetitions(sequence: str) -> set[str]:
    """By definition: 1 < m ≤ n/2, twice or more; runs of one symbol do not overlap themselves."""
    size = len(sequence)
    found = set()
    for length in range(2, size // 2 + 1):
        for start in range(size - length + 1):
            pattern = sequence[start : start + length]
            if len(set(pattern)) == 1:
                times = sequence.count(pattern)  # str.count does not overlap
            else:
                times = sum(sequence.startswith(pattern, place) for place in range(size))
            if times >= 2:
                found.add(pattern)
    return found


def test_repetitions_of_the_paper() -> None:
    assert repetitions(EXAMPLE) == {"hp", "pp", "hpp", "ppp"}
    longest = longest_repetitions(EXAMPLE)
    assert (longest[0], longest[6], longest[7]) == (3, 3, 3)
    assert max(longest) == 3


def test_key_patterns_of_the_paper() -> None:
    assert key_patterns(EXAMPLE) == ["hpp", "ppp"]


def test_virtual_nodes_of_the_paper() -> None:
    assert virtual_nodes(EXAMPLE) == [
        VirtualNode(0, 6, -1),
        VirtualNode(6, 14, -1),
        VirtualNode(7, 13, 1),
    ]
    assert [EXAMPLE[node.start : node.stop] for node in virtual_nodes(EXAMPLE)] == [
        "hppupp",
        "hppppppd",
        "pppppp",
    ]


def test_figure_2_and_3() -> None:
    assert key_patterns("ABCABD") == ["AB"]
    assert repetitions("aaaa") == {"aa"}
    assert key_patterns("aaaa") == ["aa"]
    assert key_patterns("aaa") == []


@pytest.mark.parametrize("sequence", ["", "a", "ab", "abc", "abcdef", "aab"])
def test_nothing_repeats(sequence: str) -> None:
    assert key_patterns(sequence) == []
    assert virtual_nodes(sequence) == []


@given(st.text(alphabet="abc", max_size=16) | st.text(alphabet="ab", max_size=20))
@example(EXAMPLE)
@example("aabaab")
@example("aaaabaaa")
def test_repetitions_and_key_patterns_by_definition(sequence: str) -> None:
    every = repetitions(sequence)
    for place, length in enumerate(longest_repetitions(sequence)):
        starting = [len(pattern) for pattern in every if sequence.startswith(pattern, place)]
        assert length == max(starting) if starting else length < 2
    uncontained = {
        pattern
        for pattern in every
        if not any(pattern in other for other in every if other != pattern)
    }
    found = key_patterns(sequence)
    assert len(found) == len(set(found))
    assert set(found) == uncontained


@given(st.text(alphabet="abc", max_size=24))
def test_virtual_nodes_nest(sequence: str) -> None:
    nodes = virtual_nodes(sequence)
    for number, node in enumerate(nodes):
        assert 0 <= node.start < node.stop <= len(sequence)
        assert node.parent < number
        if node.parent >= 0:
            above = nodes[node.parent]
            assert above.start <= node.start
            assert node.stop <= above.stop
            assert above[:2] != node[:2]
    for parent in range(-1, len(nodes)):
        siblings = sorted(node for node in nodes if node.parent == parent)
        assert all(a.stop <= b.start for a, b in pairwise(siblings))


def test_a_run_is_one_virtual_node() -> None:
    assert virtual_nodes("xaaaaay") == [VirtualNode(1, 6, -1)]


def test_what_stands_before_the_first_match_is_in_no_virtual_node() -> None:
    assert virtual_nodes("xabcabd") == [VirtualNode(1, 4, -1), VirtualNode(4, 7, -1)]


ITEMS = {"h": "<h2>{}</h2>", "p": "<p>{}</p>", "u": "<ul>{}</ul>", "d": "<div>{}</div>"}


def example_page(between: str = "") -> str:
    parts = [ITEMS[tag].format(place) for place, tag in enumerate(EXAMPLE)]
    return f"<html><body>{between.join(parts)}</body></html>"


def segmented(markup: str) -> Segmentation:
    return KeyPatterns().segment(Page.parse(f"<html>{markup}"))


def hierarchy_of(segmentation: Segmentation) -> Hierarchy:
    assert segmentation.hierarchy is not None
    return segmentation.hierarchy


@pytest.mark.parametrize(
    "between", ["", "\n  ", "<!-- remark -->", "<script>1</script>", "<span></span>"]
)
def test_the_example_as_a_page(between: str) -> None:
    segmentation = segmented(example_page(between))
    assert [block.text.split() for block in segmentation if block.text] == [
        list("012345"),
        ["6", "7", "8", "9", "10", "11", "12", "13"],
    ]
    hierarchy = hierarchy_of(segmentation)
    assert hierarchy.parent.tolist() == [-1, -1, 1]
    table = segmentation.page.table
    owners = {
        (table.texts[row] or ""): int(hierarchy.owner[row]) for row in table.text_rows().tolist()
    }
    assert owners == {
        str(place): 0 if place < 6 else (2 if 7 <= place < 13 else 1) for place in range(14)
    }


def test_less_meaningful_tags_are_looked_through() -> None:
    inner = "".join(ITEMS[tag].format(place) for place, tag in enumerate(EXAMPLE))
    segmentation = segmented(f"<div><span><b>{inner}</b></span></div>")
    assert hierarchy_of(segmentation).parent.tolist() == [-1, -1, 1]


def test_patterns_below_a_pattern_are_kept_as_hierarchy() -> None:
    item = "<div><h3>t</h3><p>x</p><h3>t</h3><p>y</p></div>"
    segmentation = segmented(f"<main>{item * 4}</main>")
    assert len(segmentation) == 1
    parents = hierarchy_of(segmentation).parent
    assert parents.tolist().count(-1) == 1
    assert np.count_nonzero(parents == 0) == 8


def test_text_outside_any_pattern_is_kept() -> None:
    segmentation = segmented("<div>alone</div><p>other</p>")
    assert [block.text for block in segmentation] == ["alone", "other"]


def test_less_meaningful_tags_do_not_cut_loose_text() -> None:
    markup = "<p>one <b>two <a href=/>three</a></b> <span>four</span></p><p>five</p>"
    assert [block.text for block in segmented(markup)] == ["one two three four", "five"]


def test_loose_text_on_both_sides_of_a_virtual_node_is_two_blocks() -> None:
    segmentation = segmented("<div>before<img><img><img><img>after</div>")
    assert [block.text for block in segmentation] == ["before", "", "after"]


def test_empty_page() -> None:
    assert len(segmented("")) == 0


@given(pages)
def test_a_block_is_an_outermost_virtual_node_or_outside_all(markup: str) -> None:
    segmentation = KeyPatterns().segment(Page.parse(markup))
    hierarchy = hierarchy_of(segmentation)
    parents = hierarchy.parent.tolist()
    tops: dict[int, set[int]] = {}
    for row in segmentation.page.table.leaves.tolist():
        node = int(hierarchy.owner[row])
        while node >= 0 and parents[node] >= 0:
            node = parents[node]
        tops.setdefault(node, set()).add(int(segmentation.owner[row]))
    outside = tops.pop(-1, set())
    assert all(len(blocks) == 1 for blocks in tops.values())
    inside = [next(iter(blocks)) for blocks in tops.values()]
    assert len(inside) == len(set(inside))
    assert outside.isdisjoint(inside)


def test_a_long_list_comes_to_an_end() -> None:
    source = random.Random(7)
    items = "".join(source.choice(("<li>a", "<li>a", "<hr>")) for _ in range(1000))
    segmentation = segmented(f"<ul>{items}</ul>" + "<p>x</p><div>y</div>" * 5000)
    assert len(segmentation) > 0
