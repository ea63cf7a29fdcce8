from __future__ import annotations

import numpy as np
import pytest

from thresher.identifiers.core_ex import CoreEx
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves
from thresher.types import Verdicts

MENU = "<ul id=menu><li><a href=/a>news</a></li><li><a href=/b>sport</a></li></ul>"
STORY = "<p>The grain was threshed at dawn.</p><p>The chaff went with the wind.</p>"


def judged(markup: str, core_ex: CoreEx | None = None) -> tuple[list[str], Verdicts]:
    segmentation = Leaves().segment(Page.parse(markup))
    verdicts = (core_ex or CoreEx()).judge(segmentation)
    return [segmentation[int(index)].text for index in np.flatnonzero(verdicts.keep)], verdicts


STORY_TEXT = ["The grain was threshed at dawn.", "The chaff went with the wind."]


@pytest.mark.parametrize("start", ["<html>", "<!DOCTYPE html>", "<!-- c --><!DOCTYPE html>\n"])
@pytest.mark.parametrize("end", ["", "\n", "</body></html>\n"])
def test_the_story_without_the_menu(start: str, end: str) -> None:
    kept, _ = judged(f"{start}<body>{MENU}<div>{STORY}</div>{end}")
    assert kept == STORY_TEXT


@pytest.mark.parametrize("start", ["<html>", "<!DOCTYPE html>"])
def test_a_page_without_links_is_kept_whole(start: str) -> None:
    kept, _ = judged(f"{start}<body><p>one two three</p><p>last</p></body></html>")
    assert kept == ["one two three", "last"]


def test_scores_by_hand() -> None:
    # words: 2 linked in the menu, 6 and 4 in the story, 12 in all
    _, verdicts = judged(
        "<html><body><nav><a href=/>two words</a></nav>"
        "<div><p>one two three four five six</p><p>one two three four</p></div>"
    )
    assert verdicts.score.tolist() == pytest.approx([0, 0.99 + 0.01 * 6 / 12, 0.99 + 0.01 * 4 / 12])
    assert [verdict.why for verdict in verdicts] == [
        "outside the main content node",
        "in the main content node",
        "in the main content node",
    ]


def test_a_child_with_too_many_links_is_left_out_of_the_set() -> None:
    markup = f"<html><body><div>{STORY}<p>See also here: <a href=/>another tale</a></p></div>"
    assert judged(markup)[0] == STORY_TEXT
    # three of its five words are not linked
    assert judged(markup, CoreEx(min_ratio=0.5))[0] == [*STORY_TEXT, "See also here: another tale"]


def test_a_few_links_do_not_matter() -> None:
    text = "word " * 20 + "<a href=/>link</a>"
    kept, _ = judged(f"<html><body>{MENU}<div><p>{text}</p>{STORY}</div>")
    assert len(kept) == 3


def test_hidden_text_counts_for_nothing() -> None:
    kept, verdicts = judged(f"<html><body><div hidden>{'word ' * 50}</div><div>{STORY}</div>")
    assert kept == STORY_TEXT
    assert verdicts[0].why == "hidden"


@pytest.mark.parametrize("markup", ["", "<html><img>", "<html><p hidden>x</p>"])
def test_nothing_to_keep(markup: str) -> None:
    assert judged(markup)[0] == []
