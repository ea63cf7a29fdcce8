"""Scores of one page, worked by hand, and their way through a file."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from thresher.evaluation.contestants import Output, algorithm, load
from thresher.evaluation.datasets import Example
from thresher.evaluation.page_scores import PageScore, Scorer, failed, page_key
from thresher.evaluation.scores import Score
from thresher.types import PageType

HTML = "<nav>Home News</nav><p>One two three.</p><p>Four five.</p>"


def example(**known: Any) -> Example:
    return Example("1", "set", "domain", HTML, **known)


def score(extracted: str, /, **known: Any) -> PageScore:
    return Scorer().score(example(**known), "someone", Output(extracted, 0.5))


def test_words_and_snippets() -> None:
    found = score(
        "one two x y", text="One two three four", with_=("two", "three"), without=("x y", "z")
    )
    assert found.words == Score(0.5, 0.5)
    assert found.snippets == 0.5
    assert found.leaks == 0.5
    assert found.seconds == 0.5
    assert found.blocks is None
    assert not found.is_empty


def test_an_empty_truth_wants_nothing() -> None:
    assert score("", text=" ").words == Score(1.0, 1.0)
    assert score("x", text=" ").words == Score(0.0, 0.0)
    assert score("x", text=" ").is_empty


def test_an_answer_without_words_is_nothing() -> None:
    assert score(" \n– ", text="One").gave_nothing is True
    assert score("x", text="One").gave_nothing is False
    assert score("", text="").gave_nothing is True
    assert failed(example(text="One"), "someone", "boom").gave_nothing is None


def test_what_an_algorithm_says_of_the_page() -> None:
    page = example(text="One two three", type="article")
    output = load(algorithm("all-text")).extract(page)
    silent = Scorer().score(page, "all-text", output)
    assert (silent.confidence, silent.page_type) == (None, None)
    assert output.extraction is not None
    told = dataclasses.replace(
        output.extraction.verdicts, confidence=0.0, page_type=PageType("forum", 0.6)
    )
    output = dataclasses.replace(
        output, extraction=dataclasses.replace(output.extraction, verdicts=told)
    )
    found = Scorer().score(page, "all-text", output)
    assert (found.confidence, found.page_type, found.type) == (0.0, "forum", "article")
    again = PageScore.from_dict(json.loads(json.dumps(found.as_dict())))
    assert (again.confidence, again.page_type, again.gave_nothing) == (0.0, "forum", False)


def test_without_truth_an_algorithm_says_it_too() -> None:
    page = example()
    output = load(algorithm("all-text")).extract(page)
    assert output.extraction is not None
    told = dataclasses.replace(output.extraction.verdicts, confidence=0.25)
    output = dataclasses.replace(
        output, extraction=dataclasses.replace(output.extraction, verdicts=told)
    )
    assert Scorer().score(page, "all-text", output).confidence == 0.25


def test_what_has_no_truth_has_no_score() -> None:
    found = score("one")
    assert found.words is None
    assert found.snippets is None
    assert found.structure is None


def test_structure_of_markdown() -> None:
    truth = "# A\n\n- b\n- c\n"
    output = Output("", None, "# A\n\n- b\n")
    found = Scorer().score(example(markdown=truth), "someone", output)
    assert found.structure == {"headings": 1.0, "items": pytest.approx(2 / 3)}


def blocks_of(**known: Any) -> PageScore:
    """All text is kept: three blocks, of which the last two are content."""
    page = example(**known)
    return Scorer().score(page, "all-text", load(algorithm("all-text")).extract(page))


@pytest.mark.parametrize(
    "known",
    [
        {"text": "One two three. Four five."},
        {"selector": "p"},
        {
            "spans": (
                {"label": "not content", "text": "Home News"},
                {"label": "fulltext", "text": "One two three."},
                {"label": "fulltext", "text": "Four five."},
            )
        },
    ],
)
def test_blocks_by_each_kind_of_truth(known: dict[str, Any]) -> None:
    assert blocks_of(**known).blocks == Score(2 / 3, 1.0)


def test_the_ceiling_is_the_text_of_the_true_blocks() -> None:
    found = blocks_of(text="One two three. Four five.")
    assert found.ceiling == 1.0
    assert found.words is not None
    assert found.words.f1 < 1.0


def test_labelled_spans_are_ideal_blocks() -> None:
    spans = ({"label": "fulltext", "text": "Four five."}, {"label": "fulltext", "text": "Else."})
    assert blocks_of(spans=spans).segmentation == Score(1 / 3, 1 / 2)


def test_spans_without_text_are_no_block_truth() -> None:
    found = blocks_of(spans=((3, 9),), text="Four five.")
    assert found.segmentation is None
    assert found.blocks == Score(1 / 3, 1.0)


def test_segmenters_with_other_blocks_on_one_page_do_not_mix() -> None:
    page = Example(
        "1", "set", "d", text="Grain from a script.", html='<p>Chaff.</p><script type="application/'
        'ld+json">{"@type": "Article", "articleBody": "Grain from a script."}</script>'
    )  # fmt: skip
    scorer = Scorer()
    for name in ("all-text", "thresher", "feature-extractor"):
        output = load(algorithm(name)).extract(page)
        alone = Scorer().score(page, name, output)
        assert scorer.score(page, name, output) == alone


def test_a_page_without_an_answer_is_zero_in_all_that_it_has_a_truth_for() -> None:
    page = example(text="a", markdown="# A", with_=("a",), type="article", site="s")
    found = failed(page, "someone", "boom")
    assert found.words == found.sentences == found.shingles == found.blocks == Score(0, 0)
    assert found.structure == {"headings": 0.0}
    assert found.snippets == 0.0
    assert found.leaks is None
    assert found.seconds is None
    assert (found.error, found.type, found.site) == ("boom", "article", "s")


def test_a_page_without_an_answer_is_zero_even_if_nothing_is_wanted() -> None:
    assert failed(example(text=""), "someone", "boom").words == Score(0, 0)


def test_scores_survive_a_file() -> None:
    page = example(text="One two three", markdown="# A", with_=("one",), type="article")
    found = Scorer().score(page, "all-text", load(algorithm("all-text")).extract(page))
    again = PageScore.from_dict(json.loads(json.dumps(found.as_dict())))
    assert again.key == found.key == ("set", page_key(page), "all-text")
    assert again.words is not None
    assert found.words is not None
    assert again.words.f1 == pytest.approx(found.words.f1, abs=1e-5)
    assert again.structure == found.structure
    assert "error" not in found.as_dict()
