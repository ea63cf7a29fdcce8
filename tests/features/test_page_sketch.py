from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import thresher
from tests.strategies import pages
from thresher.features.block_features import block_features
from thresher.features.page_sketch import NOWHERE, PageSketch


def sketch(source: str) -> PageSketch:
    segmentation = thresher.segment(source)
    features = block_features(segmentation)
    return PageSketch.of(segmentation, features, np.full(len(features.base), 0.5))


def test_digits_and_punctuation_do_not_make_another_text() -> None:
    page = sketch("<p>Printed 3 May, 2019</p><p>printed 12 may 2020!</p><p>Printed in June</p>")
    first, second, third = page.text.tolist()
    assert first == second != third


def test_a_place_is_the_way_down_by_tags_and_class_names() -> None:
    page = sketch(
        "<body class=a><div class='item1'><p>one</p></div><div class='item22'><p>two</p></div>"
        "<div class=other><p>three</p></div><section><p>four</p></section>"
    )
    one, two, three, four = page.place.tolist()
    assert one == two
    assert len({one, three, four}) == 3
    again = sketch("<body class=b><div class='item3'><p>five</p></div>")
    assert again.place.tolist() == [one]


def test_elements_hold_ranges_of_blocks() -> None:
    page = sketch("<div><p>rye oats</p><p>malt</p></div><p>grain</p>")
    html, body, div, *_ = range(len(page.parent))
    assert page.words.tolist() == [2, 1, 1]
    assert page.inside(page.words)[[html, body, div]].tolist() == [4, 4, 3]
    assert page.parent[[html, body, div]].tolist() == [-1, 0, 1]
    assert page.expected.tolist() == [1, 0.5, 0.5]


def test_what_a_reader_does_not_see_has_no_text() -> None:
    assert sketch("<p hidden>secret words</p><p>open</p>").text.tolist()[0] == NOWHERE


def test_a_text_without_letters_is_no_text_anywhere() -> None:
    page = sketch("<p>12.50</p><p>price 12.50</p><p>price <b>7.80</b></p>")
    assert page.text.tolist()[0] == page.text_here.tolist()[0] == NOWHERE
    assert page.text.tolist()[1] == page.text.tolist()[2] != NOWHERE
    assert page.text_here.tolist()[1] != NOWHERE


def test_all_leaves_of_a_block_make_its_text() -> None:
    one, two, three = sketch(
        "<p>rye <i>oats</i> malt</p><p>rye <i>oats</i></p><p>rye <i>bran</i> malt</p>"
    ).text.tolist()
    assert len({one, two, three}) == 3


@pytest.mark.parametrize("depth", [1, 2, 3, 8, 40])
def test_the_same_way_down_is_the_same_place_at_any_depth(depth: int) -> None:
    def nested(name: str, count: int) -> str:
        return "<div class=a>" * count + f"<section class={name}><p>text</p>"

    (place,) = sketch(nested("b", depth)).place.tolist()
    assert sketch("<p>x</p>" + nested("b", depth)).place.tolist()[1] == place
    others = [nested("c", depth), nested("b", depth + 1), nested("b", depth - 1)]
    assert place not in [sketch(other).place.tolist()[0] for other in others]


def test_a_copy_has_the_same_key_though_its_counter_moved_on() -> None:
    assert sketch("<p>Visitor 12</p>").key == sketch("<div>Visitor 13</div>").key
    assert sketch("<p>Visitor 12</p>").key != sketch("<p>Guest 12</p>").key


@given(pages)
def test_a_sketch_comes_back_from_what_was_exported(source: str) -> None:
    page = sketch(source)
    again = PageSketch.restored(page.export())
    assert again.export() == page.export()
    assert again.key == page.key
    assert ((page.begin <= page.stop) & (page.stop <= len(page.words))).all()


def test_columns_of_different_length_are_refused() -> None:
    columns = sketch("<p>one</p>").export()
    with pytest.raises(ValueError, match="differ in length"):
        PageSketch.restored(columns | {"words": [1.0, 2.0]})
