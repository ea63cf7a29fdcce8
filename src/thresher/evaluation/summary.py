"""From the scores of pages to the numbers of a table."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from thresher.evaluation.calibration import Bin, reliability
from thresher.evaluation.intervals import (
    Difference,
    Interval,
    mean_interval,
    paired_difference,
)
from thresher.evaluation.page_scores import PageScore
from thresher.evaluation.results import ContestantInfo, Results
from thresher.evaluation.scores import Score
from thresher.evaluation.structure import KINDS
from thresher.evaluation.text_metrics import share_at_least

GOOD, ACCEPTABLE = 0.9, 0.8
"""F from which a page is good enough, and acceptable [Mountain08 §5]."""

YARDSTICK = "resiliparse"
"""The peer that CPU times are given as multiples of."""


@dataclass(frozen=True, slots=True)
class Times:
    """CPU seconds of one page."""

    mean: float
    median: float
    ratio: float | None = None
    """Mean as a multiple of the yardstick's mean on the same pages."""
    learning: float | None = None
    """Mean time of learning a site once, where that was done."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Means of b-precision, b-recall and b-F; the ceiling of the segmentation as word F1."""

    precision: float
    recall: float
    f1: float
    ceiling: float | None
    segmentation: float | None


@dataclass(frozen=True, slots=True)
class Empties:
    """Pages with an answer, by whether the truth has words, and how many of them got none."""

    filled: int
    missed: int
    """Of those with content."""
    empty: int
    left: int
    """Of those without content."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One contestant on one set. What the set has no truth for is None."""

    contestant: ContestantInfo
    pages: int
    failed: int
    f1: Interval | None
    """Word F1, all pages."""
    f1_of_filled: Interval | None
    """Without the pages whose truth is empty."""
    difference: Difference | None
    """Word F1 against the first contestant: this one minus the first."""
    by_type: dict[str, Interval]
    good: float | None
    acceptable: float | None
    shingles: float | None
    sentences: float | None
    snippets: float | None
    leaks: float | None
    empties: Empties | None
    reliability: tuple[Bin, ...]
    """Empty for contestants that give no confidence."""
    page_types: Counter[tuple[str, str]]
    """Pages by their true type and by the one that the contestant gave."""
    blocks: Blocks | None
    structure: dict[str, float]
    """Kind → F1; the mean over kinds under "all"."""
    times: Times | None


def summarise(results: Results, set_name: str) -> list[Summary]:
    """A summary of every contestant that has scores on the set, in their order."""
    columns = {each.name: results.of(set_name, each.name) for each in results.contestants}
    present = [each for each in results.contestants if columns[each.name]]
    first = columns[present[0].name] if present else []
    yardstick = columns.get(YARDSTICK, [])
    return [_summary(each, columns[each.name], first, yardstick) for each in present]


def _summary(
    contestant: ContestantInfo,
    scores: list[PageScore],
    first: list[PageScore],
    yardstick: list[PageScore],
) -> Summary:
    scored = [score for score in scores if score.words is not None]
    f1s = [f1(score.words) for score in scored]
    types = dict.fromkeys(sorted({score.type for score in scored if score.type}))
    return Summary(
        contestant,
        pages=len(scores),
        failed=sum(score.error is not None for score in scores),
        f1=_interval(f1s),
        f1_of_filled=_interval([f1(score.words) for score in scored if not score.is_empty]),
        difference=_difference(scores, first),
        by_type={
            kind: mean_interval([f1(score.words) for score in scored if score.type == kind])
            for kind in types
        },
        good=share_at_least(f1s, GOOD) if f1s else None,
        acceptable=share_at_least(f1s, ACCEPTABLE) if f1s else None,
        shingles=_mean(scored, lambda score: _f1_or_none(score.shingles)),
        sentences=_mean(scored, lambda score: _f1_or_none(score.sentences)),
        snippets=_mean(scores, lambda score: score.snippets),
        leaks=_mean(scores, lambda score: score.leaks),
        empties=_empties(scored),
        reliability=reliability(scores),
        page_types=Counter(
            (score.type, score.page_type) for score in scores if score.type and score.page_type
        ),
        blocks=_blocks(scores),
        structure=_structure(scores),
        times=times(scores, yardstick),
    )


