"""Tables: the right cells, the best brought out, nothing where there is nothing."""

from __future__ import annotations

from tests.evaluation.samples import SLOT, claimed, results, score, sited, structured, usual
from thresher.evaluation.cells import Table
from thresher.evaluation.tables import properties, tables


def named(title: str, found: list[Table]) -> Table:
    return next(table for table in found if table.title.endswith(title))


def test_accuracy_brings_out_the_best() -> None:
    table = named(": word F1", tables(usual()))
    assert table.columns[2:4] == ("all pages", "against core-ex")
    assert [row[0] for row in table.rows] == ["core-ex", "resiliparse 1.1"]
    assert [row[5] for row in table.rows] == ["0", "1"]
    assert table.rows[0][2].startswith(".525 ±")
    assert table.rows[0][3] == "–"
    assert table.best == {(1, 2), (0, 4)}


def test_types_of_page_are_columns() -> None:
    table = named("by type of page", tables(usual()))
    assert table.columns == ("", "article", "forum")
    assert table.best == {(1, 1), (1, 2)}


def test_empty_answers_are_wrong_or_right() -> None:
    given = [
        score("a", "core-ex", 0.0, gave_nothing=True),
        score("b", "core-ex", 0.0, gave_nothing=False),
        score("c", "core-ex", 0.5, gave_nothing=False),
        score("d", "core-ex", 1.0, gave_nothing=True, is_empty=True),
        score("e", "core-ex", 0.0, error="boom"),
        score("a", "resiliparse", 0.5, gave_nothing=False),
    ]
    table = named("empty answers", tables(results(given)))
    assert table.rows == (
        ("core-ex", "3", "1", "33.3", "1", "1", "100.0"),
        ("resiliparse 1.1", "1", "0", "0.0", "0", "0", "–"),
    )
    assert table.best == frozenset()


def test_claims_have_tables() -> None:
    titles = [table.title for table in tables(claimed())]
    assert "news: confidence and what came of it" in titles
    assert "news: type of page told" in titles


def test_leaks_are_best_when_few_and_times_when_short() -> None:
    found = [
        score("a", "core-ex", 0.5, leaks=0.5, seconds=0.1),
        score("a", "resiliparse", 0.4, leaks=0.1, seconds=0.2),
    ]
    made = tables(results(found))
    assert (1, 6) in named("other measures of the text", made).best
    assert {(0, 1), (0, 2)} == named("time of a page", made).best


def test_learning_has_a_column_where_there_was_any() -> None:
    table = named("time of a page", tables(sited()))
    assert table.columns[-1] == "learning a site, ms"
    assert [row[-1] for row in table.rows] == ["10.0", "–"]
    assert len(named("time of a page", tables(usual())).columns) == 4


def test_blocks_are_for_those_who_have_them() -> None:
    table = named("blocks", tables(usual()))
    assert [row[0] for row in table.rows] == ["core-ex"]
    assert table.rows[0][1:4] == (".833", ".833", ".778")


def test_a_ceiling_is_shown_but_does_not_compete() -> None:
    table = named("structure kept", tables(structured()))
    assert [row[:2] for row in table.rows] == [("core-ex", ".625"), (SLOT.name, "1.000")]
    assert table.columns == ("", "all kinds", "headings", "links")
    assert table.best == frozenset()


def test_without_truth_there_is_no_table() -> None:
    titles = [table.title for table in tables(usual())]
    absent = ("structure", "by site", "empty answers", "confidence", "told")
    assert not any(word in title for title in titles for word in absent)


def test_sites_are_rows_and_contestants_columns() -> None:
    table = named("b-precision by site", tables(sited()))
    assert table.columns == ("", "pages", "core-ex")
    assert table.rows == (
        ("x", "2", ".500"),
        ("y", "2", "1.000"),
        ("all 2 sites", "4", ".750"),
    )
    words = named("word F1 by site", tables(sited()))
    assert words.rows[:2] == (("x", "2", ".500", ".250"), ("y", "2", "1.000", ".500"))


def test_small_sites_share_a_row() -> None:
    scores = [
        score(f"{site}-{page}", "core-ex", 1.0 if site < 20 else 0.5, site=f"s{site:02}")
        for site in range(22)
        for page in range(3 if site < 20 else 2)
    ]
    rows = named("word F1 by site", tables(results(scores, by="site"))).rows
    assert len(rows) == 22
    assert rows[19][:2] == ("s19", "3")
    assert rows[20] == ("2 other sites", "4", ".500")
    assert rows[21] == ("all 22 sites", "64", ".955")


def test_properties_come_from_the_registry() -> None:
    table = properties([usual(), usual()])
    assert table is not None
    assert [row[:3] for row in table.rows] == [("core-ex", "the page alone", "Kumar09 §2.7")]
