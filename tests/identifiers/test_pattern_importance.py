from __future__ import annotations

from thresher.identifiers.pattern_importance import PatternImportance
from thresher.parsing.page import Page
from thresher.segmenters.key_patterns import KeyPatterns
from thresher.types import Segmentation


def segmented(markup: str) -> Segmentation:
    return KeyPatterns().segment(Page.parse(f"<html>{markup}"))


LIST = "<h2>t</h2><p>x</p><ul><li>y</li></ul>"


def test_importance_is_the_number_of_meaningful_tags() -> None:
    # The div begins in the first of two virtual nodes `h2 p ul`; a and b do not count.
    other = "<h2>t</h2><p><a>x</a></p><ul><b>z</b></ul>"
    segmentation = segmented(f"<p>start</p><div>{LIST}{other}</div>")
    assert [block.text.split() for block in segmentation] == [["start"], list("txy"), list("txz")]
    verdicts = PatternImportance(threshold=4).judge(segmentation)
    assert verdicts.score.tolist()[1:] == [5, 3]
    assert verdicts.keep.tolist()[1:] == [True, False]


def test_the_threshold_is_inclusive() -> None:
    segmentation = segmented(f"<p>start</p><div>{LIST}{LIST}</div>")
    for threshold, last in ((4, True), (5, False)):
        verdicts = PatternImportance(threshold=threshold).judge(segmentation)
        assert verdicts[2].keep is last
        assert verdicts[2].why == ("many meaningful tags" if last else "few meaningful tags")


def test_hidden_blocks_are_not_kept() -> None:
    segmentation = segmented(f"<p>start</p><div hidden>{LIST}{LIST}</div>")
    verdicts = PatternImportance(threshold=1).judge(segmentation)
    assert [verdict.why for verdict in verdicts] == ["many meaningful tags", "hidden", "hidden"]


def test_empty_page() -> None:
    assert len(PatternImportance().judge(segmented(""))) == 0


def test_segmenter_of_the_paper() -> None:
    assert PatternImportance().segmenter() == KeyPatterns()


def test_tags_of_the_head_make_no_block_important() -> None:
    segmentation = segmented(f"<head>{'<meta name=x>' * 30}</head><body><p>skip</p><h1>t</h1>")
    # html, body and p; the head counts nowhere
    assert PatternImportance().judge(segmentation).score.tolist() == [3, 1]
