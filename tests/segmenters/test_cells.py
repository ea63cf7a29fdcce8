from __future__ import annotations

import html

import pytest
from hypothesis import given

from tests.strategies import pages
from thresher.errors import BadOption
from thresher.parsing.page import Page
from thresher.segmenters.cells import Cells, Piece, align, source_pieces
from thresher.types import Segmentation

Cell = tuple[str, str]


def segmented(markup: str | bytes, blank_distance: int = 200) -> Segmentation:
    return Cells(blank_distance).segment(Page.parse(markup))


def cells(markup: str | bytes) -> list[Cell]:
    """Text of each cell, and its span of the source."""
    segmentation = segmented(markup)
    source = segmentation.page.markup
    starts, ends = (segmentation.columns[name].tolist() for name in ("start", "end"))
    return [
        (block.text, source[start:end])
        for block, start, end in zip(segmentation, starts, ends, strict=True)
    ]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p></p> <div></div>", []),
        ("<p>one <b>two</b></p>", [("one", "one "), ("two", "two")]),
        ("text first<p>then</p>", [("text first", "text first"), ("then", "then")]),
        ("<p>a &amp; b&nbsp;c</p>", [("a & b c", "a &amp; b&nbsp;c")]),
        ("<p>a<!-- c -->b</p>", [("a", "a"), ("b", "b")]),
        ("<p>a<script>x = '<p>no</p>'</script>b</p>", [("a", "a"), ("b", "b")]),
        ("<title>no</title><style>no</style><p>a</p>", [("a", "a")]),
        ("<iframe>no</iframe><noembed>no</noembed><p>a", [("a", "a")]),
        ("<p>x<svg><title>no</title><text>drawn</text></svg>", [("x", "x"), ("drawn", "drawn")]),
        ("<p>one</b> two</i> three</p>", [("one two three", "one</b> two</i> three")]),
        ("<p>😀 one</p>\n<p>😀<b>two</b>", [("😀 one", "😀 one"), ("😀", "😀"), ("two", "two")]),
        ("<pre>\n x</pre>", [("x", "\n x")]),
    ],
)
def test_cells_and_their_source(markup: str, expected: list[Cell]) -> None:
    found = [(" ".join(text.split()), source) for text, source in cells(f"<html>{markup}")]
    assert found == expected


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    source = f"<p>one</p>{end}{end}<p>two{end}three</p>{end}<b>four</b>"
    assert cells(source) == [
        ("one", "one"),
        ("two three", f"two{end}three"),
        ("four", "four"),
    ]


def test_line_ends_mixed() -> None:
    source = "<p>1</p>\r\n\n\r<p>2</p>\n\r\n<p>3</p>\r\r\n<p>4</p>"
    assert cells(source) == [(digit, digit) for digit in "1234"]


def test_noscript() -> None:
    source = "<p>x</p>\n<noscript>plain <p>no &lt;</p>\n <b>script</b></noscript><p>y</p>"
    assert cells(source) == [
        ("x", "x"),
        ("plain", "plain "),
        ("no <", "no &lt;"),
        ("script", "script"),
        ("y", "y"),
    ]


def test_text_that_the_parser_moves_out_of_a_table() -> None:
    source = "<p>same</p><table><tr><td>same</td></tr>moved</table>after"
    assert cells(source) == [
        ("same", "same"),
        ("moved", "moved"),
        ("same", "same"),
        ("after", "after"),
    ]
    segmentation = segmented(source)
    starts = segmentation.columns["start"].tolist()
    assert starts == [3, source.index("moved"), source.rindex("same"), source.index("after")]


def test_bytes_with_a_byte_order_mark() -> None:
    assert cells(b"\xef\xbb\xbf<p>caf\xc3\xa9</p><b>x") == [("café", "café"), ("x", "x")]


def test_plain_text() -> None:
    assert cells("a < b\n\nsecond") == [("a < b", "a &lt; b"), ("second", "second")]


@pytest.mark.parametrize(
    ("distance", "blanks"), [(0, 0), (192, 0), (193, 1), (392, 1), (393, 2), (2000, 10)]
)
def test_blank_cells_by_source_distance(distance: int, blanks: int) -> None:
    # </p> and <p> are 7 characters of the distance
    segmentation = segmented("<p>first</p>" + " " * distance + "<p>second</p>")
    assert segmentation.columns["blanks_before"].tolist() == [0, blanks]


def test_blank_distance_is_an_option() -> None:
    source = "<p>first</p>" + " " * 43 + "<p>second</p>"
    assert segmented(source, 10).columns["blanks_before"].tolist() == [0, 5]
    assert segmented(source, 51).columns["blanks_before"].tolist() == [0, 0]
    with pytest.raises(BadOption, match="blank_distance must be 1 or more, not 0"):
        Cells(0)


def test_blank_lines_of_code_stay_with_the_cell_before() -> None:
    segmentation = segmented("<pre><b>a</b>\n\n<b>b</b></pre>")
    table = segmentation.page.table
    assert ["".join(table.texts[row] or "" for row in block.rows) for block in segmentation] == [
        "a\n\n",
        "b",
    ]


def test_source_pieces_are_visible_text_without_white_space() -> None:
    assert source_pieces("<p>a b</p> <script>c</script><i>d") == [
        Piece("ab", 3, 6),
        Piece("d", 32, 33),
    ]


def test_align_gives_a_text_that_is_not_in_the_source_no_width() -> None:
    pieces = [Piece("a", 1, 2), Piece("b", 5, 6)]
    assert align(["a", "strange", "b"], pieces).tolist() == [[1, 2], [2, 2], [5, 6]]


def test_align_joins_and_looks_up() -> None:
    pieces = [Piece("a", 1, 2), Piece("b", 5, 6), Piece("c", 8, 9), Piece("d", 11, 12)]
    assert align(["ab", "d", "c"], pieces).tolist() == [[1, 6], [11, 12], [8, 9]]


@given(pages)
def test_spans_point_at_the_text(markup: str) -> None:
    segmentation = segmented(markup)
    source = segmentation.page.markup
    pieces = {(piece.start, piece.end) for piece in source_pieces(source)}
    spans = zip(
        segmentation.columns["start"].tolist(), segmentation.columns["end"].tolist(), strict=True
    )
    for block, (start, end) in zip(segmentation, spans, strict=True):
        text = "".join(block.text.split())
        seen = "".join(html.unescape(source[start:end]).split())
        if (start, end) in pieces:
            assert text == seen
        elif start < end:  # joined: every character is there, with tags between
            rest = iter(seen)
            assert all(character in rest for character in text)


@given(pages)
def test_cells_are_the_text_rows(markup: str) -> None:
    segmentation = segmented(markup)
    table = segmentation.page.table
    assert segmentation.owner[table.text_rows()].tolist() == list(range(len(segmentation)))
