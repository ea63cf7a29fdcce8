from __future__ import annotations

import json

import numpy as np
import pytest

from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.counts import FEATURES, feature_counts
from thresher.identifiers.feature_extractor import (
    FeatureExtractor,
    desired_weights,
    feature_values,
    winner_basket,
)
from thresher.parsing.page import Page
from thresher.segmenters.get_block_set import GetBlockSet
from thresher.types import Segmentation, Verdicts

# Words, images, links and applets of the block of [Debnath05 §5.1], and of one with the maxima.
COUNTS = np.array([[1000.0, 2, 3, 1], [2000, 4, 50, 3]])
VALUES = [1000 / 2000, 2 / 4, 3 / 50, 1 / 3]


def segmented(markup: str) -> Segmentation:
    return GetBlockSet(whole_tables=True).segment(Page.parse(f"<html>{markup}"))


def judged(markup: str, extractor: FeatureExtractor | None = None) -> tuple[list[str], Verdicts]:
    segmentation = segmented(markup)
    verdicts = (extractor or FeatureExtractor()).judge(segmentation)
    kept = [segmentation[int(index)].text for index in np.flatnonzero(verdicts.keep)]
    return kept, verdicts


def words(count: int) -> str:
    return " ".join(["word"] * count)


def test_values_of_the_paper() -> None:
    assert feature_values(COUNTS)[0] == pytest.approx(VALUES)
    assert feature_values(COUNTS[:1], COUNTS[1])[0] == pytest.approx(VALUES)


def test_nothing_divided_by_nothing_is_nothing() -> None:
    assert feature_values(np.array([[0.0, 2], [0, 1]])).tolist() == [[0, 1], [0, 0.5]]
    assert feature_values(np.zeros((0, 3))).shape == (0, 3)


def block_with(text: int, images: int, links: int, applets: int) -> str:
    return (
        "<div>"
        + words(text)
        + "<img>" * images
        + "<a href=/></a>" * links
        + "<applet></applet>" * applets
        + "</div>"
    )


def test_values_of_the_paper_from_a_page() -> None:
    segmentation = segmented(block_with(1000, 2, 3, 1) + block_with(2000, 4, 50, 3))
    values = dict(
        zip(FEATURES, feature_values(feature_counts(segmentation))[0].tolist(), strict=True)
    )
    names = ("text", "image", "link", "object")
    assert [values.pop(name) for name in names] == pytest.approx(VALUES)
    assert set(values.values()) == {0}


def test_the_basket_of_the_paper() -> None:
    text_desired = np.array([1.0, 0, 0, 0])
    # .5 of text against .5 + .06 + .33 of the rest; 1 against 3
    assert winner_basket(feature_values(COUNTS), text_desired).tolist() == [False, False]
    equal = np.array([[0.5, 0.5, 0, 0], [0.5, 0.4, 0, 0]])
    assert winner_basket(equal, text_desired).tolist() == [False, True]


def test_the_winner_among_the_basket() -> None:
    markup = (
        f"<div>{words(50)}</div>"  # text .5, nothing else: in the basket
        f"<div>{words(30)}</div>"
        f"<div>{words(100)}{'<img>' * 2}{'<a href=/>x</a>' * 3}</div>"  # 1 against 2: not
    )
    kept, verdicts = judged(markup)
    assert kept == [words(50)]
    # 50 of 103 words on the page, but the most in the basket: values are computed again there
    assert verdicts.score.tolist() == pytest.approx([1.0, 0.6, 0.0])
    assert [verdict.why for verdict in verdicts] == [
        "desired feature is strongest",
        "desired feature prevails, but not enough",
        "other features prevail",
    ]


def test_a_feature_other_than_text() -> None:
    markup = (
        f"<div>{words(40)}</div>"
        "<div>see <img><img><img></div>"
        "<div>menu <a href=/>a</a> <a href=/>b</a></div>"
    )
    segmentation = segmented(markup)
    for feature, winner in (("text", 0), ("image", 1), ("link", 2)):
        verdicts = FeatureExtractor(feature=feature).judge(segmentation)
        assert np.flatnonzero(verdicts.keep).tolist() == [winner]


