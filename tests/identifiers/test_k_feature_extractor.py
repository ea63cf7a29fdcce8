from __future__ import annotations

import numpy as np
import pytest

from thresher.errors import BadOption
from thresher.identifiers.feature_extractor import FeatureExtractor
from thresher.identifiers.k_feature_extractor import KFeatureExtractor
from thresher.parsing.page import Page
from thresher.segmenters.get_block_set import GetBlockSet


def page_of(*lengths: int) -> Page:
    blocks = [f"<div>{' '.join(['word'] * length)}</div>" for length in lengths]
    return Page.parse("<html>" + "".join(blocks))


def kept(page: Page, extractor: FeatureExtractor | None = None) -> list[int]:
    segmentation = GetBlockSet(whole_tables=True).segment(page)
    verdicts = (extractor or KFeatureExtractor()).judge(segmentation)
    return np.flatnonzero(verdicts.keep).tolist()


def test_all_reviews_are_kept_and_not_one() -> None:
    page = page_of(95, 3, 100, 2, 90, 4)
    assert kept(page, FeatureExtractor()) == [2]
    assert kept(page) == [0, 2, 4]


def test_three_clusters_when_they_fit_better() -> None:
    page = page_of(100, 98, 50, 49, 2, 1)
    assert kept(page) == [0, 1]
    assert kept(page, KFeatureExtractor(clusters=2)) == [0, 1, 2, 3]
    assert kept(page, KFeatureExtractor(clusters=3)) == [0, 1, 2, 3, 4, 5]


def test_equal_blocks_are_all_kept() -> None:
    assert kept(page_of(7, 7, 7)) == [0, 1, 2]


def test_one_block_is_kept() -> None:
    assert kept(page_of(5)) == [0]


def test_an_empty_basket() -> None:
    assert kept(Page.parse("")) == []
    assert kept(Page.parse("<html><div><img></div>")) == []


def test_other_features_prevail() -> None:
    page = Page.parse("<html><div>one <a href=/>two</a></div><div>three four five six</div>")
    assert kept(page) == [1]
    assert kept(page, KFeatureExtractor(feature="link")) == [0]


def test_reasons() -> None:
    segmentation = GetBlockSet(whole_tables=True).segment(page_of(100, 2))
    assert [verdict.why for verdict in KFeatureExtractor().judge(segmentation)] == [
        "desired feature is strongest",
        "desired feature prevails, but not enough",
    ]


def test_maximum_over_a_set_works_here_too() -> None:
    segmentation = GetBlockSet(whole_tables=True).segment(page_of(100, 90, 2))
    extractor = KFeatureExtractor(maximum="set").fit([segmentation])
    assert extractor.judge(segmentation).keep.tolist() == [True, True, False]


def test_clusters_must_be_positive() -> None:
    with pytest.raises(BadOption, match="clusters must be 1 or more, not 0"):
        KFeatureExtractor(clusters=0)
    with pytest.raises(BadOption, match="no feature"):
        KFeatureExtractor(feature="txt")
