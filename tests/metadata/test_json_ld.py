from __future__ import annotations

import pytest
import turbohtml

from thresher.metadata.json_ld import MAX_ITEMS, is_page, is_thing, is_writing, read_items


def items(*scripts: str) -> list[dict[str, object]]:
    page = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return read_items(turbohtml.parse(page, allow_declarative_shadow_roots=False))


def test_lists_graphs_and_main_entities_are_unfolded() -> None:
    found = items('[{"a": 1}, {"@graph": [{"a": 2}]}]', '{"mainEntity": {"a": 3}}')
    assert [item["a"] for item in found if "a" in item] == [1, 2, 3]


def test_questions_of_a_faq_are_not_the_page() -> None:
    found = items('{"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Why?"}]}')
    assert len(found) == 1


@pytest.mark.parametrize(
    "script",
    [
        '{"a": 1,}',
        '{"a": 1};',
        '<!-- {"a": 1} -->',
        '//<![CDATA[\n{"a": 1}\n//]]>',
        '{"a": 1, "b": "two\nlines"}',
        '{"a": 1}{"a": 2}',
    ],
)
def test_common_slips_are_mended(script: str) -> None:
    assert items(script)[0]["a"] == 1


@pytest.mark.parametrize("script", ["", "{", "[" * 100_000, '{"a": ' * 50_000, "null", '"x"'])
def test_what_cannot_be_read_leaves_the_rest(script: str) -> None:
    assert items(script, '{"a": 1}') == [{"a": 1}]


def test_number_of_items_is_bounded() -> None:
    assert len(items("[" + ",".join(['{"a": 1}'] * 2 * MAX_ITEMS) + "]")) == MAX_ITEMS


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("NewsArticle", (True, False, False)),
        ("https://schema.org/BlogPosting", (True, False, False)),
        (["Thing", "Article"], (True, False, False)),
        ("Product", (False, True, False)),
        ("CollectionPage", (False, False, True)),
        ("FAQPage", (False, False, False)),
        ("BreadcrumbList", (False, False, False)),
        ("Organization", (False, False, False)),
        (7, (False, False, False)),
    ],
)
def test_kinds(kind: object, expected: tuple[bool, bool, bool]) -> None:
    item = {"@type": kind}
    assert (is_writing(item), is_thing(item), is_page(item)) == expected
