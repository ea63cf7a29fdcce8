"""What of the kept blocks is written down, and what of the tree remains around it."""

from __future__ import annotations

import random
import re

import pytest
import turbohtml

import thresher
from tests.material import golden_pages, with_verdicts
from thresher.renderers.selection import kept_rows, outside_texts, pruned_document
from thresher.types import Extraction, OutsideText, Segmentation

# Renderers of trees leave these out of a kept block on purpose, or add to it.
TIDIED = {
    "documentation-with-code": "heading anchors and copy buttons",
    "repository-readme": "copy buttons",
    "math-article": "formulas are written as their source",
}


def kept(source: str, *texts: str) -> Extraction:
    """The page with exactly the blocks of these texts kept."""
    extraction = thresher.extract(source, algorithm="all-text")
    found = [block.text for block in extraction.segmentation]
    assert set(texts) <= set(found), found
    return with_verdicts(extraction, [text in texts for text in found])


def random_choices(source: bytes) -> list[Extraction]:
    """The page with some of its visible blocks kept, in several ways."""
    extraction = thresher.extract(source, algorithm="all-text")
    visible = [not block.hidden for block in extraction.segmentation]
    chosen = [visible]
    for seed in range(4):
        dice = random.Random(seed)
        chosen.append([seen and dice.random() < 0.5 for seen in visible])
    return [with_verdicts(extraction, keep) for keep in chosen]


def letters(text: str) -> str:
    return re.sub(r"[\W\d_]+", "", text)


def readable(markup: str) -> str:
    texts = turbohtml.parse(markup).descendants
    return "".join(node.data for node in texts if isinstance(node, turbohtml.Text))


