"""The feature matrix: each group of columns against the slow reference, and what holds for all."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.features.block_reference import REFERENCES, Reference
from tests.material import golden_pages
from tests.strategies import pages
from thresher.features.block_features import FEATURE_GROUPS, FEATURE_NAMES, block_features
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves

CLASSES = ("nav", "topNav", "article-body 12", "item item3", "item item4", "canvas", "sidebar")
SENTENCES = (
    "Grain, sold for $5. ",
    "Why not? ",
    "x " * 25,
    "12 of 40",
    "<h2>On grain</h2>",
    "<img>",
)


def with_classes(page: str, names: list[str]) -> str:
    def named(match: re.Match[str]) -> str:
        return f' class="{names[match.start() % len(names)]}"'

    return re.sub(r" class=c\b", named, page)


classes = st.sampled_from(CLASSES)
sentences = st.sampled_from(SENTENCES)
sections = st.builds(
    "<{0} class='{1}'><p>{2}</p>{3}</{0}>".format,
    st.sampled_from(["div", "li", "section", "a href=/x"]),
    classes,
    sentences,
    sentences | pages,
)
rich_pages = st.builds(with_classes, pages, st.lists(classes, min_size=1)) | st.lists(
    sections, max_size=6
).map(lambda parts: "<html><title>On grain</title>" + "".join(parts))


def matrix_of(source: str | bytes) -> NDArray[np.float32]:
    return block_features(Leaves().segment(Page.parse(source))).matrix


def column(source: str, name: str) -> list[float]:
    values: list[float] = matrix_of(source)[:, FEATURE_NAMES.index(name)].tolist()
    return values


def assert_agrees(page: Reference, group: str, every: int = 1) -> None:
    matrix = block_features(page.segmentation).matrix
    for block in range(0, page.size, every):
        expected = REFERENCES[group](page, block)
        assert set(expected) <= set(FEATURE_GROUPS[group])
        found = {name: float(matrix[block, FEATURE_NAMES.index(name)]) for name in expected}
        assert found == pytest.approx(expected, rel=1e-4, abs=1e-4), (block, page.texts(block))


def test_every_group_has_a_reference() -> None:
    assert list(REFERENCES) == list(FEATURE_GROUPS)


@pytest.mark.parametrize("group", FEATURE_GROUPS)
@settings(deadline=None, max_examples=60)
@given(page=rich_pages)
def test_the_group_is_what_the_reference_says(group: str, page: str) -> None:
    assert_agrees(Reference(page), group)


@pytest.mark.parametrize("name", list(golden_pages())[::3])
def test_all_groups_on_golden_pages(name: str) -> None:
    page = Reference(golden_pages()[name])
    for group in FEATURE_GROUPS:
        assert_agrees(page, group, every=1 + page.size // 12)


def test_names_and_columns_agree() -> None:
    assert len(set(FEATURE_NAMES)) == len(FEATURE_NAMES)
    matrix = matrix_of("<p>one</p><p>two</p>")
    assert matrix.shape == (2, len(FEATURE_NAMES))
    assert matrix.dtype == np.float32


@pytest.mark.parametrize("source", ["", "<html>", "<p></p>", "<script>var a</script>"])
def test_a_page_without_blocks(source: str) -> None:
    features = block_features(Leaves().segment(Page.parse(source)))
    assert features.matrix.shape == (0, len(FEATURE_NAMES))
    assert (len(features.base), len(features.info)) == (0, 0)


@given(pages)
def test_values_are_finite(page: str) -> None:
    assert np.isfinite(matrix_of(page)).all()


def test_values_are_finite_on_golden_pages() -> None:
    for name, source in golden_pages().items():
        assert np.isfinite(matrix_of(source)).all(), name


def test_no_column_is_always_the_same() -> None:
    """A group that writes to a wrong place would leave columns empty."""
    whole = np.concatenate([matrix_of(source) for source in golden_pages().values()])
    constant = {FEATURE_NAMES[at] for at in np.flatnonzero(np.ptp(whole, axis=0) == 0)}
    unused = {"in dialog", "page videos"}  # no golden page has any
    assert {name for name in constant if not name.startswith(("class", "declared"))} <= unused | {
        *FEATURE_GROUPS["convention"]
    }


def test_other_pages_make_no_difference() -> None:
    sources = list(golden_pages().values())[:8]
    alone = [matrix_of(source) for source in sources]
    for source, before in reversed(list(zip(sources, alone, strict=True))):
        np.testing.assert_array_equal(matrix_of(source), before)


def test_the_page_is_not_changed() -> None:
    page = Page.parse("<div class=a><p>one <b>two</b></p></div>")
    before = page.document.serialize()
    block_features(Leaves().segment(page))
    assert page.document.serialize() == before


PAGE = (
    "<title>On grain and chaff</title><nav class=top-nav><a href=/>Home page</a></nav>"
    "<main id=main><h1>Grain and chaff</h1><p>Grain, when ripe, is <b>cut</b>.</p>"
    "<ul><li class=item1>One<li class=item2>Two<li class=item3>One</ul></main>"
)  # blocks: Home page | Grain and chaff | Grain, … | One | Two | One


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("words", [2, 3, 5, 1, 1, 1]),
        ("commas", [0, 0, 2, 0, 0, 0]),
        ("strings", [1, 1, 3, 1, 1, 1]),
        ("title-words", [0, 3, 1, 0, 0, 0]),
        ("capital-words", [1 / 2, 1 / 3, 1 / 5, 1, 1, 1]),
        ("heading", [0, 1, 0, 0, 0, 0]),
        ("has b", [0, 0, 1, 0, 0, 0]),
        ("has a", [1, 0, 0, 0, 0, 0]),
        ("in main", [0, 1, 1, 1, 1, 1]),
        ("in nav", [1, 0, 0, 0, 0, 0]),
        ("class nav", [2, 0, 0, 0, 0, 0]),
        ("class main", [0, 2, 2, 2, 2, 2]),
        ("container 1 blocks", [6, 5, 5, 3, 3, 3]),
        ("container 1 words", [13, 11, 11, 3, 3, 3]),
        ("container 2 blocks", [6, 6, 6, 5, 5, 5]),
        ("from-title", [-1, 0, 1, 2, 3, 4]),
        ("words-from-title", [-2, 0, 3, 8, 9, 10]),
        ("from-heading", [1000, 0, 1, 2, 3, 4]),
        ("to-heading", [1, 1000, 1000, 1000, 1000, 1000]),
        ("at+1 words", [3, 5, 1, 1, 1, -1]),
        ("group-size", [1, 1, 1, 3, 3, 3]),
        ("group-place", [0, 0, 0, 0, 1 / 3, 2 / 3]),
        ("copies", [1, 1, 1, 2, 1, 2]),
        ("core 70 inside", [-1, -1, 1, 0, 0, 0]),
        ("core 70 depth", [-2, -1, 0, 0, 1, 2]),
        ("page blocks", [6] * 6),
        ("page items", [3] * 6),
        ("page longest", [5] * 6),
    ],
)
def test_by_hand(name: str, expected: list[float]) -> None:
    assert column(PAGE, name) == pytest.approx(expected, abs=1e-5)


def test_containers_beside_their_likes_are_counted() -> None:
    item = "<li class='item item{0}'><h3>Name {0}</h3><p>Text</p>"
    page = f"<ul>{item.format(1)}{item.format(2)}{item.format(3)}<li><b>All</b><p>of it</p></ul>"
    assert column(page, "container 1 repeats") == [3, 3, 3, 3, 3, 3, 1, 1]


def test_hidden_blocks_are_marked_and_have_no_good_text() -> None:
    page = "<p>Seen, and read.</p><p hidden>Not seen, not read.</p>"
    assert [reason > 0 for reason in column(page, "hidden")] == [False, True]
    assert [good > 0 for good in column(page, "good")] == [True, False]
