from __future__ import annotations

import numpy as np
import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import pages
from thresher.parsing import tags
from thresher.parsing.page import Page
from thresher.parsing.table import NodeTable


def table_of(markup: str) -> NodeTable:
    return Page.parse(f"<html>{markup}").table


def row_of(table: NodeTable, text: str) -> int:
    """The row of the text leaf `text`."""
    stripped = [(words or "").strip() for words in table.texts]
    assert stripped.count(text) == 1, (text, stripped)
    return stripped.index(text)


def hidden_reason(markup: str, text: str = "x") -> str:
    table = table_of(markup)
    reason: int = table.hidden[row_of(table, text)]
    return tags.HIDDEN_REASONS[reason]


def flags_of(markup: str, text: str = "x") -> int:
    table = table_of(markup)
    return int(table.flags[row_of(table, text)])


Row = tuple[str, int, int, int]


def reference(document: turbohtml.Document) -> list[Row]:
    """(tag, parent, end, depth) of every node, by plain recursion."""
    rows: list[Row] = []

    def visit(node: turbohtml.Node, parent: int, depth: int) -> None:
        row = len(rows)
        rows.append((label(node), parent, -1, depth))
        for child in node.children:
            visit(child, row, depth + 1)
        rows[row] = (label(node), parent, len(rows), depth)

    def label(node: turbohtml.Node) -> str:
        if isinstance(node, turbohtml.Element):
            return node.tag
        names = {turbohtml.Text: tags.TEXT, turbohtml.Comment: tags.COMMENT}
        return names.get(type(node), tags.OTHER_NODE)

    for child in document.children:
        visit(child, -1, 0)
    return rows


def structure(table: NodeTable) -> list[Row]:
    names = [table.names[code] for code in table.tag.tolist()]
    return list(
        zip(names, table.parent.tolist(), table.end.tolist(), table.depth.tolist(), strict=True)
    )


HAND_MADE = (
    "",
    "<p>one",
    "<!-- first --><!DOCTYPE html><html><body><p>a</p></body></html><!-- last -->",
    "<table>foster<tr><td>cell<table><tr><td>inner</table></table>",
    "<template><template><p>deep</template></template><p>out",
    "<my-tag><other-tag>x</other-tag><my-tag>y",
    "<frameset><frame src=a><frame src=b></frameset>",
    "<svg><foreignObject><p>x</p></foreignObject></svg><math><mi>x</mi></math>",
    "<a>one<div>two<a>three</div>four",
    "<b>1<p>2</b>3</p>",
)


@pytest.mark.parametrize("markup", HAND_MADE)
def test_structure_is_that_of_the_tree(markup: str) -> None:
    page = Page.parse(markup)
    assert structure(page.table) == reference(page.document)


@given(pages)
def test_structure_is_that_of_any_tree(markup: str) -> None:
    page = Page.parse(markup)
    assert structure(page.table) == reference(page.document)


@given(pages)
def test_columns_are_consistent(markup: str) -> None:
    table = table_of(markup)
    size = len(table)
    for name in "nodes texts tag parent end depth gap flags hidden length words".split():
        assert len(getattr(table, name)) == size, name
    has_text = (table.flags & tags.HAS_TEXT) != 0
    assert np.array_equal(table.length > 0, has_text)
    assert not (table.words[~has_text] > 0).any()
    assert np.array_equal(np.flatnonzero((table.flags & tags.LEAF) != 0), table.leaves)
    assert set(np.flatnonzero(has_text)) <= set(table.leaves)
    for row in table.text_rows().tolist():
        text = " ".join((table.texts[row] or "").split())
        assert len(text) == table.length[row]
        assert text


@given(pages)
def test_hidden_is_inherited(markup: str) -> None:
    table = table_of(markup)
    below = np.flatnonzero(table.parent >= 0)
    inherited = table.hidden[table.parent[below]]
    assert np.all((inherited == 0) | (table.hidden[below] == inherited))


def test_custom_elements_are_named_per_page() -> None:
    table = table_of("<x-b>1</x-b><x-a>2</x-a><x-b>3</x-b>")
    assert table.names[len(tags.TAGS) :] == ["x-b", "x-a"]
    assert "x-b" not in tags.CODES


