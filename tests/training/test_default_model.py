"""The default's model from a small corpus, out of fold by domain."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.features.small_model import constant_model
from thresher.errors import DataError
from thresher.evaluation.datasets import Example
from thresher.features.block_features import FEATURE_NAMES
from thresher.features.block_model import Gate
from thresher.features.block_net import CODED, PAGE_TYPES, VALUES, Inputs, Layer, bent, coded
from thresher.identifiers.thresher import FLOOR
from thresher.training import default_model
from thresher.training.default_model import (
    FOLDS,
    Score,
    _lesson,
    _quality,
    _rows,
    choose,
    cross_validate,
    describe,
    fit,
    inputs_of,
    mean_by,
    score,
    texts_of,
    type_of,
    with_confidence,
)
from thresher.training.examples import TrainingPage, training_page
from thresher.training.net_trainer import Lesson, train_net

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
        training_page(small_page(site, number), FOLDS) for site in range(20) for number in range(2)
    )


def test_the_corpus_has_pages_in_every_fold() -> None:
    assert {page.fold for page in corpus()} == set(range(FOLDS))


def trainers() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed")
    pytest.importorskip("torch", reason="PyTorch is not installed")


def lesson(page: TrainingPage, many: int = 1) -> Lesson:
    ones = np.ones(len(FEATURE_NAMES), dtype=np.float32)
    matrix, texts = inputs_of(page), texts_of(page)
    return _lesson(page, Inputs(bent(matrix, texts, ones, ones), coded(matrix, texts)), many=many)


def test_a_model_below_the_floor_chooses_nothing() -> None:
    page = corpus()[0]
    nothing, types = choose(constant_model(0.0, later=float(np.log(FLOOR)) - 0.1), page)
    assert not nothing.keep.any()
    assert nothing.expected == 0.0
    assert types.sum() == pytest.approx(1.0)
    everything, _ = choose(constant_model(0.0, later=2.0), page)
    assert (everything.keep == (page.words > 0)).all()


def test_a_page_of_which_nothing_passes_the_gate() -> None:
    page = corpus()[0]
    choice, types = choose(constant_model(-9.0, later=5.0), page)
    assert not choice.keep.any()
    assert types.tolist() == [1 / len(PAGE_TYPES)] * len(PAGE_TYPES)
    assert score(constant_model(-9.0, later=5.0), page) == Score(0.0, 0.0, None)


def test_a_page_without_words() -> None:
    empty = training_page(Example("1", "mine", "a.example", "<img src=a>", text=""), FOLDS)
    choice, _ = choose(constant_model(0.0, later=2.0), empty)
    assert choice.keep.tolist() == [False]
    assert score(constant_model(0.0, later=2.0), empty).f1 == 1.0


def test_what_is_never_seen_is_never_chosen() -> None:
    html = "<html><p>wheat and rye</p><template><p>barley and oats</p></template>"
    page = training_page(Example("1", "mine", "a.example", html, text="wheat and rye"), FOLDS)
    assert (page.words > 0).tolist() == [True, True]
    assert texts_of(page).tolist() == [0]
    assert choose(constant_model(0.0, later=2.0), page)[0].keep.tolist() == [True, False]


def test_a_score_says_what_was_promised_and_whether_the_type_is_right() -> None:
    page = replace(corpus()[0], type="forum")
    model = constant_model(0.0, later=2.0)
    bias = model.net.bias.copy()
    bias[1 + PAGE_TYPES.index("forum")] = 1.0
    model = replace(model, net=replace(model.net, bias=bias))
    probability = 1 / (1 + np.exp(-2.0))
    answer = score(model, page)
    assert answer.f1 == pytest.approx(page.f1(page.words > 0))
    assert answer.expected == pytest.approx(2 * probability / (1 + probability))
    assert answer.type_is_right is True
    assert score(model, replace(page, type="product")).type_is_right is False
    assert score(model, replace(page, type=None)).type_is_right is None


def test_types_that_are_known() -> None:
    page = corpus()[0]
    assert type_of(replace(page, type="product")) == "product"
    assert type_of(replace(page, type="weather")) is None
    assert type_of(replace(page, type=None)) is None
    assert type_of(replace(page, set="docs", type=None)) == "documentation"
    assert lesson(replace(page, type="product")).type == PAGE_TYPES.index("product")
    assert lesson(page).type == -1


def test_what_a_page_teaches() -> None:
    page = corpus()[0]
    of_page = lesson(page)
    assert len(of_page.inputs.amounts) == len(of_page.labels) == int((page.words > 0).sum())
    assert (of_page.weights > 0).all()
    is_content = of_page.labels > 0.5
    assert of_page.weights[is_content].min() > of_page.weights[~is_content].max()  # by their words
    # The words are those of the truth and a few more; their roots make up the rest.
    of_words = 7 * page.words.sum() / page.truth.total()
    assert of_page.weights.sum() == pytest.approx(of_words + 3, rel=1e-5)
    assert of_page.truth_words == page.truth.total()


def test_rows_of_a_page() -> None:
    of_page, matrix = lesson(corpus()[0]), inputs_of(corpus()[0])[corpus()[0].words > 0]
    inputs, labels, weights = _rows(matrix, of_page, np.random.default_rng(1))
    np.testing.assert_array_equal(inputs, matrix)
    np.testing.assert_array_equal(labels, of_page.labels)
    np.testing.assert_allclose(weights, of_page.weights)


def test_of_a_large_page_a_sample_that_weighs_as_much() -> None:
    text = "wheat and rye"
    large = Example(
        "1", "mine", "a.example", "<html>" + f"<p>{text}</p>" * 900, text=(text + "\n") * 900
    )
    page = training_page(large, FOLDS)
    _, labels, weights = _rows(page.matrix, lesson(page), np.random.default_rng(1))
    assert len(labels) == 90
    assert weights.sum() == pytest.approx(10.0, rel=0.01)  # 7 by words, 3 by their roots


def test_conventions_and_weights_of_sets() -> None:
    mine, other, dragnet = (
        training_page(small_page(1, 1, name), FOLDS) for name in ("mine", "wcxb-dev", "dragnet")
    )
    assert lesson(other).weight == pytest.approx(3 * lesson(mine).weight)
    assert inputs_of(dragnet)[:, -2:].all()
    assert not inputs_of(mine)[:, -2:].any()
    assert not dragnet.matrix[:, -2:].any()  # the page itself is left as it was


def test_many_pages_of_a_domain_weigh_less_each_but_more_together() -> None:
    total = {many: many * lesson(corpus()[0], many).weight for many in (1, 5, 10, 100)}
    assert total[5] == pytest.approx(5 * total[1])
    assert 5 * total[1] < total[10] < 10 * total[1]
    assert total[10] < total[100] < 10 * total[10]


def test_pages_whose_truth_does_not_fit_weigh_less() -> None:
    page = corpus()[0]
    assert _quality(page) == 1.0
    strange = training_page(replace(small_page(1, 1), text="rain on the sea " * 30), FOLDS)
    assert _quality(strange) == pytest.approx(0.1)
    assert lesson(strange).weight == pytest.approx(0.1)
    assert _quality(training_page(replace(small_page(1, 1), text=""), FOLDS)) == 1.0


def scores_of(*f1: float, expected: float = 0.5) -> list[Score]:
    return [Score(value, expected, None) for value in f1]


def test_means_by_set_and_type() -> None:
    typed = [replace(corpus()[0], set="wcxb-dev", type=kind) for kind in ("article", "forum", None)]
    pages = [*typed, corpus()[1]]
    assert mean_by(pages, scores_of(1.0, 0.5, 0.0, 0.25)) == {
        "mine": 0.25,
        "wcxb-dev": 0.5,
        "wcxb-dev article": 1.0,
        "wcxb-dev forum": 0.5,
    }


def test_what_a_model_says_of_itself() -> None:
    about = describe(corpus()[:3], scores_of(0.25, 0.5, 0.75), trees=7)
    assert about == {
        "inputs": list(FEATURE_NAMES),
        "pages": {"mine": 3},
        "out_of_fold_word_f1": {"mine": 0.5},
        "out_of_fold_type_accuracy": None,
        "trees": 7,
    }


def test_types_are_scored_on_the_set_that_has_them_all() -> None:
    pages = [*(replace(page, set="wcxb-dev") for page in corpus()[:4]), corpus()[4]]
    answers = (True, True, False, None, False)
    scores = [Score(1.0, 1.0, is_right) for is_right in answers]
    assert describe(pages, scores)["out_of_fold_type_accuracy"] == 0.6667


def test_confidence_is_what_pages_with_such_a_promise_had() -> None:
    model = constant_model(0.0, later=0.0)
    scores = [
        Score(f1, place / 24, None)
        for place, f1 in enumerate([0.1, 0.3, 0.2, 0.4, 0.1, 0.1, *[0.6] * 18])
    ]
    learned = with_confidence(model, scores[::-1])
    np.testing.assert_allclose(learned.expected, (np.arange(12) * 2 + 0.5) / 24)
    np.testing.assert_allclose(learned.found, [0.2, 0.3, 0.3, *[0.6] * 9])  # it never falls
    assert with_confidence(model, scores[:11]) is model  # too few to tell


def test_cross_validation_learns_and_never_tests_on_what_it_has_seen() -> None:
    trainers()
    said: list[str] = []
    models, scores = cross_validate(corpus(), said.append)
    assert said == [f"fold {number} of {FOLDS}" for number in range(1, FOLDS + 1)]
    assert len(models) == FOLDS
    assert len(scores) == len(corpus())
    assert np.mean([item.f1 for item in scores]) > 0.9
    pairs = list(zip(scores, corpus(), strict=True))
    again = fit([page for page in corpus() if page.fold != 2])
    held_out = [page for page in corpus() if page.fold == 2]
    assert [item for item, page in pairs if page.fold == 2] == [
        score(again, page) for page in held_out
    ]
    others = with_confidence(again, [item for item, page in pairs if page.fold != 2])
    for name, array in others.arrays().items():
        np.testing.assert_array_equal(models[2].arrays()[name], array)
    assert len(others.expected) == 12


def test_the_same_pages_give_the_same_model() -> None:
    trainers()
    one, other = (fit(corpus()).arrays() for _ in range(2))
    for name, column in one.items():
        np.testing.assert_array_equal(other[name], column)


def test_a_page_without_words_teaches_nothing() -> None:
    trainers()
    empty = training_page(Example("1", "mine", "a.example", "<img src=a>", text=""), FOLDS)
    one, other = fit(corpus()[:20]).arrays(), fit([empty, *corpus()[:20]]).arrays()
    for name, column in one.items():
        np.testing.assert_array_equal(other[name], column)


@pytest.mark.parametrize("html", ["<img src=a>", "<template><p>wheat and rye</p></template>"])
def test_pages_without_words_alone_are_refused(html: str) -> None:
    empty = training_page(Example("1", "mine", "a.example", html, text=""), FOLDS)
    with pytest.raises(DataError, match="none of the pages has a block with words"):
        fit([empty, empty])


def test_no_pages_at_all_are_refused() -> None:
    with pytest.raises(DataError, match="none of the pages has a block with words"):
        fit([])


def test_pages_of_which_nothing_passes_the_gate_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never = constant_model(-9.0, later=0.0).gate
    monkeypatch.setattr(default_model, "train_gate", lambda *_: never)
    with pytest.raises(DataError, match="no block of the pages looks like content"):
        fit(corpus()[:2])


def test_a_page_of_which_nothing_passes_teaches_the_gate_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trainers()
    taught: list[int] = []

    def watched(lessons: list[Lesson], normal: Any) -> Any:
        taught.append(len(lessons))
        return train_net(lessons, normal)

    monkeypatch.setattr(default_model, "train_net", watched)
    random = np.random.default_rng(3)
    links = "".join(f"<li><a href=/{n}>{random.choice(WORDS)}</a>" for n in range(12))
    menu = Example("1", "mine", "a.example", f"<html><ul class=menu1>{links}</ul>", text="")
    gate = gate_for_words()
    monkeypatch.setattr(default_model, "train_gate", lambda *_: gate)
    fit([*corpus()[:6], training_page(menu, FOLDS)])
    assert taught == [6]


def gate_for_words() -> Gate:
    """Blocks of one word are turned away with −9; each further word adds one."""
    one, none = np.ones(1, np.float32), np.zeros(1, np.float32)
    layer = Layer(one[None], np.zeros((len(CODED) * VALUES, 1), np.float32), none)
    words = np.array([FEATURE_NAMES.index("words")])
    return Gate(words, none, one, layer, one, np.array(-10, np.float32))
