from __future__ import annotations

import pytest
from turbohtml import Element, parse

from thresher.markup.layout_tables import is_layout, settle_tables


def table_of(html: str) -> Element:
    table = parse(html).find("table")
    assert isinstance(table, Element)
    return table


def remaining_tables(html: str) -> int:
    document = parse(html)
    settle_tables(document.find_all("table"))
    return len(document.find_all("table"))


GRID = "<tr><td>a<td>b<tr><td>c<td>d"


@pytest.mark.parametrize(
    "html",
    [
        f'<table role="presentation">{GRID}</table>',
        "<table><tr><td>a<tr><td>b</table>",
        "<table><tr><td>a<td>b</table>",
        "<table><tr><td><td>a<tr><td><td>b</table>",
        f"<table>{GRID}<tr><td><h2>Heading</h2><td>e</table>",
        f"<table>{GRID}<tr><td>{'<p>x</p>' * 7}<td>e</table>",
        f"<table>{GRID}<tr><td>{'long ' * 100}<td>e</table>",
        f"<table>{GRID}<tr><td>Name<td><input></table>",
        "<table><tr><td>·<td>a<tr><td>·<td>b</table>",
        "<table></table>",
    ],
)
def test_layout(html: str) -> None:
    assert is_layout(table_of(html))


@pytest.mark.parametrize(
    "html",
    [
        f"<table>{GRID}</table>",
        "<table><tr><th>a<th>b<tr><td>c<td>d</table>",
        "<table><tr><th>a<th>b<tr><td>x<td>✓<tr><td>y<td>–</table>",
        "<table><caption>C</caption><tr><td>a<td>b</table>",
        f"<table><tr><th>k<th>v<tr><td>x<td>{'long ' * 100}</table>",
        f"<table>{GRID}<tr><td><ul><li>x<li>y</ul><td>e</table>",
    ],
)
def test_data(html: str) -> None:
    assert not is_layout(table_of(html))


def test_table_around_a_data_table_is_dissolved() -> None:
    assert remaining_tables(f"<table><tr><th>x<td><table>{GRID}</table></table>") == 1


def test_short_cells_of_a_layout_row_stay_on_one_line() -> None:
    document = parse('<table role="none"><tr><td>1.</td><td>Story</td></tr></table>')
    settle_tables(document.find_all("table"))
    assert document.to_markdown() == "1\\. Story"


def test_blocks_of_a_layout_row_are_blocks() -> None:
    document = parse('<table role="none"><tr><td><p>a</p></td><td>b</td></tr></table>')
    settle_tables(document.find_all("table"))
    assert document.to_markdown() == "a\n\nb"


def test_deeply_nested_tables_keep_their_text() -> None:
    html = "<table><tr><td>x" * 100
    document = parse(html)
    settle_tables(document.find_all("table"))
    assert document.to_markdown().split() == ["x"] * 100
