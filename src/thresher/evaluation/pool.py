"""Tasks on several processes, each of which is ended when a page takes too long.

A process that is ended, or dies of itself, costs the job it was busy with and nothing else: the
task goes on behind that job in a new process. Tasks are taken as processes become free, so memory
is bounded by the number of processes, not of pages.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from thresher.errors import WorkerDied
from thresher.evaluation.contestants import Contestant
from thresher.evaluation.page_scores import PageScore, failed
from thresher.evaluation.worker import LEARN, Answer, Broken, Job, Ready, Task, work

# Importing and warming up all peers; on a busy machine this takes many seconds.
_START_SECONDS = 180.0

# Peers keep caches and leak; a new process now and then keeps the memory flat.
_PAGES_PER_PROCESS = 400


@dataclass(frozen=True, slots=True)
class Rules:
    """How the work is done."""

    processes: int
    timeout: float
    """Seconds for one contestant on one page."""


class _Worker:
    """One process and what it is busy with."""

    def __init__(self, contestants: Sequence[Contestant], timeout: float) -> None:
        # Spawned, not forked: the parent may have threads (a progress bar), and a clean process
        # makes the timing of every contestant start from the same state.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=work, args=(theirs, contestants), daemon=True
        )
        self._process.start()
        theirs.close()
        self._contestants = contestants
        self._timeout = timeout
        self.deadline = time.monotonic() + _START_SECONDS
        self.is_ready = False
        self.task: Task | None = None
        self.pages = 0
        self._jobs: list[Job] = []

    @property
    def is_worn(self) -> bool:
        return self.pages >= _PAGES_PER_PROCESS

    def assign(self, task: Task) -> None:
        self.task = task
        self._jobs = list(task.jobs)
        self.pages += len(task.pages)
        self.deadline = time.monotonic() + self._timeout
        try:
            self.connection.send(task)
        except (BrokenPipeError, ConnectionResetError):
            self.deadline = 0.0  # it died before it took the task: seen at the next look

    def take(self, answer: Answer) -> list[PageScore]:
        """One answer; gives the scores that follow from it."""
        self.deadline = time.monotonic() + self._timeout
        if isinstance(answer, Broken):
            raise WorkerDied(answer.error)
        if isinstance(answer, Ready):
            self.is_ready = True
            return []
        if isinstance(answer, PageScore):
            self._jobs.pop(0)
            scores = [answer]
        elif answer.error is None:
            self._jobs.pop(0)
            scores = []
        else:
            scores = self._lose(answer.error)
        if not self._jobs:
            self.task = None
        return scores

    def fail(self, error: str) -> tuple[list[PageScore], Task | None]:
        """The zeros of what it was busy with, and the rest of the task for another process."""
        if self.task is None:
            return [], None
        number = self._jobs[0].contestant
        scores = self._lose(error)
        rest = self._jobs
        learning = Job(number, LEARN)
        if rest and rest[0].contestant == number and learning in self.task.jobs:
            rest = [learning, *rest]  # what had been learned is gone with the process
        task = Task(self.task.pages, tuple(rest), self.task.site_pages) if rest else None
        return scores, task

    def _lose(self, error: str) -> list[PageScore]:
        """Zeros for the present job; for all pages of a contestant that could not learn."""
        assert self.task is not None
        job = self._jobs.pop(0)
        lost = [job]
        if job.page == LEARN:
            lost = [each for each in self._jobs if each.contestant == job.contestant]
            self._jobs = [each for each in self._jobs if each.contestant != job.contestant]
        name = self._contestants[job.contestant].name
        return [failed(self.task.pages[each.page], name, error) for each in lost]

    def end(self) -> None:
        """End the process, and those that it started."""
        self.connection.close()
        pid = self._process.pid
        if self._process.is_alive() and pid is not None:
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError, AttributeError):
                self._process.kill()  # it has no group of its own yet, or there are none here
        self._process.join()
        self._process.close()


class _Queue:
    """Tasks to do: those given back first, the others one at a time as they are read."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks = iter(tasks)
        self._next = next(self._tasks, None)
        self._returned: list[Task] = []

    def __bool__(self) -> bool:
        return bool(self._returned) or self._next is not None

    def give_back(self, task: Task) -> None:
        self._returned.append(task)

    def take(self) -> Task:
        if self._returned:
            return self._returned.pop()
        task = self._next
        assert task is not None
        self._next = next(self._tasks, None)
        return task


class Pool:
    """The processes of a run. Use it in a ``with`` block."""

    def __init__(self, contestants: Sequence[Contestant], rules: Rules) -> None:
        self._contestants = contestants
        self._rules = rules
        self._workers: list[_Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []

    def run(self, tasks: Iterable[Task]) -> Iterator[PageScore]:
        """The scores of all jobs, as they come."""
        queue = _Queue(tasks)
        while queue or self._busy():
            for worker in self._idle(queue):
                worker.assign(queue.take())
            for worker in self._to_look_at():
                scores, rest = self._look_at(worker)
                yield from scores
                if rest is not None:
                    queue.give_back(rest)

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    def _idle(self, queue: _Queue) -> Iterator[_Worker]:
        """Processes to give a task to; worn ones are replaced, missing ones started."""
        for worker in [each for each in self._workers if each.task is None and each.is_worn]:
            self._drop(worker)
        if queue and len(self._workers) < self._rules.processes:
            self._workers.append(_Worker(self._contestants, self._rules.timeout))
        for worker in self._workers:
            if queue and worker.is_ready and worker.task is None:
                yield worker

    def _to_look_at(self) -> list[_Worker]:
        """Processes that have sent something, ended, or run out of time."""
        busy = [worker for worker in self._workers if worker.task or not worker.is_ready]
        if not busy:
            return []
        patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
        heard = wait([worker.connection for worker in busy], patience)
        now = time.monotonic()
        return [each for each in busy if each.connection in heard or each.deadline <= now]

    def _look_at(self, worker: _Worker) -> tuple[list[PageScore], Task | None]:
        try:
            if worker.connection.poll():
                return worker.take(worker.connection.recv()), None
            reason = f"no answer after {self._rules.timeout:g} seconds"
        except (EOFError, ConnectionResetError):
            reason = "the process died"
        if not worker.is_ready:
            self._drop(worker)
            raise WorkerDied(
                f"a process for the evaluation did not start: {reason}; name one algorithm or "
                "peer at a time to see which of them it is"
            )
        lost = worker.fail(reason)
        self._drop(worker)
        return lost

    def _drop(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()