def f1(score: Score | None) -> float:
    """F1 of a score that may not be there."""
    return 0.0 if score is None else score.f1


def _f1_or_none(score: Score | None) -> float | None:
    return None if score is None else score.f1


def _interval(values: Sequence[float]) -> Interval | None:
    return mean_interval(values) if values else None


def _mean(
    scores: Iterable[PageScore], measure: Callable[[PageScore], float | None]
) -> float | None:
    values = [value for value in map(measure, scores) if value is not None]
    return statistics.fmean(values) if values else None


def _difference(scores: list[PageScore], first: list[PageScore]) -> Difference | None:
    """On the pages that both have; None for the first contestant itself."""
    theirs = {score.page: f1(score.words) for score in first if score.words is not None}
    pairs = [
        (f1(score.words), theirs[score.page])
        for score in scores
        if score.words is not None and score.page in theirs
    ]
    if scores is first or not pairs:
        return None
    return paired_difference([own for own, _ in pairs], [other for _, other in pairs])


def _empties(scored: list[PageScore]) -> Empties | None:
    filled = Counter(score.gave_nothing for score in scored if not score.is_empty)
    empty = Counter(score.gave_nothing for score in scored if score.is_empty)
    known = Empties(
        filled[True] + filled[False], filled[True], empty[True] + empty[False], empty[True]
    )
    return known if known.filled or known.empty else None


def _blocks(scores: list[PageScore]) -> Blocks | None:
    """None for contestants without blocks: zeros of failed pages alone say nothing."""
    if not any(score.blocks is not None and score.error is None for score in scores):
        return None
    measured = [score.blocks for score in scores if score.blocks is not None]
    return Blocks(
        statistics.fmean(score.precision for score in measured),
        statistics.fmean(score.recall for score in measured),
        statistics.fmean(score.f1 for score in measured),
        _mean(scores, lambda score: score.ceiling),
        _mean(scores, lambda score: _f1_or_none(score.segmentation)),
    )


def _structure(scores: list[PageScore]) -> dict[str, float]:
    """Mean of each kind over the pages that have it, and the mean of those means."""
    if not any(score.structure and score.error is None for score in scores):
        return {}
    means = {}
    for kind in KINDS:
        values = [
            score.structure[kind]
            for score in scores
            if score.structure is not None and kind in score.structure
        ]
        if values:
            means[kind] = statistics.fmean(values)
    return {"all": statistics.fmean(means.values()), **means}


def times(scores: list[PageScore], yardstick: list[PageScore]) -> Times | None:
    """CPU time of a page, over the pages with an answer."""
    own = {score.page: score.seconds for score in scores if score.seconds is not None}
    if not own:
        return None
    values = list(own.values())
    other = {score.page: score.seconds for score in yardstick if score.seconds is not None}
    shared = own.keys() & other.keys()
    ratio = None
    if shared:
        ratio = sum(own[page] for page in shared) / sum(other[page] for page in shared)
    fits = [score.fit_seconds for score in scores if score.fit_seconds > 0]
    learning = statistics.fmean(fits) if fits else None
    return Times(statistics.fmean(values), statistics.median(values), ratio, learning)


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """One contestant on one site [Debnath05 Tables 2, 3, 6]."""

    set: str
    site: str
    contestant: str
    pages: int
    f1: float | None
    blocks: Blocks | None


def by_site(results: Results, set_name: str) -> list[SiteSummary]:
    """Site by site, contestants in their order; only sites with at least two pages."""
    found = []
    columns = {each.name: results.of(set_name, each.name) for each in results.contestants}
    sites = sorted({score.site for scores in columns.values() for score in scores if score.site})
    for site in sites:
        for name, scores in columns.items():
            own = [score for score in scores if score.site == site]
            if len(own) > 1:
                words = _mean(own, lambda score: _f1_or_none(score.words))
                found.append(SiteSummary(set_name, site, name, len(own), words, _blocks(own)))
    return found
