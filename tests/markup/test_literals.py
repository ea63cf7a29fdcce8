from __future__ import annotations

from thresher.markup.literals import Literals


def test_token_is_replaced_by_its_text() -> None:
    literals = Literals()
    first, second = literals.token("a_*b*"), literals.token("2")
    assert literals.restore(f"x {second} {first}") == "x 2 a_*b*"


def test_lines_of_a_literal_follow_the_list_and_the_quotation() -> None:
    literals = Literals()
    token = literals.token("$$\nx\n$$")
    assert literals.restore(f"> - {token}") == "> - $$\n>   x\n>   $$"


def test_literal_in_a_table_row_is_one_line_without_bars() -> None:
    literals = Literals()
    assert literals.restore(f"| {literals.token('a|b' + chr(10) + 'c')} |") == r"| a\|b c |"


def test_forged_token_gives_nothing() -> None:
    literals = Literals()
    literals.token("a")
    assert literals.restore("x\ufdd07\ufdd1y") == "xy"
