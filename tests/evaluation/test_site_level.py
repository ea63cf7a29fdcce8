"""Pages by site: who learns from whom."""

from __future__ import annotations

from thresher.evaluation.datasets import Example
from thresher.evaluation.page_scores import page_key
from thresher.evaluation.site_level import lessons, sites


def pages(count: int, site: str | None = "a") -> list[Example]:
    return [
        Example(str(number), "set", f"{site}.org", f"<p>{site} {number}", site=site)
        for number in range(count)
    ]


def test_sites_come_by_name_and_single_pages_are_left_out() -> None:
    mixed = [*pages(2, "b"), *pages(1, "lonely"), *pages(3, "a")]
    found = [[(page.site, page.id) for page in site] for site in sites(mixed)]
    assert found == [[("a", "0"), ("a", "1"), ("a", "2")], [("b", "0"), ("b", "1")]]


def test_without_a_site_the_domain_groups() -> None:
    assert [len(site) for site in sites(pages(2, None))] == [2]


def test_no_page_learns_from_itself_and_each_is_tried_once() -> None:
    for count in (2, 5, 10, 11, 12, 60):
        site = pages(count)
        tried: list[str] = []
        for learn, targets in lessons(site, 10):
            assert 1 <= len(learn) <= 10
            assert len(learn) == min(10, count - 1)
            assert not {page.id for page in learn} & {page.id for page in targets}
            tried += [page.id for page in targets]
        assert sorted(tried) == sorted(page.id for page in site)


def test_a_large_site_is_learned_seldom() -> None:
    assert len(list(lessons(pages(34), 10))) == 10 + 1


def test_the_order_of_the_pages_makes_no_difference() -> None:
    def chosen(site: list[Example]) -> list[tuple[list[str], list[str]]]:
        return [
            ([page_key(page) for page in learn], [page_key(page) for page in targets])
            for learn, targets in lessons(site, 3)
        ]

    assert chosen(pages(9)) == chosen(pages(9)[::-1])