def without_urls(markdown: str) -> str:
    """Without pictures, addresses of links and the language of code."""
    return re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|`{3}\w+", " ", markdown)


def only_in_dropped(extraction: Extraction) -> list[str]:
    """Words that are nowhere in the kept blocks, not even where two words meet."""
    wanted = letters("".join(block.text for block in extraction.kept))
    dropped = " ".join(block.text for block, verdict in extraction if not verdict.keep)
    return [word for word in re.findall(r"[^\W\d_]{4,}", dropped) if word not in wanted]


def test_rows_are_those_of_the_kept_blocks() -> None:
    extraction = kept("<p>grain</p><p>chaff</p>", "grain")
    assert kept_rows(extraction).tolist() == (extraction.segmentation.owner == 0).tolist()
    assert not kept_rows(kept("<p>chaff</p>")).any()


def test_hidden_rows_of_a_visible_block_are_left_out() -> None:
    source = "<p>Seen <span hidden>unseen</span> words</p>"
    extraction = with_verdicts(thresher.extract(source, algorithm="all-text"), [True])
    for written in (extraction.text, extraction.markdown, readable(extraction.html)):
        assert written.split() == ["Seen", "words"]


@pytest.mark.parametrize("how", ["hidden", "style=display:none", "aria-hidden=true"])
def test_a_block_hidden_as_a_whole_is_shown_when_kept(how: str) -> None:
    extraction = kept(f"<p>Seen.</p><p {how}>Kept on <i>purpose</i>.</p>", "Kept on purpose.")
    assert extraction.text == "Kept on purpose."
    assert extraction.markdown == "Kept on *purpose*."
    assert readable(extraction.html) == "Kept on purpose."


@pytest.mark.parametrize(
    "prolog", ["", "<!doctype html>", "<!-- first -->", "<?xml version='1.0'?>"]
)
@pytest.mark.parametrize("end", ["", "</body></html><!-- last -->"])
def test_nothing_kept_leaves_nothing_of_the_tree(prolog: str, end: str) -> None:
    extraction = kept(f"{prolog}<body><p>chaff</p>{end}")
    assert readable(pruned_document(extraction).html) == ""
    assert (extraction.text, extraction.markdown, extraction.html) == ("", "", "")


def test_the_elements_around_the_kept_remain() -> None:
    source = "<!doctype html><main><ul><li>grain</li><li>chaff</li></ul><p>chaff</p></main>"
    document = pruned_document(kept(source, "grain"))
    assert [node.tag for node in document.select("main *")] == ["ul", "li"]


@pytest.mark.parametrize("cell", ["chaff", "<p>chaff</p>", "<p>chaff<ul><li>chaff</ul>"])
def test_a_dropped_cell_stays_empty_in_its_place(cell: str) -> None:
    source = (
        f"<table><tr><th>{cell}</th><th>grain</th></tr>"
        f"<tr><td>corn</td><td>{cell}</td></tr><tr><td>{cell}</td><td>{cell}</td></tr></table>"
    )
    extraction = kept(source, "grain", "corn")
    document = pruned_document(extraction)
    rows = [[readable(cell.html) for cell in row.select("th,td")] for row in document.select("tr")]
    assert rows == [["", "grain"], ["corn", ""]]
    for written in (extraction.text, extraction.markdown, extraction.html):
        assert "chaff" not in written


def test_words_of_neighbours_do_not_run_together() -> None:
    source = "<div><i>one</i> <b>two</b>\n<u>three</u></div>"
    extraction = kept(source, "one two three")
    assert readable(extraction.html).split() == ["one", "two", "three"]


def test_the_page_itself_is_not_pruned() -> None:
    extraction = kept("<p>grain</p><p>chaff</p>", "grain")
    before = extraction.page.document.html
    assert "chaff" not in pruned_document(extraction).html
    assert extraction.page.document.html == before


def test_scripts_and_styles_are_never_shown() -> None:
    source = "<p>grain<script>alert(1)</script><style>p {}</style></p>"
    extraction = with_verdicts(thresher.extract(source, algorithm="all-text"), [True])
    for written in (extraction.text, extraction.markdown, extraction.html):
        assert "alert" not in written
        assert "{}" not in written


def test_the_source_of_a_formula_survives() -> None:
    source = (
        "<p>Energy is <math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow>"
        '<annotation encoding="application/x-tex">E = m\\cdot 1</annotation></semantics></math>.'
    )
    extraction = with_verdicts(thresher.extract(source, algorithm="all-text"), [True])
    assert "E = m\\cdot 1" in pruned_document(extraction).html
    assert "E = m\\cdot 1" in extraction.markdown
    assert "cdot" not in extraction.text
    dropped = with_verdicts(extraction, [False])
    assert "cdot" not in pruned_document(dropped).html


def test_text_from_outside_the_tree_is_added_where_kept() -> None:
    plain = thresher.segment("<p>grain</p>")
    outside = (OutsideText("from <data>", "structured data"), OutsideText("chaff", "script state"))
    segmentation = Segmentation(plain.page, plain.owner, outside)
    extraction = with_verdicts(Extraction(segmentation, None, "test"), [True, True, False])  # type: ignore[arg-type]
    assert outside_texts(extraction) == ["from <data>"]
    assert extraction.text == "grain\n\nfrom <data>"
    assert extraction.markdown.startswith("grain\n\nfrom ")
    assert extraction.html == "<p>grain</p>\n<p>from &lt;data&gt;</p>"
    only_outside = with_verdicts(extraction, [False, True, False])
    assert only_outside.text == "from <data>"
    assert only_outside.html == "<p>from &lt;data&gt;</p>"


# The hidden TeX of a kept formula is written, and may share words with a dropped one.
@pytest.mark.parametrize("slug", sorted(golden_pages().keys() - {"math-article"}))
def test_nothing_dropped_is_written_in_any_format(slug: str) -> None:
    for extraction in random_choices(golden_pages()[slug]):
        unwanted = only_in_dropped(extraction)
        markdown = without_urls(extraction.markdown)
        for written in (extraction.text, markdown, readable(extraction.html)):
            assert [word for word in unwanted if word in letters(written)] == []


@pytest.mark.parametrize("slug", sorted(golden_pages().keys() - TIDIED.keys()))
def test_everything_kept_is_written_in_every_format(slug: str) -> None:
    for extraction in random_choices(golden_pages()[slug]):
        wanted = letters(extraction.text)
        assert letters(readable(extraction.html)) == wanted
        markdown = letters(without_urls(extraction.markdown))
        lines = extraction.text.splitlines()
        assert [line for line in lines if letters(line) not in markdown] == []
