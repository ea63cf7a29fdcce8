"""InfoDiscoverer: entropies and the greedy threshold by hand."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.features.keywords import term_hash
from thresher.identifiers.info_discoverer import (
    Entropies,
    InfoDiscoverer,
    block_entropy,
    greedy_threshold,
)
from thresher.pipeline import Pipeline

PAGES = [
    "<p>home news</p><p>rye rye barley</p>",
    "<p>home news</p><p>oats rye</p>",
    "<p>home news</p><p>wheat millet</p>",
    "<p>home news</p><p>spelt emmer</p>",
]


def learned(pages: list[str], threshold: float | None = None) -> tuple[Pipeline, Entropies]:
    pipeline = Pipeline("info-discoverer", threshold=threshold).fit(pages)
    identifier = pipeline.identifier
    assert isinstance(identifier, InfoDiscoverer)
    assert identifier.learned is not None
    return pipeline, identifier.learned


def test_entropies_by_hand() -> None:
    """`home` is once on each of four pages: 1. `rye` is twice on one and once on another:
    −(2/3 log₄ 2/3 + 1/3 log₄ 1/3) = .459. `oats` is on one: 0."""
    _, entropies = learned(PAGES)
    rye = -(2 / 3 * log(2 / 3) + 1 / 3 * log(1 / 3)) / log(4)
    assert rye == pytest.approx(0.459, abs=0.001)
    assert entropies.words[term_hash("home")] == 1.0
    assert entropies.words[term_hash("rye")] == pytest.approx(rye, abs=1e-6)
    assert term_hash("oats") not in entropies.words
    assert block_entropy(["oats", "rye"], entropies.words) == pytest.approx(rye / 2, abs=1e-6)
    assert block_entropy([], entropies.words) == 0.0


def test_the_threshold_by_hand() -> None:
    """At 0 the words of the last two pages' blocks are in; .1 and .2 add none, and that is before
    the first addition; .3 adds rye, barley and oats (.23); .4 adds none, so it stays at .3."""
    pipeline, entropies = learned(PAGES)
    assert entropies.threshold == 0.3
    for page in PAGES:
        assert [verdict.keep for verdict in pipeline.extract(page).verdicts] == [False, True]


def test_a_new_word_has_no_entropy() -> None:
    pipeline, _ = learned(PAGES)
    verdicts = pipeline.extract("<p>home news</p><p>buckwheat</p><p>home buckwheat</p>").verdicts
    assert [verdict.score for verdict in verdicts] == [0.0, 1.0, 0.5]
    assert [verdict.keep for verdict in verdicts] == [False, True, False]


def test_the_greedy_threshold_stops_where_nothing_is_added() -> None:
    entropies = np.array([0.15, 0.25, 0.65])
    one_each = np.array([0, 1, 2], dtype=np.int32), np.array([0, 1, 2, 3], dtype=np.int64)
    assert greedy_threshold(entropies, *one_each) == 0.3
    assert greedy_threshold(np.zeros(3), *one_each) == 1.0
    nothing = np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64)
    assert greedy_threshold(np.zeros(0), *nothing) == 1.0


@given(
    st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8), min_size=2, max_size=5)
)
def test_entropy_is_that_of_the_definition(pages: list[list[str]]) -> None:
    distinct = list({" ".join(page): page for page in pages}.values())
    _, entropies = learned([f"<p>{' '.join(page)}</p>" for page in pages])
    for word in "abcdef":
        counts = [page.count(word) for page in distinct]
        total = sum(counts)
        if len(distinct) > 1 and total:
            shares = [count / total for count in counts if count]
            expected = -sum(share * log(share) for share in shares) / log(len(distinct))
            assert entropies.words.get(term_hash(word), 0.0) == pytest.approx(expected, abs=1e-5)


def test_a_threshold_of_one_s_own() -> None:
    pipeline, _ = learned(PAGES, threshold=0.0)
    assert pipeline.extract(PAGES[1]).verdicts[1].why.startswith("nothing would be left")
    assert [verdict.keep for verdict in pipeline.extract(PAGES[3]).verdicts] == [False, True]
    with pytest.raises(BadOption, match="from 0 to 1"):
        Pipeline("info-discoverer", threshold=2)


def test_blocks_by_tables_as_in_the_paper() -> None:
    pages = [
        f"<table><tr><td>home<td>news</table><table><tr><td>{word}<td>{word}x</table>"
        for word in ("rye", "oats")
    ]
    extraction = (
        Pipeline("info-discoverer", tags="table", threshold=0.5).fit(pages).extract(pages[0])
    )
    assert len(extraction) == 2
    assert [block.text.split() for block in extraction.kept] == [["rye", "ryex"]]


def test_one_page_is_judged_by_the_page_level_default() -> None:
    for pages in (PAGES[:1], PAGES[:1] * 20, [], [""]):
        verdicts = Pipeline("info-discoverer").fit(pages).extract(PAGES[0]).verdicts
        assert all(verdict.why.startswith("too few pages") for verdict in verdicts)


def test_an_empty_page_and_copies_change_nothing() -> None:
    assert learned([*PAGES, "", PAGES[0]])[1] == learned(PAGES)[1]


def test_learning_goes_on_from_a_saved_state(tmp_path: Path) -> None:
    first, _ = learned(PAGES[:2])
    first.save(tmp_path / "state.json", state=True)
    first.save(tmp_path / "site.json")
    more = Pipeline.load(tmp_path / "state.json").partial_fit(PAGES[2:])
    assert more.identifier.export() == learned(PAGES)[0].identifier.export()
    assert "rye" not in (tmp_path / "site.json").read_text(encoding="utf-8")
    with pytest.raises(ThresherError, match="state=True"):
        Pipeline.load(tmp_path / "site.json").partial_fit(PAGES)


@pytest.mark.parametrize("state", [{}, {"words": 5}, {"words": "????"}, 5])
def test_a_damaged_state_is_refused(state: object) -> None:
    with pytest.raises(ModelFormatError, match="state"):
        InfoDiscoverer().restore_state(state)  # type: ignore[arg-type]


def test_unfitted() -> None:
    with pytest.raises(NotFitted, match="thresher fit"):
        Pipeline("info-discoverer").extract(PAGES[0])
