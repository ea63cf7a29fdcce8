"""Accuracy may not fall: floors for every algorithm on every set, kept in a file.

A floor is pinned a little under what was measured, together with the digest of the data. Raising
floors is free; lowering one takes the name of the algorithm and a reason, which stays in the file.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from thresher.errors import BadOption, DataError
from thresher.evaluation.contestants import Contestant, algorithm
from thresher.evaluation.datasets import Example, read_path, set_digest, set_names, set_path
from thresher.evaluation.run import Progress, Settings, evaluate
from thresher.evaluation.summary import summarise
from thresher.evaluation.text_metrics import word_score
from thresher.pipeline import Pipeline
from thresher.registry import BUILT_IN

GOLDEN: Final = "golden"
SITES: Final = "sites"

MARGIN: Final = 0.01
"""How far under a measured score its floor is pinned."""

# All that learn from pages of a site; lp-fragments compares versions of one page.
SITE_LEVEL: Final = (
    *("site", "content-extractor", "info-discoverer"),
    *("shingling", "site-style-tree", "pagelets"),
)

SAMPLED_SETS: Final = ("wcxb-dev", "dragnet", "docs", "daniel", "l3s-gn1", "forum")
SAMPLE_PAGES: Final = 100


@dataclass(frozen=True, slots=True)
class Measured:
    """Word F1 of algorithms on one set."""

    set: str
    digest: str
    scores: dict[str, float]


@dataclass(frozen=True, slots=True)
class Pinned:
    """The floors of one set."""

    digest: str
    floors: dict[str, float]


@dataclass(frozen=True, slots=True)
class Lowering:
    """A floor that was lowered, and why."""

    set: str
    algorithm: str
    before: float
    after: float
    reason: str


@dataclass(frozen=True, slots=True)
class Floors:
    """The whole file."""

    sets: dict[str, Pinned] = field(default_factory=dict)
    lowered: tuple[Lowering, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Floors:
        """Read the file; one that is not there yet pins nothing."""
        try:
            given = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                {name: Pinned(**pinned) for name, pinned in given["sets"].items()},
                tuple(Lowering(**each) for each in given["lowered"]),
            )
        except FileNotFoundError:
            return cls()
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"{str(path)!r} holds no floors: {error}") from error

    def save(self, path: Path) -> None:
        """Write the file, in an order that makes readable differences."""
        given = {
            "sets": {name: _plain(self.sets[name]) for name in sorted(self.sets)},
            "lowered": [_plain(each) for each in self.lowered],
        }
        path.write_text(json.dumps(given, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(value: Pinned | Lowering) -> dict[str, Any]:
    if isinstance(value, Pinned):
        return {"digest": value.digest, "floors": dict(sorted(value.floors.items()))}
    return {
        "set": value.set,
        "algorithm": value.algorithm,
        "before": value.before,
        "after": value.after,
        "reason": value.reason,
    }


def page_level() -> list[Contestant]:
    """The built-in algorithms that judge a page alone."""
    entries = (entry for entry in BUILT_IN if entry.role == "identifier" and entry.kind != "site")
    return [each for entry in entries if not (each := algorithm(entry.name)).needs_fit]


def measure_golden(folder: Path) -> Measured:
    """All page-level algorithms on the golden pages, which come as bytes, in any encoding."""
    pages = [
        (path.read_bytes(), path.with_name("truth.txt").read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*/page.html"))
    ]
    if not pages:
        raise DataError(f"no golden pages in {str(folder)!r}: expected <name>/page.html")
    scores = {}
    for contestant in page_level():
        pipeline = Pipeline(contestant.algorithm)
        scores[contestant.name] = statistics.fmean(
            word_score(pipeline.extract(page).text, truth).f1 for page, truth in pages
        )
    return Measured(GOLDEN, set_digest(folder), scores)


def measure_sites(folder: Path) -> list[Measured]:
    """The site-level algorithms on each golden site: a page, after learning from the others."""
    found = [path for path in sorted(folder.glob("*")) if path.is_dir()]
    if not found:
        raise DataError(f"no golden sites in {str(folder)!r}: expected <site>/<page>.html")
    return [
        Measured(
            f"{SITES}/{path.name}",
            set_digest(path),
            {name: _learned_from_others(name, list(read_path(path))) for name in SITE_LEVEL},
        )
        for path in found
    ]


def _learned_from_others(name: str, pages: Sequence[Example]) -> float:
    scores = []
    for page in pages:
        pipeline = Pipeline(name).fit(other.html for other in pages if other is not page)
        scores.append(word_score(pipeline.extract(page.html).text, page.text or "").f1)
    return statistics.fmean(scores)


def measure_sample(data: Path, progress: Progress | None = None) -> list[Measured]:
    """All page-level algorithms on a fixed sample of those sets that are there."""
    present = [name for name in SAMPLED_SETS if name in set_names(data)]
    if not present:
        return []
    settings = Settings(
        tuple((name, set_path(name, data)) for name in present),
        tuple(page_level()),
        limit=SAMPLE_PAGES,
    )
    results = evaluate(settings, progress=progress)
    return [
        Measured(
            each.name,
            each.digest,
            {
                row.contestant.name: row.f1.mean
                for row in summarise(results, each.name)
                if row.f1 is not None
            },
        )
        for each in results.sets
    ]


def falls(floors: Floors, measured: Iterable[Measured]) -> Iterator[str]:
    """What is wrong, a line each; nothing when the gate is open."""
    for each in measured:
        pinned = floors.sets.get(each.set)
        if pinned is None:
            yield f"{each.set}: no floors yet; pin them with --raise"
            continue
        if pinned.digest != each.digest:
            yield f"{each.set}: the pages are not those of the floors; pin them anew with --raise"
            continue
        for name, floor in sorted(pinned.floors.items()):
            score = each.scores.get(name)
            if score is None:
                yield f"{each.set}: {name} is gone; its floor is {floor:.3f}"
            elif score < floor:
                yield f"{each.set}: {name} has fallen to {score:.4f}, under its floor {floor:.3f}"


def raised(floors: Floors, measured: Iterable[Measured]) -> Floors:
    """Floors pinned to what was measured, none lower than before unless the pages are others."""
    sets = dict(floors.sets)
    for each in measured:
        before = sets.get(each.set)
        old = before.floors if before is not None and before.digest == each.digest else {}
        sets[each.set] = Pinned(
            each.digest,
            {**old, **{name: max(_floor(score), old.get(name, 0.0))
                       for name, score in each.scores.items()}},
        )  # fmt: skip
    return Floors(sets, floors.lowered)


def lowered(floors: Floors, measured: Iterable[Measured], name: str, reason: str) -> Floors:
    """The floors of one algorithm lowered to what was measured; one that is gone is let go.

    Raises BadOption without a reason, or where nothing is to be lowered.
    """
    if not reason.strip():
        raise BadOption("a floor is lowered for a reason: say which with --reason TEXT")
    sets, changes = dict(floors.sets), list(floors.lowered)
    for each in measured:
        pinned = sets.get(each.set)
        before = None if pinned is None else pinned.floors.get(name)
        if pinned is None or before is None:
            continue
        rest = {other: floor for other, floor in pinned.floors.items() if other != name}
        score = each.scores.get(name)
        after = 0.0 if score is None else _floor(score)
        if score is not None and score >= before:
            continue
        sets[each.set] = Pinned(pinned.digest, rest if score is None else {**rest, name: after})
        changes.append(Lowering(each.set, name, before, after, reason.strip()))
    if len(changes) == len(floors.lowered):
        raise BadOption(f"no floor of {name!r} is above what it reaches: nothing to lower")
    return Floors(sets, tuple(changes))


def _floor(score: float) -> float:
    return max(0.0, round(score - MARGIN, 3))
