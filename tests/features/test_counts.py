from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import pages
from thresher.features.counts import (
    FEATURES,
    TAG_FEATURES,
    count_elements,
    feature_counts,
    kind_counts,
)
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.segmenters.get_block_set import GetBlockSet
from thresher.segmenters.leaves import Leaves
from thresher.types import Segmentation


def segmented(markup: str) -> Segmentation:
    return Leaves().segment(Page.parse(f"<html>{markup}"))


def counted(markup: str, tag: str) -> list[int]:
    segmentation = segmented(markup)
    counts = count_elements(segmentation, segmentation.page.table.is_tag(tag))
    return [int(count) for count in counts]


def features_of(markup: str) -> list[dict[str, float]]:
    counts = feature_counts(segmented(markup))
    return [
        {name: count for name, count in zip(FEATURES, row, strict=True) if count}
        for row in counts.tolist()
    ]


def test_elements_are_counted_in_the_block_they_begin() -> None:
    markup = "<p>a <b>x</b> <b>y</b></p><p>c</p><p><b>z</b></p>"
    assert counted(markup, "b") == [2, 0, 1]
    assert counted(markup, "p") == [1, 1, 1]


def test_an_element_over_several_blocks_counts_once() -> None:
    assert counted("<p>a</p><ul><li>b<li>c</ul>", "ul") == [0, 1, 0]


def test_an_element_without_a_leaf_goes_with_the_leaf_before() -> None:
    assert counted("<p>a<br>b</p><p>c<br></p>", "br") == [1, 1]
    assert counted("<br><p>a</p>", "br") == [1]


def test_the_head_lies_in_no_block() -> None:
    head = "<head><meta name=a><script>1</script><style>p{}</style></head>"
    assert counted(f"{head}<body><p>a</p><script>2</script>", "meta script style") == [1]


def test_nothing_to_count() -> None:
    assert counted("", "p") == []
    assert counted("<div>a</div>", "p") == [0]


def test_features_of_blocks() -> None:
    markup = (
        "<h2>two words <a href=/>link</a> <img></h2>"
        "<ul><li>item</li></ul>"
        "<table><tr><td>cell</td></tr></table>"
        "<form><input><select><option>choice</select></form>"
        "<div><applet></applet><object></object></div>"
        "<div><iframe></iframe></div>"
    )
    found = features_of(markup)
    assert found[0] == {"text": 3, "text-tag": 1, "link": 1, "image": 1}
    assert found[1] == {"text": 1, "list": 1}
    assert found[2] == {"text": 1, "table": 1}
    assert sum(block.get("form", 0) for block in found) == 3
    assert sum(block.get("object", 0) for block in found) == 2
    assert sum(block.get("frame", 0) for block in found) == 1


def test_scripts_and_styles_are_counted() -> None:
    markup = "<body><div>a</div><script>1</script><script>2</script><style>p{}</style>"
    assert features_of(markup) == [{"text": 1, "script": 2, "style-sheet": 1}]


def test_the_features_of_the_paper_are_there() -> None:
    assert FEATURES[0] == "text"
    names = "text-tag list table link image object frame form script style-sheet"
    assert set(names.split()) == set(TAG_FEATURES)


def test_kinds() -> None:
    segmentation = segmented(
        "<p>one <b>two</b> <img></p><table><tr><td><a href=/>x</a></table><script>1</script>"
    )
    kinds = {name: counts.tolist() for name, counts in kind_counts(segmentation).items()}
    assert kinds == {
        "image": [1, 0],
        "link": [0, 1],
        "string": [2, 1],
        "script": [0, 1],
        "table": [0, 1],
    }


@pytest.mark.parametrize("segmenter", [Leaves(), GetBlockSet()])
@given(markup=pages)
def test_every_element_is_counted_once(segmenter: Leaves | GetBlockSet, markup: str) -> None:
    segmentation = segmenter.segment(Page.parse(markup))
    table = segmentation.page.table
    chosen = table.is_tag("p div a br img script")
    seen = (table.flags & tags.IN_RAW == 0) | (table.flags & tags.LEAF != 0)
    expected = int((chosen & seen).sum()) if len(segmentation) else 0
    assert count_elements(segmentation, chosen).sum() == expected
    counts = feature_counts(segmentation)
    assert counts.shape == (len(segmentation), len(FEATURES))
    np.testing.assert_allclose(counts[:, 0].sum(), table.words.sum(), rtol=1e-5)
