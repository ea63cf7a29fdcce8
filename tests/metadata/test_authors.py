from __future__ import annotations

import pytest

from thresher.metadata.authors import clean_name, join


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Example", "Ada Example"),
        ("By Ada Example", "Ada Example"),
        ("by: Ada Example", "Ada Example"),
        ("Written by Ada Example", "Ada Example"),
        ("Author: Ada Example", "Ada Example"),
        ("par Ada Example", "Ada Example"),
        ("Byron Example", "Byron Example"),
        ("Por Vida", "Por Vida"),
        ("ada@example.org (Ada Example)", "Ada Example"),
        ("Ada &amp; Bob", "Ada & Bob"),
        ("ada_42", "ada_42"),
        ("By", ""),
        ("admin", ""),
        ("https://example.org/ada", ""),
        ("/authors/ada", ""),
        ("@ada", ""),
        ("ada@example.org", ""),
        ("---", ""),
        ("x" * 200, ""),
        (None, ""),
    ],
)
def test_clean_name(text: object, name: str) -> None:
    assert clean_name(text) == name


def test_names_are_joined_once_each() -> None:
    assert join(["Ada", "by Bob", "ADA", "", "admin"]) == "Ada; Bob"
