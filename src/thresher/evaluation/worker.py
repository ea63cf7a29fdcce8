"""The process that works on pages: takes a task, answers every job of it with one message."""

from __future__ import annotations

import dataclasses
import logging
import os
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import NamedTuple

from thresher.evaluation.contestants import Contestant, Extractor, load
from thresher.evaluation.datasets import Example
from thresher.evaluation.page_scores import PageScore, Scorer, failed


class Job(NamedTuple):
    """A contestant on a page of the task, by number; page −1: the contestant learns the site."""

    contestant: int
    page: int


LEARN = -1


@dataclass(frozen=True, slots=True)
class Task:
    """Pages that travel together, and the pages of their site to learn from."""

    pages: tuple[Example, ...]
    jobs: tuple[Job, ...]
    site_pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ready:
    """The first message: all contestants are loaded."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The last message: the evaluation itself has failed, no fault of a contestant on a page."""

    error: str


@dataclass(frozen=True, slots=True)
class Learned:
    """Answer to a job of learning; with an error, the contestant has no answers for the task."""

    error: str | None = None


Answer = PageScore | Learned | Ready | Broken


def work(connection: Connection, contestants: Sequence[Contestant]) -> None:
    """Serve tasks until the other side closes the connection."""
    if hasattr(os, "setsid"):
        os.setsid()  # so that the processes of peers can be ended together with this one
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    extractors = []
    for contestant in contestants:
        try:
            extractors.append(load(contestant))
        except Exception as error:  # the edge: told to the parent, which can say it to the user
            connection.send(Broken(f"{contestant.name} cannot be loaded: {describe(error)}"))
            return
    connection.send(Ready())
    while True:
        try:
            task: Task = connection.recv()
        except EOFError:
            return
        try:
            for answer in answers(task, contestants, extractors):
                connection.send(answer)
        except Exception as error:  # the edge: a wrong zero would pass for a result
            connection.send(Broken(f"the scores cannot be computed: {describe(error)}"))
            return


def answers(
    task: Task, contestants: Sequence[Contestant], extractors: Sequence[Extractor]
) -> Iterator[Answer]:
    """One answer for every job, in order; none for the pages of a site that was not learned."""
    scorer = Scorer()
    fit_seconds = 0.0
    unfit: set[int] = set()
    for job in task.jobs:
        if job.contestant in unfit:
            continue
        extractor = extractors[job.contestant]
        if job.page == LEARN:
            start = time.process_time()
            learned = _learn(extractor, task)
            fit_seconds = time.process_time() - start
            if learned.error is not None:
                unfit.add(job.contestant)
            yield learned
            continue
        score = _score(scorer, task.pages[job.page], contestants[job.contestant], extractor)
        if task.site_pages and contestants[job.contestant].learns_from_site:
            score = dataclasses.replace(
                score, fit_seconds=fit_seconds, fit_pages=len(task.site_pages)
            )
            fit_seconds = 0.0
        yield score


def _learn(extractor: Extractor, task: Task) -> Learned:
    try:
        extractor.fit(task.site_pages, task.pages[0])
    except Exception as error:  # the edge: whatever it is, it is this contestant's failure
        return Learned(describe(error))
    return Learned()


def _score(
    scorer: Scorer, example: Example, contestant: Contestant, extractor: Extractor
) -> PageScore:
    try:
        output = extractor.extract(example)
    except Exception as error:  # the edge: peers raise anything, and the run goes on
        return failed(example, contestant.name, describe(error))
    return scorer.score(example, contestant.name, output)


def describe(error: Exception) -> str:
    """Kind and first line of an error."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__
