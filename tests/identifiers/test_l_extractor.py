"""L-Extractor with classifiers made by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import thresher
from tests.material import golden_pages
from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.identifiers import l_extractor as module
from thresher.identifiers.l_extractor import FEATURES, LExtractor, block_vectors
from thresher.pipeline import Pipeline
from thresher.segmenters.get_block_set import PAPER_TAGS

# Three blocks: 4 words with 4 links, 20 words with one link, 10 words in bold.
PAGE = (
    "<ul><li><a>one</a><li><a>two</a><li><a>three</a><li><a>four</a></ul>"
    f"<p>{'word ' * 19}<a>link</a></p>"
    f"<p><b>{'bold ' * 10}</b></p>"
    "<p hidden>unseen words</p><p><img src=x></p>"
)


def weights(**by_feature: float) -> list[float]:
    return [by_feature.get(name.lstrip("#"), 0.0) for name in FEATURES]


def machine(intercept: float = 0.0, **by_feature: float) -> dict[str, Any]:
    return {
        "features": list(FEATURES),
        "classifier": "svm",
        "maxima": [40.0] * len(FEATURES),
        "weights": weights(**by_feature),
        "intercept": intercept,
    }


def restored(learned: dict[str, Any], **options: Any) -> Pipeline:
    pipeline = Pipeline("l-extractor", **options)
    pipeline.identifier.restore(learned)
    return pipeline


def test_features_are_all_tags_but_those_that_cut() -> None:
    assert FEATURES[0] == "#text"
    assert not set(PAPER_TAGS) & set(FEATURES)
    assert {"a", "b", "img", "li", "h1", "form"} <= set(FEATURES)


def test_vectors_by_hand() -> None:
    vectors = block_vectors(Pipeline("l-extractor").segment(PAGE))
    chosen = [FEATURES.index(name) for name in ("#text", "a", "b", "li", "img")]
    assert vectors[:, chosen].tolist() == [
        [4, 4, 0, 4, 0],
        [20, 1, 0, 0, 0],
        [10, 0, 1, 0, 0],
        [2, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
    ]


def test_words_that_a_reader_does_not_see_are_not_counted() -> None:
    blocks = Pipeline("l-extractor").segment("<p>two words <b hidden>and three more</b></p>")
    assert block_vectors(blocks)[:, 0].tolist() == [2]


def test_linear_decision_by_hand() -> None:
    verdicts = restored(machine(-0.25, text=1.0, a=-1.0)).extract(PAGE).verdicts
    # by the page's maxima 20 and 4: 4/20 − 4/4 − .25, 20/20 − 1/4 − .25, 10/20 − .25
    assert verdicts.score.tolist() == pytest.approx([-1.05, 0.5, 0.25, 0.0, 0.0])
    assert verdicts.keep.tolist() == [False, True, True, False, False]
    assert [verdict.why for verdict in verdicts] == [
        "tags of another block",
        "tags of an informative block",
        "tags of an informative block",
        "hidden",
        "no text",
    ]


def test_counts_divided_by_the_maximum_of_the_set() -> None:
    verdicts = restored(machine(text=1.0), maximum="set").extract(PAGE).verdicts
    assert verdicts.score[:3].tolist() == pytest.approx([4 / 40, 20 / 40, 10 / 40])


def test_a_tree_by_hand() -> None:
    links = FEATURES.index("a")
    learned = {
        "features": list(FEATURES),
        "classifier": "tree",
        "maxima": [1.0] * len(FEATURES),
        "feature": [links, -1, -1],
        "threshold": [0.5, 0.0, 0.0],
        "left": [1, -1, -1],
        "right": [2, -1, -1],
        "share": [0.5, 0.75, 0.0],
    }
    verdicts = restored(learned, classifier="tree").extract(PAGE).verdicts
    assert verdicts.score[:3].tolist() == [-1.0, 0.5, 0.5]


@pytest.mark.parametrize("classifier", ["svm", "tree"])
def test_the_shipped_models_need_no_fit(classifier: Literal["svm", "tree"]) -> None:
    assert not LExtractor(classifier).needs_fit
    page = golden_pages()["news-article"]
    assert thresher.extract(page, algorithm="l-extractor", classifier=classifier).text


def test_other_options_than_the_shipped_ones_need_fit() -> None:
    assert LExtractor(maximum="set").needs_fit
    with pytest.raises(NotFitted, match="fit"):
        Pipeline("l-extractor", maximum="set").extract(PAGE)


def test_without_the_shipped_model_fit_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "shipped", lambda name: Path("nowhere") / name)
    with pytest.raises(NotFitted, match="fit"):
        Pipeline("l-extractor").extract(PAGE)


def test_fit_without_labels_says_what_to_give() -> None:
    with pytest.raises(BadOption, match="labelled pages"):
        Pipeline("l-extractor").fit([PAGE])


@pytest.mark.parametrize("options", [{"cost": 0}, {"min_leaf_blocks": 0}], ids=str)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        Pipeline("l-extractor", **options)


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("classifier", "tree", "classifier=svm"),
        ("features", ["a"], "1 maxima"),
        ("features", [*FEATURES[1:], "no-such-tag"], "does not count"),
        ("features", [["a"]], "does not count"),
        ("maxima", [1.0], "maxima"),
        ("maxima", "x", "maxima"),
        ("weights", [1.0], "1 weights"),
        ("cross-validated accuracy", "good", "number"),
    ],
)
def test_a_damaged_model_is_refused(part: str, value: Any, message: str) -> None:
    with pytest.raises(ModelFormatError, match=message):
        LExtractor().restore({**machine(), part: value})


def test_what_was_restored_is_exported_again() -> None:
    learned = {**machine(0.5, text=1.0), "cross-validated accuracy": 0.75}
    identifier = LExtractor()
    identifier.restore(learned)
    assert identifier.export() == learned


def test_a_model_from_before_a_tag_was_added() -> None:
    older = ["b", "#text"]
    learned = {
        **machine(),
        "features": older,
        "maxima": [1.0, 40.0],
        "weights": [-1.0, 1.0],
    }
    # by the page's maxima: 4/20, 20/20, 10/20 less 1 for the block in bold
    scores = restored(learned).extract(PAGE).verdicts.score
    assert scores[:3].tolist() == pytest.approx([0.2, 1.0, -0.5])
    tree = {
        **learned,
        "classifier": "tree",
        "feature": [0, -1, -1],
        "threshold": [0.5, 0.0, 0.0],
        "left": [1, -1, -1],
        "right": [2, -1, -1],
        "share": [0.5, 1.0, 0.0],
    }
    scores = restored(tree, classifier="tree").extract(PAGE).verdicts.score
    assert scores[:3].tolist() == [1.0, 1.0, -1.0]
    with pytest.raises(ModelFormatError, match="more than its 2 features"):
        LExtractor("tree").restore({**tree, "feature": [2, -1, -1]})


def test_no_nan_for_features_that_no_block_has() -> None:
    values = LExtractor().values(np.array([[2.0, 0.0], [1.0, 0.0]]), np.zeros(2))
    assert values.tolist() == [[1.0, 0.0], [0.5, 0.0]]
