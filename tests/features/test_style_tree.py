from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.features.shingles import hash_words
from thresher.features.style_tree import (
    ROOT,
    StyledPage,
    StyleTree,
    composite_importance,
    leaf_importances,
    node_importance,
)
from thresher.parsing.page import Page

GAMMA = 0.9


def styled(*sources: str, attributes: tuple[str, ...] = ()) -> list[StyledPage]:
    return [StyledPage.of(Page.parse(source), attributes) for source in sources]


def element_at(tree: StyleTree, *places: int) -> int:
    """The element reached by the first style of each element and these places."""
    element = ROOT
    for place in places:
        style = next(iter(tree.styles[element].values()))
        element = tree.places[style][place]
    return element


def test_node_importance_by_hand() -> None:
    # three of four pages use one style: -(.75 log4 .75 + .25 log4 .25) = .75 × .2075 + .25 × 1
    assert node_importance([3, 1]) == pytest.approx(0.4056, abs=1e-4)
    assert node_importance([1, 1, 1, 1]) == pytest.approx(1)
    assert node_importance([4]) == 0
    assert node_importance([1]) == 1


def test_composite_importance_by_hand() -> None:
    # two styles: (1 - .81) × .4056 + .81 × (.75 × .2 + .25 × 1) = .0771 + .324
    assert composite_importance([3, 1], [0.2, 1.0], GAMMA) == pytest.approx(0.4011, abs=1e-4)
    assert composite_importance([4], [0.5], GAMMA) == pytest.approx(0.45)


def test_leaf_importance_by_hand() -> None:
    # Element 7 in two pages. "grain" once and three times: shares 1/4 and 3/4, entropy
    # 1/4 × 2 + 3/4 × .415 = .8113; "chaff" in one page only: entropy 0; mean .4056, so 1 - .4056.
    words = hash_words("grain grain grain grain chaff".split())
    elements, importance = leaf_importances(
        np.full(5, 7), words, np.array([0, 1, 1, 1, 0]), np.full(8, 2.0)
    )
    assert elements.tolist() == [7]
    assert importance.tolist() == pytest.approx([0.5944], abs=1e-4)


def test_a_leaf_in_one_page_is_important() -> None:
    _, importance = leaf_importances(np.array([0]), hash_words(["x"]), np.array([0]), np.ones(1))
    assert importance.tolist() == [1]


def test_importances_of_a_small_site_by_hand() -> None:
    # All four pages have one style everywhere, so every NodeImp is 0. The menu's text has entropy 1
    # and importance 0; the texts of p are all different: importance 1.
    pages = styled(*(f"<nav>home</nav><p>story{number}</p>" for number in range(4)))
    tree = StyleTree.of(pages, GAMMA)
    html, body = element_at(tree, 0), element_at(tree, 0, 0)
    nav, p = element_at(tree, 0, 0, 0), element_at(tree, 0, 0, 1)
    assert tree.importance[element_at(tree, 0, 0, 0, 0)] == pytest.approx(0)
    assert tree.importance[element_at(tree, 0, 0, 1, 0)] == pytest.approx(1)
    assert tree.importance[nav] == pytest.approx(0)
    assert tree.importance[p] == pytest.approx(0.9 * 1)
    assert tree.importance[body] == pytest.approx(0.9 * (0 + 0.9) / 2)
    assert tree.importance[html] == pytest.approx(0.9 * 0.405)
    assert tree.element_pages == [4] * 7


def test_a_node_is_noisy_with_all_its_descendants_only() -> None:
    words = "a b c d e f g h i j k l"
    pages = styled(*(f"<nav><b>home</b><i>{words} {n}</i></nav><p>s{n}</p>" for n in range(4)))
    tree = StyleTree.of(pages, GAMMA)
    noisy = tree.noisy(0.26)
    nav, bold, italic = (
        element_at(tree, *path) for path in ([0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1])
    )
    # The text of i has twelve features with entropy 1 and four, the numbers, with entropy 0: the
    # mean is 3/4, its importance .25, that of i .225, that of nav .9 × (0 + .225) / 2.
    assert tree.importance[italic] == pytest.approx(0.225)
    assert [noisy[nav], noisy[bold], noisy[italic]] == [True, True, True]
    noisy = tree.noisy(0.24)  # the text of i is above
    assert tree.importance[nav] < 0.24
    assert [noisy[nav], noisy[bold], noisy[italic]] == [False, True, False]


def test_another_sequence_of_children_is_another_style() -> None:
    tree = StyleTree.of(styled("<p>a</p><p>b</p>", "<p>a</p>", "<p>a</p>"), GAMMA)
    body = element_at(tree, 0, 0)
    assert sorted(tree.style_pages[style] for style in tree.styles[body].values()) == [1, 2]


def test_elements_with_nothing_to_see_are_left_out() -> None:
    tree = StyleTree.of(styled("<p>a</p><div></div><script>x</script>", "<p>a</p>"), GAMMA)
    assert len(tree.styles[element_at(tree, 0, 0)]) == 1


def test_attributes_tell_elements_apart_when_they_are_named() -> None:
    sources = "<p class=a>x</p>", "<p class=b>x</p>"
    assert len(StyleTree.of(styled(*sources), GAMMA).places) == 4
    assert len(StyleTree.of(styled(*sources, attributes=("class",)), GAMMA).places) == 6


def test_links_and_images_are_features() -> None:
    (page,) = styled("<a href=/x/y.html>one</a><img src=z.png>")
    expected = hash_words(["one", "z.png", "y.html"]) & np.uint64(2**48 - 1)
    assert page.feature.tolist() == expected.tolist()


@given(st.lists(pages, max_size=3))
def test_pages_come_back_from_what_was_exported(sources: list[str]) -> None:
    before = [page for page in styled(*sources) if page.rows]
    after = [StyledPage.restored(page.export()) for page in before]
    assert [page.export() for page in after] == [page.export() for page in before]
    one, other = StyleTree.of(before, 0.9), StyleTree.of(after, 0.9)
    assert (one.styles, one.places) == (other.styles, other.places)
    assert one.importance.tolist() == other.importance.tolist()


def test_a_damaged_page_is_refused() -> None:
    (page, other) = (each.export() for each in styled("<p>one</p><p>two</p>", "<p>three</p>"))
    with pytest.raises(ValueError, match="differ in length"):
        StyledPage.restored({**page, "style": other["style"]})
    with pytest.raises(ValueError, match="outside its page"):
        StyledPage.restored({**other, "feature_row": page["feature_row"]})
    with pytest.raises(ValueError, match="outside its page"):
        StyledPage.restored({**page, "parents": page["place"]})
    with pytest.raises(KeyError):
        StyledPage.restored({})
