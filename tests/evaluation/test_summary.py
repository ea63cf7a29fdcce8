"""Numbers of tables, worked by hand from a few pages."""

from __future__ import annotations

import pytest

from tests.evaluation.samples import claimed, results, score, sited, structured, usual
from thresher.evaluation.summary import Empties, by_site, summarise


def test_means_intervals_and_shares() -> None:
    own, peer = summarise(usual(), "news")
    assert own.f1 is not None
    assert own.f1.mean == pytest.approx((0.5 + 0.7 + 0.9 + 0.0) / 4)
    assert own.f1.low < own.f1.mean < own.f1.high
    assert own.f1_of_filled is not None
    assert own.f1_of_filled.mean == pytest.approx(0.7)
    assert own.good == pytest.approx(0.25)
    assert own.acceptable == pytest.approx(0.25)
    assert own.snippets == pytest.approx(0.75)
    assert own.leaks == pytest.approx(0.25)
    assert (own.pages, own.failed) == (4, 0)
    assert (peer.pages, peer.failed) == (4, 1)


def test_a_failed_page_counts_as_zero() -> None:
    _, peer = summarise(usual(), "news")
    assert peer.f1 is not None
    assert peer.f1.mean == pytest.approx((0.8 + 0.8 + 0.0 + 1.0) / 4)


def test_means_by_type() -> None:
    own, _ = summarise(usual(), "news")
    means = {kind: interval.mean for kind, interval in own.by_type.items()}
    assert means == {"article": pytest.approx(0.6), "forum": pytest.approx(0.45)}


def test_the_difference_is_paired_and_to_the_first() -> None:
    own, peer = summarise(usual(), "news")
    assert own.difference is None
    assert peer.difference is not None
    assert peer.difference.interval.mean == pytest.approx((0.3 + 0.1 - 0.9 + 1.0) / 4)


def test_block_scores_are_means_over_pages() -> None:
    own, peer = summarise(usual(), "news")
    assert own.blocks is not None
    assert own.blocks.precision == pytest.approx(2.5 / 3)
    assert own.blocks.f1 == pytest.approx((2 / 3 + 2 / 3 + 1) / 3)
    assert own.blocks.ceiling == pytest.approx(0.95)
    assert peer.blocks is None, "the zero of a failed page does not make blocks"


def test_empty_answers_by_what_the_truth_has() -> None:
    given = [
        score("a", "core-ex", 0.0, gave_nothing=True),
        score("b", "core-ex", 0.0, gave_nothing=False),
        score("c", "core-ex", 1.0, gave_nothing=True, is_empty=True),
        score("d", "core-ex", 0.0, gave_nothing=False, is_empty=True),
        score("e", "core-ex", 0.0, gave_nothing=False, is_empty=True),
        score("f", "core-ex", 0.0, error="boom"),
        score("g", "core-ex", 0.0, gave_nothing=True, words=None),
    ]
    (own,) = summarise(results(given), "news")
    assert own.empties == Empties(filled=2, missed=1, empty=3, left=1)


def test_results_that_do_not_tell_have_no_empties() -> None:
    assert [row.empties for row in summarise(usual(), "news")] == [None, None]


def test_claims_are_for_those_who_make_them() -> None:
    own, peer = summarise(claimed(), "news")
    assert len(own.reliability) == 10
    assert own.page_types == {
        ("article", "article"): 12,
        ("article", "forum"): 3,
        ("forum", "forum"): 5,
    }
    assert peer.reliability == ()
    assert not peer.page_types
    assert own.empties == peer.empties == Empties(filled=20, missed=1, empty=0, left=0)


def test_times_as_multiples_of_the_yardstick() -> None:
    own, peer = summarise(usual(), "news")
    assert own.times is not None
    assert own.times.mean == pytest.approx(0.003)
    assert own.times.median == pytest.approx(0.003)
    assert own.times.ratio == pytest.approx((2 + 4 + 3) / 3), "on the pages that both have"
    assert peer.times is not None
    assert peer.times.ratio == pytest.approx(1.0)


def test_without_the_yardstick_there_is_no_ratio() -> None:
    (own,) = summarise(results([score("a", "core-ex", 1.0, seconds=0.1)]), "news")
    assert own.times is not None
    assert own.times.ratio is None


def test_structure_is_a_mean_of_means() -> None:
    own, peer, slot = summarise(structured(), "news")
    assert own.structure == {"all": 0.625, "headings": 0.75, "links": 0.5}
    assert peer.structure == {}
    assert slot.structure["all"] == 1.0


def test_a_set_without_texts_has_no_accuracy() -> None:
    bare = score("a", "core-ex", 0.0, words=None, shingles=None, sentences=None)
    (own,) = summarise(results([bare]), "news")
    assert own.f1 is None
    assert own.good is None
    assert own.times is None


def test_sites_with_two_pages() -> None:
    found = by_site(sited(), "news")
    assert [(row.site, row.contestant, row.pages) for row in found] == [
        ("x", "core-ex", 2),
        ("x", "resiliparse", 2),
        ("y", "core-ex", 2),
        ("y", "resiliparse", 2),
    ]
    assert found[0].f1 == pytest.approx(0.5)
    assert found[0].blocks is not None
    assert found[0].blocks.precision == pytest.approx(0.5)
    assert found[1].blocks is None
