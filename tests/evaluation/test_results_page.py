"""The results as Markdown."""

from __future__ import annotations

import dataclasses

from tests.evaluation.samples import claimed, sited, usual
from thresher.evaluation.report import to_html
from thresher.evaluation.results_page import to_markdown


def test_tables_commands_and_origins() -> None:
    text = to_markdown([usual(), sited()])
    assert text.startswith("# Results\n")
    assert text.count("thresher evaluate --data DATA --sets news\n") == 2
    assert "\n## news, site by site\n" in text
    assert "\n### news: word F1\n\n|  | pages | all pages |" in text
    assert "SHA-256 `abababababababab…`" in text
    assert "1 times there was no answer" in text
    assert "Not installed: goose3." in text
    assert "| core-ex | the page alone |" in text


def test_every_row_of_a_table_is_as_wide_as_its_head() -> None:
    widths: set[int] = set()
    for line in [*to_markdown([usual(), sited()]).splitlines(), ""]:
        if line.startswith("|"):
            widths.add(line.count("|"))
        else:
            assert len(widths) <= 1
            widths = set()


def test_claims_are_in_small_tables() -> None:
    text = to_markdown([claimed()])
    assert "\n| core-ex: confidence | .020 | .100 |" in text
    assert "\n| core-ex | 20 | 85.0 | 80.0 | 100.0 |\n" in text
    assert "by the true type" not in text


def test_notes_are_told() -> None:
    noted = dataclasses.replace(usual(), notes=("Mind the gap.",))
    assert "\nMind the gap.\n" in to_markdown([noted])
    assert '<p class="note">Mind the gap.</p>' in to_html([noted])


def test_stars_are_not_markup_and_the_best_is_bold() -> None:
    text = to_markdown([usual()])
    assert r"\* = the interval" in text
    assert "| **" in text
