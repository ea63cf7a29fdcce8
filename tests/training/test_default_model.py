"""The default's model from a small corpus, out of fold by domain."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from thresher.evaluation.datasets import Example
from thresher.features.block_features import FEATURE_NAMES
from thresher.features.forest import Cascade, Forest
from thresher.training.default_model import (
    FOLDS,
    _quality,
    _rows,
    choose,
    cross_validate,
    describe,
    fit,
    mean_by,
)
from thresher.training.examples import TrainingPage, training_page

WORDS = "wheat barley rye oats millet chaff straw mill flour bread oven field".split()


def small_page(site: int, number: int, of_set: str = "mine") -> Example:
    """A page whose paragraphs of sentences are content, and whose lists of links are not."""
    random = np.random.default_rng(100 * site + number)

    def sentence(size: int) -> str:
        return " ".join(random.choice(WORDS, size)).capitalize() + "."

    paragraphs = [" ".join(sentence(8) for _ in range(3)) for _ in range(4)]
    links = "".join(f"<li><a href=/{n}>{random.choice(WORDS)}</a>" for n in range(12))
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"<html><ul class=menu{site}>{links}</ul><div class=text>{body}</div><p>© {site}</p>"
    return Example(
        id=f"{site}-{number}",
        set=of_set,
        domain=f"site{site}.example",
        html=html,
        text="\n".join(paragraphs),
    )


@cache
def corpus() -> tuple[TrainingPage, ...]:
    return tuple(
        training_page(small_page(site, number), FOLDS) for site in range(20) for number in range(3)
    )


def test_the_corpus_has_pages_in_every_fold() -> None:
    assert {page.fold for page in corpus()} == set(range(FOLDS))


def constant(value: float) -> Cascade:
    forest = Forest(
        np.array([-1], dtype=np.int16),
        np.array([value], dtype=np.float32),
        np.array([-1], dtype=np.int32),
        np.array([0], dtype=np.int32),
    )
    return Cascade(forest, forest)


def test_a_forest_below_the_floor_chooses_nothing() -> None:
    page = corpus()[0]
    assert not choose(constant(-3.0), page).any()
    assert (choose(constant(2.0), page) == (page.words > 0)).all()


def test_a_page_without_words() -> None:
    empty = training_page(Example("1", "mine", "a.example", "<img src=a>", text=""), FOLDS)
    assert choose(constant(2.0), empty).tolist() == [False]


def test_rows_of_a_page() -> None:
    page = corpus()[0]
    inputs, labels, weights = _rows(page, np.random.default_rng(1), many=1)
    assert inputs.shape == (int((page.words > 0).sum()), len(FEATURE_NAMES))
    assert len(labels) == len(weights) == len(inputs)
    assert (weights > 0).all()
    assert weights[labels > 0.5].min() > weights[labels < 0.5].max()  # long blocks weigh more


def test_of_a_large_page_a_sample_that_weighs_as_much() -> None:
    text = "wheat and rye"
    large = Example(
        "1", "mine", "a.example", "<html>" + f"<p>{text}</p>" * 900, text=(text + "\n") * 900
    )
    page = training_page(large, FOLDS)
    _, labels, weights = _rows(page, np.random.default_rng(1), many=1)
    assert len(labels) == 120
    assert weights.sum() == pytest.approx(10.0, rel=0.01)  # 7 by words, 3 by their roots


def test_conventions_and_weights_of_sets() -> None:
    mine, other = (training_page(small_page(1, 1, name), FOLDS) for name in ("mine", "wcxb-dev"))
    by_set = [_rows(page, np.random.default_rng(1), many=1)[2].sum() for page in (mine, other)]
    assert by_set[1] == pytest.approx(3 * by_set[0])
    inputs, _, _ = _rows(
        training_page(small_page(1, 1, "dragnet"), FOLDS), np.random.default_rng(1), many=1
    )
    assert inputs[:, -2:].all()
    assert not _rows(mine, np.random.default_rng(1), many=1)[0][:, -2:].any()


def test_many_pages_of_a_domain_weigh_less_each_but_more_together() -> None:
    page, random = corpus()[0], np.random.default_rng(1)
    total = {many: many * _rows(page, random, many=many)[2].sum() for many in (1, 5, 10, 100)}
    assert total[5] == pytest.approx(5 * total[1])
    assert 5 * total[1] < total[10] < 10 * total[1]
    assert total[10] < total[100] < 10 * total[10]


def test_pages_whose_truth_does_not_fit_weigh_less() -> None:
    page = corpus()[0]
    assert _quality(page) == 1.0
    strange = training_page(replace(small_page(1, 1), text="rain on the sea " * 30), FOLDS)
    assert _quality(strange) == pytest.approx(0.1)
    assert _quality(training_page(replace(small_page(1, 1), text=""), FOLDS)) == 1.0


def test_means_by_set_and_type() -> None:
    typed = [replace(corpus()[0], set="wcxb-dev", type=kind) for kind in ("article", "forum", None)]
    pages = [*typed, corpus()[1]]
    assert mean_by(pages, [1.0, 0.5, 0.0, 0.25]) == {
        "mine": 0.25,
        "wcxb-dev": 0.5,
        "wcxb-dev article": 1.0,
        "wcxb-dev forum": 0.5,
    }


def test_what_a_model_says_of_itself() -> None:
    about = describe(corpus()[:3], {"mine": 0.5}, trees=7)
    assert about == {
        "inputs": list(FEATURE_NAMES),
        "pages": {"mine": 3},
        "out_of_fold_word_f1": {"mine": 0.5},
        "trees": 7,
    }


def test_cross_validation_learns_and_never_tests_on_what_it_has_seen() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    said: list[str] = []
    forests, scores = cross_validate(corpus(), said.append)
    assert said == [f"fold {number} of {FOLDS}" for number in range(1, FOLDS + 1)]
    assert len(forests) == FOLDS
    assert len(scores) == len(corpus())
    assert np.mean(scores) > 0.9
    held_out = [page for page in corpus() if page.fold == 2]
    seen = [page for page in corpus() if page.fold != 2]
    again = fit(seen)
    expected = [page.f1(choose(again, page)) for page in held_out]
    assert [s for s, page in zip(scores, corpus(), strict=True) if page.fold == 2] == expected


def test_the_same_pages_give_the_same_forest() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    one, other = (fit(corpus()).arrays() for _ in range(2))
    for name, column in one.items():
        np.testing.assert_array_equal(other[name], column)
