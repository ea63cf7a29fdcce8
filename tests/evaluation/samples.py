"""Results made by hand, for tests of what is computed from them."""

from __future__ import annotations

from typing import Any

from thresher.evaluation.page_scores import PageScore
from thresher.evaluation.results import ContestantInfo, Origin, Results, SetInfo
from thresher.evaluation.scores import Score

ALGORITHM = ContestantInfo("core-ex", "algorithm", "0.1", "core-ex")
PEER = ContestantInfo("resiliparse", "peer", "1.1", "resiliparse")
SLOT = ContestantInfo("content slot", "ceiling", "0.1", "content slot")


def flat(value: float) -> Score:
    """A score whose F1 is the value itself."""
    return Score(value, value)


def score(page: str, contestant: str, f1: float, **known: Any) -> PageScore:
    same = {name: flat(f1) for name in ("words", "shingles", "sentences")}
    return PageScore("news", page, f"id-{page}", contestant, **{**same, **known})


def results(
    scores: list[PageScore],
    contestants: tuple[ContestantInfo, ...] = (ALGORITHM, PEER),
    by: str = "page",
    missing: tuple[str, ...] = (),
) -> Results:
    origin = Origin(
        "thresher evaluate --data DATA --sets news",
        "2026-01-02",
        {"python": "3.11.0", "thresher": "0.1"},
        {"cores": "2", "cpu": "some", "system": "Linux"},
        by=by,
    )
    pages = len({each.page for each in scores})
    info = SetInfo("news", "ab" * 32, pages, headline=True, comments=False)
    return Results(origin, (info,), contestants, missing, tuple(scores))


def usual() -> Results:
    """Four pages of two types; the peer fails on one, and one truth is empty."""
    return results(
        [
            score("a", "core-ex", 0.5, type="article", seconds=0.002, blocks=Score(0.5, 1.0),
                  ceiling=0.9, snippets=1.0, leaks=0.0),
            score("b", "core-ex", 0.7, type="article", seconds=0.004, blocks=Score(1.0, 0.5),
                  ceiling=1.0, snippets=0.5, leaks=0.5),
            score("c", "core-ex", 0.9, type="forum", seconds=0.003, blocks=Score(1.0, 1.0)),
            score("d", "core-ex", 0.0, type="forum", seconds=0.003, is_empty=True),
            score("a", "resiliparse", 0.8, type="article", seconds=0.001),
            score("b", "resiliparse", 0.8, type="article", seconds=0.001),
            score("c", "resiliparse", 0.0, type="forum", error="boom", blocks=flat(0)),
            score("d", "resiliparse", 1.0, type="forum", seconds=0.001, is_empty=True),
        ],
        missing=("goose3",),
    )  # fmt: skip


def structured() -> Results:
    """Two pages with structure; the peer writes no Markdown."""
    return results(
        [
            score("a", "core-ex", 0.5, structure={"headings": 1.0, "links": 0.5}),
            score("b", "core-ex", 0.5, structure={"headings": 0.5}),
            score("a", "resiliparse", 0.5),
            score("b", "resiliparse", 0.0, error="boom", structure={"headings": 0.0}),
            score("a", "content slot", 1.0, structure={"headings": 1.0, "links": 1.0}),
            score("b", "content slot", 1.0, structure={"headings": 1.0}),
        ],
        (ALGORITHM, PEER, SLOT),
    )


def sited() -> Results:
    """Two sites with two pages, one with a single page, learned site by site."""
    scores = []
    for site, page, f1 in (
        ("x", "a", 0.4), ("x", "b", 0.6), ("y", "c", 1.0), ("y", "d", 1.0), ("z", "e", 0.0)
    ):  # fmt: skip
        known = {"site": site, "seconds": 0.001, "fit_seconds": 0.01, "fit_pages": 1}
        scores.append(score(page, "core-ex", f1, blocks=Score(f1, 1.0), **known))
        scores.append(score(page, "resiliparse", f1 / 2, site=site, seconds=0.001))
    return results(scores, by="site")


def claimed() -> Results:
    """Twenty pages that an algorithm claims something of; a peer gives only text."""
    scores = []
    for number in range(20):
        page, kind = f"{number:02}", "article" if number < 15 else "forum"
        known = {"type": kind, "gave_nothing": number == 0}
        told = "forum" if number >= 12 else "article"
        scores.append(
            score(page, "core-ex", number / 20, confidence=number / 25, page_type=told, **known)
        )
        scores.append(score(page, "resiliparse", 0.5, **known))
    return results(scores)