def test_fifty_thousand_nested_tags_keep_all_text() -> None:
    count = 50_000
    table = table_of("".join(f"<div>{number} " for number in range(count)) + "core")
    texts = " ".join(text for text in table.texts if text).split()
    assert texts == [*map(str, range(count)), "core"]
    assert table.end[0] == len(table)


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ("<div hidden>x</div>", "hidden attribute"),
        ("<div hidden=''><p>x</p></div>", "hidden attribute"),
        ("<div hidden=until-found>x</div>", ""),
        ("<div style='display:none'>x</div>", "display:none"),
        ("<div style='color:red; display : none !important'>x</div>", "display:none"),
        ("<div style='DISPLAY:NONE'>x</div>", "display:none"),
        ("<div style='Visibility: Hidden'>x</div>", "display:none"),
        ("<div style='display:block'>x</div>", ""),
        ("<div style='visibility:visible'>x</div>", ""),
        ("<div aria-hidden=true>x</div>", "aria-hidden"),
        ("<div aria-hidden=false>x</div>", ""),
        ("<body><template><p>x</p></template>", "template"),
        ("<body><template shadowrootmode=open><p>x</p></template>", ""),
        ("<body><template shadowrootmode=closed><p>x</p></template>", ""),
        ("<body><noscript><p>x</p></noscript>", "noscript"),
        ("<dialog>x</dialog>", "closed dialog"),
        ("<dialog open>x</dialog>", ""),
        ("<video>x</video>", "fallback"),
        ("<object>x</object>", "fallback"),
        ("<svg><desc>x</desc></svg>", "annotation"),
        ("<svg><defs><text>x</text></defs></svg>", "annotation"),
        ("<svg><text>x</text></svg>", ""),
        ("<math><mi>y</mi><annotation>x</annotation></math>", "annotation"),
        ("<math><mi>x</mi></math>", ""),
        ("<div hidden><div aria-hidden=true>x</div></div>", "hidden attribute"),
        ("<div hidden>y</div><p>x</p>", ""),
        ("<body><template><div hidden>y</div></template><p aria-hidden=true>x", "aria-hidden"),
        ("<details><summary>y</summary>x</details>", ""),
    ],
)
def test_why_a_reader_does_not_see_it(markup: str, reason: str) -> None:
    assert hidden_reason(markup) == reason


def test_the_title_of_a_drawing_is_no_text_of_the_page() -> None:
    table = table_of("<svg><title>name</title><text>x</text></svg>")
    assert [table.texts[row] for row in table.text_rows()] == ["x"]


@pytest.mark.parametrize("tag", "script style title iframe noembed noframes".split())
def test_raw_text_is_no_leaf(tag: str) -> None:
    table = table_of(f"<p>before</p><{tag}>raw</{tag}>")
    assert [table.texts[row] for row in table.text_rows()] == ["before"]


@pytest.mark.parametrize(
    ("markup", "flag"),
    [
        ("<a href=/>x</a>", tags.IN_LINK),
        ("<a href=/><b><i>x</i></b></a>", tags.IN_LINK),
        ("<a name=here>x</a>", 0),
        ("<pre>x</pre>", tags.IN_PRE),
        ("<textarea>x</textarea>", tags.IN_PRE),
        ("<h1>x</h1>", tags.IN_HEADING),
        ("<h6><a href=/>x</a></h6>", tags.IN_HEADING | tags.IN_LINK),
        ("<h1>y</h1>x", 0),
        ("<a href=/>y</a>x", 0),
    ],
)
def test_flags(markup: str, flag: int) -> None:
    assert flags_of(markup) == flag | tags.LEAF | tags.HAS_TEXT


def test_the_tex_of_a_formula_is_text() -> None:
    for kind in ("math/tex", "math/tex; mode=display"):
        table = table_of(f"<p>a</p><script type='{kind}'>x^2</script><script>no</script>")
        assert [table.texts[row] for row in table.text_rows()] == ["a", "x^2"]


def test_leaves_are_what_carries_content() -> None:
    table = table_of(
        "<head><script>0</script></head><p>text</p> <img><br><hr><input><script>1</script>"
        "<svg></svg><iframe></iframe>"
    )
    labels = [table.names[table.tag[row]] for row in table.leaves]
    assert labels == ["#text", "img", "input", "script", "svg", "iframe"]


