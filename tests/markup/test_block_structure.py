from __future__ import annotations

from turbohtml import parse

from thresher.markup.block_structure import (
    STRUCTURE_TAGS,
    drop_empty_blocks,
    settle_structure,
)
from thresher.markup.tags import index


def rendered(html: str) -> str:
    document = parse(html)
    found = index(document, STRUCTURE_TAGS)
    settle_structure(found)
    drop_empty_blocks(found)
    return document.to_markdown()


def test_definitions_become_items_under_bold_terms() -> None:
    html = "<dl><dt>T<dd>one<dd>two<dt>U<dt>V<dd>three</dl>"
    assert rendered(html) == "- **T**\n\n  one\n\n  two\n\n- **U**\n\n  **V**\n\n  three"


def test_definitions_in_groups_are_found() -> None:
    assert rendered("<dl><div><dt>T<dd>one</div></dl>") == "- **T**\n\n  one"


def test_nested_definitions_are_nested_items() -> None:
    html = "<dl><dt>T<dd>a<dl><dt>U<dd>b</dl></dl>"
    assert rendered(html) == "- **T**\n\n  a\n\n  - **U**\n\n    b"


def test_definitions_with_headings_stay_flat() -> None:
    assert rendered("<dl><dt>T<dd><h2>H</h2>x</dl>") == "**T**\n\n## H\n\nx"


def test_summary_is_bold() -> None:
    assert rendered("<details><summary>More</summary>text</details>") == "**More**\n\ntext"


def test_card_link_moves_to_its_heading() -> None:
    html = '<a href="/c"><div><h3>Card</h3><p>words</p></div></a>'
    assert rendered(html) == "### [Card](/c)\n\nwords"


def test_two_line_breaks_are_a_paragraph() -> None:
    assert rendered("<p>a<br> <br><br>b<br>c</p>") == "a\n\nb  \nc"


def test_two_line_breaks_inside_an_inline_element() -> None:
    assert rendered("<span>a<br><br>b</span>") == "a\n\nb"


def test_countdown_list_is_no_html() -> None:
    assert rendered("<ol reversed start=3><li>a</ol>") == "3. a"


def test_words_of_neighbouring_blocks_are_not_glued() -> None:
    html = "<center>a</center>b<fieldset><legend>c</legend>d</fieldset>"
    assert rendered(html).split() == ["a", "b", "c", "d"]


def test_options_are_not_glued() -> None:
    assert rendered("<select><option>a<option>b</select>").split() == ["a", "b"]


def test_what_browsers_do_not_show_goes() -> None:
    assert rendered("<p>a<iframe>b</iframe><svg><title>c</title></svg><canvas>d</canvas>") == "a"


def test_ruby_keeps_its_parentheses() -> None:
    assert rendered("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>") == "漢(kan)"


def test_empty_headings_and_items_vanish() -> None:
    assert rendered("<h2> </h2><ul><li><li>a<li><b></b></ul><h3>&nbsp;</h3>") == "- a"


def test_item_with_only_a_picture_stays() -> None:
    assert rendered('<ul><li><img src="p.png" alt="P"></ul>') == "- ![P](p.png)"
