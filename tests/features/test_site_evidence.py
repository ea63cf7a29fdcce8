from __future__ import annotations

import numpy as np
import pytest

from tests.features.test_page_sketch import sketch
from thresher.features.page_sketch import PageSketch
from thresher.features.site_evidence import TERMS, Lookup, Place, SiteEvidence

MENU = "<ul><li>News of the whole country today</li><li>Sport</li></ul>"
COLUMN = {term: number for number, term in enumerate(TERMS)}


def page(*texts: str, menu: str = MENU) -> PageSketch:
    return sketch(f"{menu}<main>{''.join(f'<p>{text}</p>' for text in texts)}</main>")


def words(stem: str, count: int = 60) -> str:
    return " ".join(
        f"{stem}{chr(97 + place % 26)}{chr(97 + place // 26)}" for place in range(count)
    )


def site(count: int) -> list[PageSketch]:
    return [page(words(f"story{chr(97 + number)}")) for number in range(count)]


def test_texts_are_counted_by_pages() -> None:
    evidence = SiteEvidence.of([page("rye", "rye"), page("rye"), page("oats")])
    assert sorted(evidence.texts.values()) == [1, 2, 3, 3]
    # 7 words of the menu on each page, 3 of rye, 1 of oats; the menu and rye are on several
    assert evidence.repeated == round(1 - 1 / 25, 4)


def test_agreement_and_separation_by_hand() -> None:
    # 100 of 120 words are new, 80 of these expected; the pages expect 90 and have 125 new ones
    place = Place(3, 3, 120, 100, 80, 125, 90, 200)
    assert place.agreement == pytest.approx(2 * 80 / (100 + 90 + 20))
    assert place.separation == pytest.approx((100 / 125) * (100 / 120))


@pytest.mark.parametrize(("pages", "elements"), [(1, 1), (3, 4)])
def test_a_slot_is_an_element_that_several_pages_have_once(pages: int, elements: int) -> None:
    assert Place(pages, elements, 120, 100, 80, 125, 90, 200).agreement == 0


def test_the_menu_repeats_and_the_story_is_new_in_the_slot() -> None:
    evidence = SiteEvidence.of(site(4))
    terms = evidence.terms(page(words("fresh")))
    news, sport, story = terms
    trust = 4 / 5
    assert news[COLUMN["long text repeats"]] == pytest.approx(-trust)
    assert sport[COLUMN["long text repeats"]] == 0
    assert sport[COLUMN["text repeats here"]] == pytest.approx(-trust)
    assert story[COLUMN["new text in the slot"]] > 1
    assert story[COLUMN["outside the slot"]] == 0
    assert news[COLUMN["outside the slot"]] < -1


def test_the_vote_of_a_place_pulls_towards_its_mean() -> None:
    likely = [page(words(f"story{chr(97 + number)}")) for number in range(3)]
    for each in likely:
        each.logit[:] = [-4, -4, 2]
    unsure = page(words("fresh"))
    vote = SiteEvidence.of(likely).terms(unsure)[:, COLUMN["vote of the place"]]
    # three of three pages: 3/4 of the way from 0, times the trust in three pages; in the slot,
    # where novelty separates by itself, the vote counts for nothing
    assert vote[:2] == pytest.approx([-4 * 0.75 * 0.75] * 2, rel=1e-4)
    assert vote[2] == pytest.approx(0, abs=0.1)


def test_what_repeats_between_new_texts_is_content_where_the_page_thinks_so() -> None:
    note = "Mind that all times are local ones"
    pages = [page(words(f"story{letter}"), note, words(f"more{letter}"), note) for letter in "abcd"]
    fresh = page(words("fresh"), note, words("other"), note)
    fresh.logit[:] = [-4, -4, 3, 3, 3, 3]
    repeats = SiteEvidence.of(pages).terms(fresh)[:, COLUMN["long text repeats"]]
    assert repeats == pytest.approx([-4 / 5, 0, 0, 0, 0, -4 / 5])
    fresh.logit[3] = 0.4
    repeats = SiteEvidence.of(pages).terms(fresh)[:, COLUMN["long text repeats"]]
    assert repeats[3] == pytest.approx(-4 / 5)


def test_texts_without_letters_do_not_repeat() -> None:
    pages = [page(words(f"story{letter}"), "12.50") for letter in "abcd"]
    evidence = SiteEvidence.of(pages)
    terms = evidence.terms(page(words("fresh"), "7.80"))
    assert not terms[3, 1:4].any()
    assert sorted(evidence.texts.values()) == [1, 1, 1, 1, 4, 4]


def test_a_place_that_was_forgotten_for_being_rare_pulls_nothing() -> None:
    pages = [page(words(f"story{letter}{other}")) for letter in "abcdefgh" for other in "ijklmnop"]
    odd = sketch(f"{MENU}<section>{words('odd')}</section>")
    terms = SiteEvidence.of([*pages, odd]).terms(odd)
    assert terms[2, COLUMN["vote of the place"]] == 0
    assert terms[1, COLUMN["text repeats"]] < 0


def test_a_lookup_finds_rows_and_zeros() -> None:
    found = Lookup.of({7: (1.0, 2.0), 3: (5.0, 6.0)}, 2)
    wanted = np.array([3, 8, 7, 0], dtype=np.uint64)
    assert found.find(wanted).tolist() == [[5, 6], [0, 0], [1, 2], [0, 0]]
    assert Lookup.of({}, 1).find(wanted).tolist() == [[0]] * 4


def test_a_page_of_the_site_does_not_count_itself() -> None:
    pages = site(4)
    terms = SiteEvidence.of(pages).terms(pages[0])
    assert terms[2, COLUMN["text repeats"]] == 0
    assert terms[0, COLUMN["text repeats"]] == pytest.approx(-3 / 4)


def test_a_page_of_another_site_is_told_nothing() -> None:
    other = sketch("<table><tr><td>Elsewhere</td><td>Far away</td></tr></table>")
    assert not SiteEvidence.of(site(4)).terms(other).any()


def test_pages_that_share_nothing_have_no_template() -> None:
    pages = [page(words(f"story{chr(97 + number)}"), menu="") for number in range(3)]
    evidence = SiteEvidence.of(pages)
    assert evidence.repeated == 0
    assert not evidence.terms(page(words("fresh"), menu=""))[:, 1:4].any()


def test_evidence_comes_back_from_what_was_exported() -> None:
    evidence = SiteEvidence.of(site(3))
    again = SiteEvidence.restored(evidence.export())
    assert again == evidence
    assert np.array_equal(again.terms(page("new")), evidence.terms(page("new")))