def test_blank_text_is_a_leaf_only_where_it_is_kept() -> None:
    assert len(table_of("<div> <b> </b> </div>").leaves) == 0
    assert len(table_of("<pre> <b> </b> </pre>").leaves) == 3


def gaps_of(markup: str) -> list[int]:
    table = table_of(markup)
    return [int(gap) for gap in table.gap[table.leaves]]


@pytest.mark.parametrize(
    ("between", "gap"),
    [
        ("<b>", tags.GLUED),
        ("<!-- remark -->", tags.GLUED),
        ("<script>1</script>", tags.GLUED),
        (" <b>", tags.SPACE),
        ("<b>\n", tags.SPACE),
        ("<b> </b>", tags.SPACE),
        ("<br>", tags.BREAK),
        (" <br> ", tags.BREAK),
        ("<br> <br>", tags.PARAGRAPH),
        ("<div>", tags.LINE),
        ("<p>", tags.PARAGRAPH),
        ("<hr>", tags.PARAGRAPH),
        ("<div></div>", tags.LINE),
        ("<p></p>", tags.PARAGRAPH),
    ],
)
def test_gap_between_two_texts(between: str, gap: int) -> None:
    table = table_of(f"<div>one{between}two")
    assert table.gap[row_of(table, "two")] == gap


def test_gaps_of_tables_and_lists() -> None:
    row = "<tr><td>a<td>b</tr>"
    assert gaps_of(f"<table>{row}{row}</table>") == [
        tags.PARAGRAPH,
        tags.CELL,
        tags.LINE,
        tags.CELL,
    ]
    assert gaps_of("<ul><li>a<li>b</ul>") == [tags.PARAGRAPH, tags.LINE]
    assert gaps_of("<dl><dt>a<dd>b</dl>") == [tags.PARAGRAPH, tags.LINE]


def test_elements_that_speak_of_the_page_are_noted() -> None:
    page = Page.parse(
        "<title>A</title><meta name=x><script>1</script><script type=a/b>2</script>"
        "<script id=d>3</script>"
        "<body><iframe></iframe><svg><title>B</title></svg><script type=c>4</script>"
    )
    noted = page.table.noted_elements
    assert [element.text for element in noted("title")] == ["A", "B"]
    assert [element.text for element in noted("script")] == ["2", "3", "4"]
    assert (len(noted("meta")), len(noted("iframe"))) == (1, 1)
    assert page.table.title == "A"


def test_is_tag_and_subtree_sums() -> None:
    table = table_of("<div><p>a<p>b</div><p>c")
    is_p = table.is_tag("p")
    assert is_p.sum() == 3
    div = int(np.flatnonzero(table.is_tag("div"))[0])
    sums = table.subtree_sums(is_p)
    assert (sums[0], sums[div], sums[-1]) == (3, 2, 0)


@given(pages)
def test_common_ancestor_is_the_lowest(markup: str) -> None:
    table = table_of(markup)

    def chain(row: int) -> list[int]:
        above = []
        while (row := int(table.parent[row])) >= 0:
            above.append(row)
        return above

    leaves = table.leaves.tolist()
    for first, last in zip(leaves, leaves[1:] + leaves[-1:], strict=True):
        shared = set(chain(first)) & {*chain(last), last}
        assert table.common_ancestor(first, last) == max(shared, default=-1)


@given(st.text(alphabet=st.sampled_from("ab \t\n\u00a0\u2028\u3000\u200b"), min_size=1))
def test_words_and_length_agree_with_split(text: str) -> None:
    table = table_of(f"<p>{text}")
    assert table.length.sum() == len(" ".join(text.split()))
    assert table.words.sum() == len(text.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("   ", 0),
        ("two words", 2),
        ("你好", 1.2),
        ("ひらカタ", 2.4),
        ("\U00020000", 0.6),
        ("สวัสดี", 1.5),  # six code points
        ("한국어 단어", 2),  # Korean has spaces
        ("HTML你好 world", 3.2),
        ("你a好", 2.2),
    ],
)
def test_words_of_scripts_with_and_without_spaces(text: str, words: float) -> None:
    assert float(table_of(f"<p>{text}").words.sum()) == pytest.approx(words)
