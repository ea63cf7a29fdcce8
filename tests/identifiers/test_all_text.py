from __future__ import annotations

from thresher.identifiers.all_text import AllText
from thresher.parsing.page import Page
from thresher.segmenters.leaves import Leaves
from thresher.types import OutsideText, Segmentation


def test_everything_that_a_reader_sees() -> None:
    segmentation = Leaves().segment(Page.parse("<p>seen</p><p hidden>unseen</p><img>"))
    verdicts = AllText().judge(segmentation)
    assert [(verdict.keep, verdict.score, verdict.why) for verdict in verdicts] == [
        (True, 1.0, "visible"),
        (False, 0.0, "hidden"),
        (True, 1.0, "visible"),
    ]


def test_text_from_outside_the_tree_is_seen() -> None:
    page = Page.parse("<p hidden>unseen</p>")
    outside = (OutsideText("from a script", "script state"),)
    segmentation = Segmentation(page, Leaves().segment(page).owner, outside)
    assert AllText().judge(segmentation).keep.tolist() == [False, True]


def test_empty_page() -> None:
    assert len(AllText().judge(Leaves().segment(Page.parse("")))) == 0
    assert AllText().segmenter() == Leaves()