def test_several_features_with_weights() -> None:
    markup = f"<div>{words(60)}</div><div>{words(30)}<img></div>"
    # alone, the second block has text .5 against image 1
    assert judged(markup)[0] == [words(60)]
    kept, verdicts = judged(markup, FeatureExtractor(feature="text, image:0.8"))
    assert kept == [words(30)]
    assert verdicts.score.tolist() == pytest.approx([1.0, 0.5 + 0.8])
    kept, verdicts = judged(markup, FeatureExtractor(feature="text:1,image:0.4"))
    assert kept == [words(60)]
    assert verdicts.score.tolist() == pytest.approx([1.0, 0.5 + 0.4])


def test_weights_by_name() -> None:
    weights = dict(zip(FEATURES, desired_weights("text:2, image").tolist(), strict=True))
    assert weights.pop("text") == 2
    assert weights.pop("image") == 1
    assert set(weights.values()) == {0}


def test_an_unknown_feature_lists_the_nearest_first() -> None:
    with pytest.raises(BadOption, match=r"no feature 'imgae'; known are image, "):
        FeatureExtractor(feature="imgae")
    with pytest.raises(BadOption) as caught:
        FeatureExtractor(feature="text,tabel")
    assert all(name in str(caught.value) for name in FEATURES)
    with pytest.raises(BadOption, match="no feature ''"):
        FeatureExtractor(feature="")


@pytest.mark.parametrize("weight", ["heavy", "0", "-1", "nan"])
def test_a_bad_weight_is_refused(weight: str) -> None:
    with pytest.raises(BadOption, match="weight of image"):
        FeatureExtractor(feature=f"text,image:{weight}")


def test_hidden_blocks_stay_out() -> None:
    kept, verdicts = judged(f"<div hidden>{words(90)}</div><div>{words(10)}</div>")
    assert kept == [words(10)]
    assert verdicts[0].why == "hidden"


def test_a_table_is_one_block() -> None:
    assert FeatureExtractor().segmenter() == GetBlockSet(whole_tables=True)


@pytest.mark.parametrize("markup", ["", "<div></div>", "<img>"])
def test_nothing_to_choose(markup: str) -> None:
    kept, verdicts = judged(markup)
    assert kept == []
    assert not verdicts.keep.any()


SMALL = f"<div>{words(10)}<img></div><div>{words(10)}</div>"
LARGE = f"<div>{'<img>' * 20}</div>"


def test_maximum_over_a_set() -> None:
    # on the page alone the image weighs 1, as much as the text; in the set it weighs 1/20
    assert judged(SMALL)[1].score.tolist() == [0.0, 1.0]
    fitted = FeatureExtractor(maximum="set").fit([segmented(SMALL), segmented(LARGE)])
    assert judged(SMALL, fitted)[1].score.tolist() == [1.0, 1.0]


def test_a_page_over_the_maximum_of_the_set() -> None:
    fitted = FeatureExtractor(maximum="set").fit([segmented(SMALL)])
    _, verdicts = judged(f"<div>{words(100)}</div><div>{words(50)}<img></div>", fitted)
    assert verdicts.score.tolist() == [1.0, 0.0]


def test_what_was_learned_can_be_kept_as_json() -> None:
    fitted = FeatureExtractor(maximum="set").fit([segmented(SMALL), segmented(LARGE)])
    learned = json.loads(json.dumps(fitted.export()))
    assert learned["maxima"]["text"] == 10
    assert learned["maxima"]["image"] == 20
    restored = FeatureExtractor(maximum="set")
    restored.restore(learned)
    assert list(judged(SMALL, restored)[1]) == list(judged(SMALL, fitted)[1])


def test_a_set_must_be_given() -> None:
    assert FeatureExtractor(maximum="set").needs_fit
    assert not FeatureExtractor().needs_fit
    assert FeatureExtractor().export() is None
    with pytest.raises(NotFitted, match=r"fit\(pages\)"):
        judged(SMALL, FeatureExtractor(maximum="set"))


@pytest.mark.parametrize(
    "learned", [{}, {"maxima": {}}, {"maxima": None}, {"maxima": dict.fromkeys(FEATURES, "many")}]
)
def test_a_damaged_model_is_refused(learned: dict[str, object]) -> None:
    with pytest.raises(ModelFormatError, match="maxima"):
        FeatureExtractor(maximum="set").restore(learned)


def test_scripts_of_the_head_do_not_weigh_on_the_first_block() -> None:
    head = "<head><script>1</script><style>p{}</style></head>"
    kept, _ = judged(f"{head}<body><div>{words(9)}</div><div>{words(3)}</div>")
    assert kept == [words(9)]
