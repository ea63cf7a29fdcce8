from __future__ import annotations

import pytest
from turbohtml import Element, parse

from thresher.markup.data_tables import is_too_ragged, own_rows, shape_table


def shaped(html: str) -> str:
    document = parse(html)
    table = document.find("table")
    assert isinstance(table, Element)
    shape_table(table)
    return document.to_markdown()


def lines(*rows: str) -> str:
    return "\n".join(rows)


def test_header_row_is_kept() -> None:
    html = "<table><tr><th>a<th>b<tr><td>1<td>2</table>"
    assert shaped(html) == lines("| a | b |", "| --- | --- |", "| 1 | 2 |")


def test_table_without_header_gets_an_empty_one() -> None:
    html = "<table><tr><td>a<td>b<tr><td>1<td>2</table>"
    assert shaped(html) == lines("|  |  |", "| --- | --- |", "| a | b |", "| 1 | 2 |")


def test_row_headings_are_no_header() -> None:
    html = "<table><tr><th>Born<td>1900<tr><th>Died<td>1950</table>"
    assert shaped(html).startswith("|  |  |\n| --- | --- |\n| Born | 1900 |")


def test_bold_first_row_is_a_header() -> None:
    html = "<table><tr><td><b>a</b><td><b>b</b><tr><td>1<td>2</table>"
    assert shaped(html).splitlines()[0] == "| **a** | **b** |"


def test_column_span_is_padded() -> None:
    html = "<table><tr><th>a<th>b<th>c<tr><td colspan=2>x<td>y</table>"
    assert shaped(html).splitlines()[2] == "| x |  | y |"


def test_row_span_is_padded() -> None:
    html = "<table><tr><th>a<th>b<tr><td rowspan=2>x<td>1<tr><td>2</table>"
    assert shaped(html).splitlines()[2:] == ["| x | 1 |", "|  | 2 |"]


def test_row_span_past_the_end_of_a_row() -> None:
    html = "<table><tr><th>a<th>b<th>c<tr><td>1<td>2<td rowspan=2>x<tr><td>3<tr><td>4<td>5<td>6"
    assert shaped(html).splitlines()[2:] == ["| 1 | 2 | x |", "| 3 |  |  |", "| 4 | 5 | 6 |"]


def test_short_rows_are_filled() -> None:
    html = "<table><tr><th>a<th>b<tr><td>1</table>"
    assert shaped(html).splitlines()[2] == "| 1 |  |"


def test_empty_rows_and_columns_go() -> None:
    html = "<table><tr><th>a<th><th>b<tr><td><td><td><tr><td>1<td> <td>2</table>"
    assert shaped(html) == lines("| a | b |", "| --- | --- |", "| 1 | 2 |")


def test_blocks_in_a_cell_are_lines() -> None:
    html = "<table><tr><th>a<th>b<tr><td><p>x</p><p>y</p><td><ul><li>i<li>j</ul></table>"
    assert shaped(html).splitlines()[2] == "| x<br>y | - i<br>- j |"


def test_code_block_in_a_cell_is_lines_of_code() -> None:
    html = "<table><tr><th>a<th>b<tr><td>x<td><pre>p\n\nq</pre></table>"
    assert shaped(html).splitlines()[2] == "| x | `p`<br>`q` |"


def test_block_inside_an_inline_element_is_a_line() -> None:
    html = "<table><tr><th>a<th>b<tr><td>x<td>y<span><div>z</div></span></table>"
    assert shaped(html).splitlines()[2] == "| x | y<br>z |"


def test_title_row_goes_in_front() -> None:
    html = "<table><tr><th colspan=2>Title<tr><th>a<th>b<tr><td>1<td>2</table>"
    assert shaped(html).startswith("**Title**\n\n| a | b |")


@pytest.mark.parametrize("span", ["0", "-1", "x", "99999999999", "²"])
def test_absurd_spans_do_no_harm(span: str) -> None:
    html = f'<table><tr><th>a<th>b<tr><td rowspan="{span}">1<td>2<tr><td>3<td>4</table>'
    assert "| 1 | 2 |" in shaped(html)


def test_huge_column_span_leaves_no_empty_columns() -> None:
    html = "<table><tr><th>a<th>b<tr><td colspan=1000>x<tr><td>1<td>2</table>"
    assert shaped(html).splitlines()[0] == "| a | b |"


def test_own_rows_leave_out_inner_tables() -> None:
    table = parse("<table><tr><td>a<table><tr><td>b</table></table>").find("table")
    assert isinstance(table, Element)
    assert len(own_rows(table)) == 1


def test_one_very_long_row_among_many_short_ones_is_too_ragged() -> None:
    cell = Element("td")
    assert is_too_ragged([[cell] * 1000] + [[cell]] * 1000)
    assert not is_too_ragged([[cell] * 10] + [[cell]] * 1000)


def test_spans_beyond_the_hundredth_column_are_not_believed() -> None:
    cells = "<td colspan=100>x" * 200
    assert shaped(f"<table><tr>{cells}<tr><td>y").count("|") < 1000
