"""The Ridge algorithm on pages small enough to follow."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import thresher
from tests.material import golden_pages
from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.svm import RbfSvm
from thresher.identifiers import mountain as module
from thresher.identifiers.mountain import Mountain, cell_columns
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline
from thresher.segmenters.cells import Cells

STORY = "This is a long sentence of the story, with some twenty words in it, and it ends here. "
PAGE = (
    "<ul>"
    + "".join(f"<li><a href='/{n}'>Menu entry {n}</a></li>" for n in range(20))
    + "</ul><div>"
    + f"<p>{STORY * 4}</p>" * 5
    + f"</div><!--{'x' * 4000}--><ul>"
    + "".join(f"<li><a href='/m{n}'>More {n}</a></li>" for n in range(20))
    + "</ul>"
)
# Primary is whatever is at least half as high as the highest ridge: exp(−8(h−1)²) > .15.
BY_HEIGHT: dict[str, Any] = {
    "vectors": [[1.0, 1.0, 0.5, 0.5]],
    "coefficients": [1.0],
    "intercept": -0.15,
    "gamma": 2.0,
}


def by_height(**options: Any) -> Pipeline:
    pipeline = Pipeline("mountain", **options)
    pipeline.identifier.restore(BY_HEIGHT)
    return pipeline


def test_features_of_cells() -> None:
    page = Page.parse(
        '<p>One. Two!</p><p>He said: "Go."</p><a href=x>Read more</a><p hidden>No.</p><p>(a)</p>'
        "<p>(All of it.)</p>"
    )
    columns = cell_columns(Cells().segment(page))
    assert columns.length.tolist() == [9, 14, 9, 3, 3, 12]
    assert columns.punctuation.tolist() == [2, 1, 0, 1, 0, 1]
    assert columns.stopped.tolist() == [True, True, False, True, False, True]
    assert columns.anchor.tolist() == [False, False, True, False, False, False]
    assert columns.visible.tolist() == [True, True, True, False, True, True]
    assert columns.start[0] == 3
    assert columns.source_length == len(page.markup)


def test_the_mountain_can_be_drawn() -> None:
    identifier = Mountain()
    drawn = identifier.mountain(Cells().segment(Page.parse(PAGE)))
    assert len(drawn.position) == 45
    assert len(drawn.heights) == len(drawn.scores) == 45 + 20, "4000 characters are 20 blank cells"
    assert (drawn.first.tolist(), drawn.last.tolist()) == ([20], [24])
    assert drawn.heights.max() > drawn.peak_threshold > drawn.primary_threshold > 0
    # one ridge: the highest, the widest, the last one, and its first cell is the 21st of 65
    assert drawn.features.tolist() == [[1.0, 1.0, 1.0, pytest.approx(21 / 65)]]


def test_a_story_between_menus_is_kept() -> None:
    extraction = by_height().extract(PAGE)
    assert extraction.verdicts.keep.tolist() == [False] * 20 + [True] * 5 + [False] * 20
    assert extraction.verdicts[22].why == "in a primary ridge"
    assert extraction.verdicts[0].why == "in no ridge"


def test_a_ridge_that_the_classifier_rejects() -> None:
    pipeline = Pipeline("mountain")
    pipeline.identifier.restore({**BY_HEIGHT, "intercept": -1.5})
    extraction = pipeline.extract(PAGE)
    assert extraction.text == ""
    assert extraction.verdicts[22].why == "in a cluttered ridge"


def test_a_page_of_one_level_has_no_ridge() -> None:
    assert by_height().extract(f"<p>{STORY}</p>" * 9).text == ""
    assert by_height(peak_factor=0.5).extract(f"<p>{STORY}</p>" * 9).text != ""


@pytest.mark.parametrize("segmenter", ["leaves", "get-block-set", "key-patterns"])
def test_blocks_of_other_segmenters_are_judged_by_their_cells(segmenter: str) -> None:
    pipeline = Pipeline("mountain", segmenter)
    pipeline.identifier.restore(BY_HEIGHT)
    text = pipeline.extract(PAGE).text
    assert text.count("it ends here") == 20
    assert "Menu entry 3" not in text


def test_hidden_words_of_a_block_do_not_count_against_it() -> None:
    pipeline = Pipeline("mountain", "get-block-set")
    pipeline.identifier.restore(BY_HEIGHT)
    page = PAGE.replace("<p>", f"<p><b hidden>{STORY * 9}</b>", 1)
    assert pipeline.extract(page).text.count("it ends here") == 20


def test_hidden_text_is_not_kept() -> None:
    page = PAGE.replace("<p>", "<p hidden>", 1)
    extraction = by_height().extract(page)
    assert extraction.verdicts[20].why == "hidden"
    assert extraction.verdicts.keep.sum() == 4


def test_gamma_follows_the_script() -> None:
    cells = Cells().segment(Page.parse("<p>今天天气很好，我们去公园散步。</p>"))
    score = Mountain().mountain(cells).scores[0]
    assert score == pytest.approx(Mountain(gamma=12).mountain(cells).scores[0])
    assert score > Mountain(gamma=75).mountain(cells).scores[0]


def test_labels_of_ridges() -> None:
    cells = Cells().segment(Page.parse(PAGE))
    identifier = Mountain()
    by_text = identifier.labelled_ridges(cells, STORY * 20)
    by_block = identifier.labelled_ridges(cells, [False] * 20 + [True] * 3 + [False] * 22)
    too_few = identifier.labelled_ridges(cells, [False] * 20 + [True] * 2 + [False] * 23)
    assert by_text[1].tolist() == by_block[1].tolist() == [True]
    assert too_few[1].tolist() == [False], "less than half of the ridge"
    assert np.array_equal(by_text[0], by_block[0])


def test_labels_of_other_segmenters_reach_the_cells() -> None:
    blocks = thresher.segment(PAGE, algorithm="leaves")
    labels = ["story" in block.text for block in blocks]
    assert Mountain().labelled_ridges(blocks, labels)[1].tolist() == [True]


def test_the_shipped_model_needs_no_fit() -> None:
    assert not Mountain().needs_fit
    assert Mountain().export() is None
    extraction = thresher.extract(golden_pages()["news-article"], algorithm="mountain")
    assert extraction.text


def test_without_the_shipped_model_fit_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "shipped", lambda name: Path("nowhere") / name)
    assert Mountain().needs_fit
    with pytest.raises(NotFitted, match="fit"):
        Pipeline("mountain").extract(PAGE)


def test_fit_without_labels_says_what_to_give() -> None:
    with pytest.raises(BadOption, match="labelled pages"):
        Pipeline("mountain").fit([PAGE])
    with pytest.raises(BadOption, match="1 pages and 2 labels"):
        Pipeline("mountain").fit([PAGE], ["a", "b"])


@pytest.mark.parametrize(
    "options",
    [{"gamma": 0}, {"smoothing_window": 0}, {"span_window": 0}, {"peak_factor": -1}],
    ids=str,
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        Pipeline("mountain", **options)


def test_a_model_with_other_features_is_refused() -> None:
    svm = RbfSvm(np.zeros((1, 3)), np.zeros(1), 0.0, 1.0)
    plain = {name: value.tolist() for name, value in svm.arrays().items()}
    with pytest.raises(ModelFormatError, match="4 features per ridge, this one 3"):
        Mountain().restore(plain)


def test_what_was_learned_is_not_an_option() -> None:
    learned = [field.name for field in dataclasses.fields(Mountain) if not field.init]
    assert learned == ["svm"]
