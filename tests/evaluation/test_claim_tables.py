"""Tables of what algorithms claim of a page as a whole."""

from __future__ import annotations

from tests.evaluation.samples import ALGORITHM, PEER, claimed, results, score, usual
from thresher.evaluation.claim_tables import confusions, page_types, reliability
from thresher.evaluation.summary import summarise


def test_confidence_stands_over_what_came_of_it() -> None:
    table = reliability("news", summarise(claimed(), "news"))
    assert table is not None
    assert table.columns == ("", *"123456789", "10")
    assert [row[:3] for row in table.rows] == [
        ("core-ex: confidence", ".020", ".100"),
        ("core-ex: word F1", ".025", ".125"),
        ("core-ex: pages", "2", "2"),
    ]
    # 19/2 pages on average, times the distance of 1/20 and 1/25
    assert table.note.endswith(": core-ex .095.")


def test_few_pages_leave_the_last_bins_blank() -> None:
    scores = [score(page, "core-ex", 0.5, confidence=0.5) for page in "abc"]
    scores += [score("a", "resiliparse", 0.5, confidence=0.25)]
    table = reliability("news", summarise(results(scores, (ALGORITHM, PEER)), "news"))
    assert table is not None
    assert table.columns == ("", "1", "2", "3")
    assert table.rows[3] == ("resiliparse 1.1: confidence", ".250", "–", "–")


def test_types_told_are_counted_by_the_true_type() -> None:
    table = page_types("news", summarise(claimed(), "news"))
    assert table is not None
    assert table.columns == ("", "pages", "all, %", "article, %", "forum, %")
    assert table.rows == (("core-ex", "20", "85.0", "80.0", "100.0"),)


def test_confusions_have_the_truth_in_rows() -> None:
    (table,) = confusions("news", summarise(claimed(), "news"))
    assert table.columns == ("", "article", "forum")
    assert table.rows == (("article", "12", "3"), ("forum", "0", "5"))
    assert table.best == {(0, 1), (1, 2)}


def test_a_type_that_no_page_has_is_still_a_column() -> None:
    given = results([score("a", "core-ex", 0.5, type="forum", page_type="listing")], (ALGORITHM,))
    (table,) = confusions("news", summarise(given, "news"))
    assert table.rows == (("forum", "0", "1"), ("listing", "0", "0"))
    accuracy = page_types("news", summarise(given, "news"))
    assert accuracy is not None
    assert accuracy.rows == (("core-ex", "1", "0.0", "0.0"),)


def test_without_claims_there_is_no_table() -> None:
    rows = summarise(usual(), "news")
    assert reliability("news", rows) is None
    assert page_types("news", rows) is None
    assert list(confusions("news", rows)) == []
