from __future__ import annotations

import pytest

from thresher.markup.tidy import tidy


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("a\n\n\n \nb", "a\n\nb"),
        ("a \nb", "a\nb"),
        ("a   \nb", "a  \nb"),
        ("a &#160;\nb", "a\nb"),
        ("&#160;\n\na", "a"),
        ("a\xa0b", "a b"),
        ("\xa0 \xa0 \xa0a", "a"),
        ("- &#160;\xa0\xa0 a\xa0b", "- a b"),
        ("```\n  \n\xa0\xa0a\n```", "```\n\n  a\n```"),
        (r"snake\_case\_word \_x\_", r"snake_case_word \_x\_"),
        (r"`a\_b` c\_d", r"`a\_b` c_d"),
        ("- \n\n  a\n- b", "- a\n- b"),
        ("- \n- b", "- b"),
        ("-\n  - b", "-\n  - b"),
        ("1.\n   a", "1. a"),
        ("```\na \n\n\n\nb\\_c\n-\n```\n\n\nd", "```\na \n\n\n\nb\\_c\n-\n```\n\nd"),
        ("- ```\n\n\n  x\n  ```\n\n\n- b", "- ```\n\n\n  x\n  ```\n\n- b"),
        ("> ````\n>\n>\n> ```\n> ````\n\n\nz", "> ````\n>\n>\n> ```\n> ````\n\nz"),
    ],
)
def test_repairs(markdown: str, expected: str) -> None:
    assert tidy(markdown) == expected
