"""What the algorithms that learn a template do where there is none, and how blocks are judged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from thresher.identifiers.template_verdicts import page_level, verdicts_of_rows
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline
from thresher.registry import load_identifier
from thresher.segmenters.leaves import Leaves
from thresher.types import Segmentation

each_learner = pytest.mark.parametrize("name", ["shingling", "lp-fragments", "site-style-tree"])

MENU = "<ul><li><a href=/n>News of the whole country and its towns</a></li></ul>"
FOOTER = "<footer>About this site and the people who make it</footer>"


def page(number: int) -> str:
    words = " ".join(f"grain{number * 50 + place}" for place in range(40))
    return f"<body>{MENU}<p>{words}, and that is the end of it.</p>{FOOTER}</body>"


def paragraphs(number: int) -> list[str]:
    """Of another site, of which no two pages have a paragraph in common."""
    return [
        f"In the {part} year after flood {number} the mill, which had stood idle, ground wheat "
        f"again, and {number + 2} families who had left the valley came back to see it turn."
        for part in ("first", "second", "third", "fourth")
    ]


def other(number: int) -> str:
    rows = "".join(f"<tr><td><p>{paragraph}</p></td></tr>" for paragraph in paragraphs(number))
    return f"<body><table>{rows}</table></body>"


def segmented(source: str) -> Segmentation:
    return Leaves().segment(Page.parse(source))


@each_learner
@pytest.mark.parametrize(
    "pages",
    [[], [""], [page(1)], [page(1)] * 20, [page(1), "", "<script>a=1</script>"]],
    ids=["none", "empty", "one", "twenty copies", "one and empty ones"],
)
def test_fewer_than_two_pages_are_judged_by_the_page_alone(name: str, pages: list[str]) -> None:
    pipeline = Pipeline(name).fit(pages)
    segmentation = segmented(page(1))
    verdicts = pipeline.identifier.judge(segmentation)
    alone = load_identifier("thresher").judge(segmentation)
    assert verdicts.keep.tolist() == alone.keep.tolist()
    assert all(verdict.why.startswith("too few pages: ") for verdict in verdicts)


@each_learner
def test_something_is_left_of_a_page_that_was_learned_twice(name: str) -> None:
    keep: dict[str, Any] = {"keep": "changing"} if name == "lp-fragments" else {}
    pipeline = Pipeline(name, **keep).fit([page(1), page(1).replace("grain50", "x"), page(1)])
    extraction = pipeline.extract(page(1))
    assert extraction
    assert "grain60" in extraction.text or name == "lp-fragments"


@each_learner
def test_pages_of_other_sites_change_nothing_for_the_worse(name: str) -> None:
    others = [other(number) for number in range(5)]
    pipeline = Pipeline(name).fit([*(page(number) for number in range(5)), *others, ""])
    assert "grain460" in pipeline.extract(page(9)).text
    for number, source in enumerate(others):
        text = pipeline.extract(source).text
        assert all(paragraph in text for paragraph in paragraphs(number)), number
    assert pipeline.extract("").text == ""


def test_nothing_left_falls_back_on_the_page_alone() -> None:
    segmentation = segmented(page(1))
    everything = np.ones(len(segmentation.page.table), dtype=np.bool_)
    verdicts = verdicts_of_rows(segmentation, everything, "kept", "dropped")
    assert verdicts.keep.any()
    assert all(verdict.why.startswith("nothing would be left: ") for verdict in verdicts)


def test_most_of_the_words_decide() -> None:
    segmentation = segmented(
        "<p>one two <b>three</b></p><p>one <b>two three</b></p><p hidden>x</p>"
    )
    table = segmentation.page.table
    template = table.is_tag("b")[np.maximum(table.parent, 0)]
    verdicts = verdicts_of_rows(segmentation, template, "kept", "dropped")
    assert verdicts.score.tolist() == pytest.approx([2 / 3, 1 / 3, 0])
    assert [verdict.why for verdict in verdicts] == ["kept", "dropped", "hidden"]


def test_reasons_stay_short() -> None:
    verdicts = page_level(segmented(page(1)), "a reason that is itself rather long, as it may be")
    assert all(len(verdict.why) <= 60 for verdict in verdicts)
