"""The comparison run: sets of pages in, scores of every contestant out."""

from __future__ import annotations

import dataclasses
import datetime
import heapq
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from thresher.errors import BadOption, DataError
from thresher.evaluation.contestants import Contestant, applies, trained_on
from thresher.evaluation.datasets import Example, convention, read_path, set_digest
from thresher.evaluation.origin import machine, versions
from thresher.evaluation.page_scores import PageScore, page_key
from thresher.evaluation.peers import version
from thresher.evaluation.pool import Pool, Rules
from thresher.evaluation.results import ContestantInfo, Origin, Results, SetInfo, SideFile
from thresher.evaluation.site_level import lessons, site_of, sites
from thresher.evaluation.splits import Split, in_split
from thresher.evaluation.worker import LEARN, Job, Task

By = Literal["page", "site"]
Progress = Callable[[int, int], None]
"""Called with the number of scores so far and in all."""

Done = set[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Settings:
    """What to compare, on what. The command that stands for it is part of every result."""

    sets: tuple[tuple[str, Path], ...]
    """Name and file or folder of each set."""
    contestants: tuple[Contestant, ...]
    by: By = "page"
    split: Split = "all"
    limit: int | None = None
    """Pages of each set: those with the smallest digests, which is as good as drawn by lot."""
    site_pages: int = 10
    """Pages of a site to learn from, at most."""
    own_pages: bool = False
    """The set is a folder of the user's own pages."""
    timeout: float = 60.0
    processes: int = dataclasses.field(default_factory=lambda: os.cpu_count() or 1)

    def as_dict(self) -> dict[str, Any]:
        """All that the scores depend on, but for versions and the data."""
        return {
            "sets": [name for name, _ in self.sets],
            "contestants": [dataclasses.asdict(each) for each in self.contestants],
            "by": self.by,
            "split": self.split,
            "limit": self.limit,
            "site_pages": self.site_pages,
            "timeout": self.timeout,
        }

    @property
    def command(self) -> str:
        """The command line, with the folders of data and models left to the reader."""
        names = ",".join(name for name, _ in self.sets)
        where = ["--my-pages", names] if self.own_pages else ["--data", "DATA", "--sets", names]
        parts = ["thresher", "evaluate", *where]
        own = [each for each in self.contestants if each.kind == "algorithm"]
        named = dict.fromkeys(each.name.removesuffix(" (default convention)") for each in own)
        if named:
            parts += ["-a", ",".join(named)]
        peers = [each.name for each in self.contestants if each.kind == "peer"]
        if peers:
            parts += ["--peers", ",".join(peers)]
        if any(each.fold_models is not None for each in own):
            parts += ["--fold-models", "MODELS"]
        modes = {each.mode for each in own}
        if "default" in modes:
            parts += ["--convention", "both" if "own" in modes else "default"]
        standard = Settings((), ())
        for flag in ("by", "split", "limit", "site_pages"):
            value = getattr(self, flag)
            if value != getattr(standard, flag):
                parts += [f"--{flag.replace('_', '-')}", str(value)]
        return shlex.join(parts)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The pages of one set that are wanted."""

    name: str
    path: Path
    digest: str
    keys: frozenset[str]

    def examples(self) -> Iterator[Example]:
        wanted = (each for each in read_path(self.path) if page_key(each) in self.keys)
        for example in islice(wanted, len(self.keys)):
            yield dataclasses.replace(example, set=self.name)


def evaluate(
    settings: Settings, *, side_file: Path | None = None, progress: Progress | None = None
) -> Results:
    """Run every contestant on every page.

    With `side_file`, a run that was stopped is taken up where it was, if nothing has changed.
    """
    missing = tuple(
        each.name
        for each in settings.contestants
        if each.kind == "peer" and version(each.algorithm) is None
    )
    contestants = [each for each in settings.contestants if each.name not in missing]
    _check(contestants, settings)
    plans = [_plan(name, path, settings) for name, path in settings.sets]
    found = versions(contestants)
    run = {**settings.as_dict(), "versions": found, "data": [plan.digest for plan in plans]}
    side = None if side_file is None else SideFile(side_file, run)
    scores = _scores(settings, contestants, plans, side, progress)
    made = datetime.datetime.now(datetime.UTC).date().isoformat()
    origin = Origin(settings.command, made, found, machine(), by=settings.by, split=settings.split)
    return Results(
        origin,
        tuple(_set_info(plan, scores) for plan in plans),
        tuple(_contestant_info(each, found) for each in contestants),
        missing,
        _in_order(scores, settings),
        tuple(_notes(settings, contestants)),
    )


def _check(contestants: list[Contestant], settings: Settings) -> None:
    if not contestants:
        raise BadOption("nothing to compare: name algorithms with -a, or peers that are installed")
    for each in contestants:
        if each.needs_fit and not (each.learns_from_site and settings.by == "site"):
            how = "--by site" if each.learns_from_site else "a fitted model"
            raise BadOption(f"{each.name} has to learn before it can judge: it needs {how}")


def _plan(name: str, path: Path, settings: Settings) -> _Plan:
    pages = {
        page_key(example): site_of(example)
        for example in in_split(read_path(path), settings.split)
        if example.text is not None or example.selector is not None or example.markdown is not None
    }
    if not pages:
        raise DataError(
            f"the set {name!r} has no page in the split {settings.split!r} with a true text"
        )
    if settings.limit is not None:
        pages = {key: pages[key] for key in heapq.nsmallest(settings.limit, pages)}
    if settings.by == "site":
        sizes = Counter(pages.values())
        pages = {key: site for key, site in pages.items() if sizes[site] > 1}
        if not pages:
            raise DataError(f"no site of {name!r} has two pages here; leave out --by site")
    return _Plan(name, path, set_digest(path), frozenset(pages))


def _scores(
    settings: Settings,
    contestants: list[Contestant],
    plans: list[_Plan],
    side_file: SideFile | None,
    progress: Progress | None,
) -> list[PageScore]:
    before = side_file.read() if side_file else []
    done = {score.key for score in before}
    total = sum(len(plan.keys) for plan in plans) * sum(
        each.kind != "ceiling" for each in contestants
    )
    tasks = _tasks(settings, contestants, plans, done)
    with Pool(contestants, Rules(settings.processes, settings.timeout)) as pool:
        coming = _reporting(pool.run(tasks), len(before), total, progress)
        after = side_file.write(before, coming) if side_file else list(coming)
    return before + after


def _reporting(
    scores: Iterator[PageScore], start: int, total: int, progress: Progress | None
) -> Iterator[PageScore]:
    if progress:
        progress(start, total)
    for count, score in enumerate(scores, start=start + 1):
        if progress:
            progress(min(count, total), total)
        yield score


def _tasks(
    settings: Settings, contestants: list[Contestant], plans: list[_Plan], done: Done
) -> Iterator[Task]:
    for plan in plans:
        if settings.by == "page":
            for example in plan.examples():
                yield from _task(contestants, [example], [], done)
            continue
        for pages in sites(plan.examples()):
            for learn, targets in lessons(pages, settings.site_pages):
                yield from _task(contestants, targets, learn, done)


def _task(
    contestants: list[Contestant], pages: list[Example], learn: list[Example], done: Done
) -> Iterator[Task]:
    """The task for some pages; nothing when all of it is done."""
    jobs: list[Job] = []
    for number, contestant in enumerate(contestants):
        own = [
            Job(number, place)
            for place, page in enumerate(pages)
            if applies(contestant, page) and (page.set, page_key(page), contestant.name) not in done
        ]
        if own and learn and contestant.learns_from_site:
            own = [Job(number, LEARN), *own]
        jobs += own
    if jobs:
        yield Task(tuple(pages), tuple(jobs), tuple(page.html for page in learn))


def _notes(settings: Settings, contestants: list[Contestant]) -> Iterator[str]:
    for each in contestants:
        seen = trained_on(each)
        names = [name for name, _ in settings.sets if name in seen]
        if names:
            yield (
                f"The model of {each.name} was trained on pages of {', '.join(names)}: its numbers "
                "there are no test but on domains that were held back (--fold-models, --split)."
            )


def _set_info(plan: _Plan, scores: list[PageScore]) -> SetInfo:
    own = convention(plan.name)
    pages = len({score.page for score in scores if score.set == plan.name})
    return SetInfo(plan.name, plan.digest, pages, own.headline, own.comments)


def _contestant_info(contestant: Contestant, found: dict[str, str]) -> ContestantInfo:
    known = found[contestant.name] if contestant.kind == "peer" else found["thresher"]
    return ContestantInfo(contestant.name, contestant.kind, known, contestant.algorithm)


def _in_order(scores: list[PageScore], settings: Settings) -> tuple[PageScore, ...]:
    sets = {name: number for number, (name, _) in enumerate(settings.sets)}
    names = {each.name: number for number, each in enumerate(settings.contestants)}
    return tuple(
        sorted(scores, key=lambda score: (sets[score.set], score.page, names[score.contestant]))
    )
