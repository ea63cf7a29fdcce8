"""Processes that hang or die cost one page each, and are ended."""

from __future__ import annotations

import time

import pytest

from tests.evaluation.conftest import page
from thresher.errors import WorkerDied
from thresher.evaluation.contestants import Contestant, algorithm
from thresher.evaluation.datasets import Example
from thresher.evaluation.page_scores import PageScore
from thresher.evaluation.pool import Pool, Rules
from thresher.evaluation.summary import f1
from thresher.evaluation.worker import LEARN, Job, Task


def example(name: str, text: str) -> Example:
    return Example(name, "set", "d", page(text), text=text)


def run(
    tasks: list[Task], contestants: list[Contestant], timeout: float = 60.0
) -> dict[tuple[str, str], PageScore]:
    with Pool(contestants, Rules(2, timeout)) as pool:
        return {(score.id, score.contestant): score for score in pool.run(tasks)}


@pytest.mark.usefixtures("clumsy")
def test_hanging_dying_and_raising_pages_are_zeros_and_the_others_are_not() -> None:
    texts = {"good": "Grain.", "slow": "SLEEP now.", "dead": "DIE now.", "bad": "RAISE now."}
    both = (Job(0, 0), Job(1, 0))
    tasks = [Task((example(name, text),), both) for name, text in texts.items()]
    tasks += [Task((example(f"more {n}", f"More grain {n}."),), both) for n in range(3)]
    start = time.monotonic()
    found = run(tasks, [algorithm("clumsy"), algorithm("all-text")], timeout=2.0)
    assert time.monotonic() - start < 60
    assert len(found) == 2 * len(tasks)
    errors = {name: found[name, "clumsy"].error for name in texts}
    assert errors["good"] is None
    assert errors["slow"] == "no answer after 2 seconds"
    assert errors["dead"] == "the process died"
    assert errors["bad"] == "ValueError: told to"
    for (_, name), score in found.items():
        assert (f1(score.words) == 0) == (score.error is not None)
        assert name == "clumsy" or score.error is None


@pytest.mark.usefixtures("clumsy")
def test_a_task_goes_on_behind_the_page_that_killed_its_process() -> None:
    pages = (example("0", "One."), example("1", "DIE."), example("2", "Three."))
    jobs = (Job(0, LEARN), Job(0, 0), Job(0, 1), Job(0, 2))
    found = run([Task(pages, jobs, (page("Other."),))], [algorithm("pupil")])
    assert {name: score.error for (name, _), score in found.items()} == {
        "0": None,
        "1": "the process died",
        "2": None,
    }
    assert found["2", "pupil"].words is not None
    assert f1(found["2", "pupil"].words) == 1.0, "the menu was learned again by the new process"


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize(
    ("lesson", "error"),
    [("UNLEARNABLE", "ValueError: cannot learn this"), ("SLEEP", "no answer after 2 seconds")],
)
def test_who_fails_to_learn_loses_all_pages_of_the_task(lesson: str, error: str) -> None:
    pages = (example("0", "One."), example("1", "Two."))
    jobs = (Job(0, LEARN), Job(0, 0), Job(0, 1), Job(1, 0), Job(1, 1))
    task = Task(pages, jobs, (page(lesson),))
    found = run([task], [algorithm("pupil"), algorithm("all-text")], timeout=2.0)
    assert [found[name, "pupil"].error for name in "01"] == [error, error]
    assert [found[name, "all-text"].error for name in "01"] == [None, None]


def test_a_process_that_cannot_start_stops_the_run() -> None:
    broken = Contestant("gone", "algorithm", "no-such-algorithm")
    with pytest.raises(WorkerDied, match="gone cannot be loaded: UnknownAlgorithm"):
        run([Task((example("0", "One."),), (Job(0, 0),))], [broken])


@pytest.mark.usefixtures("clumsy")
def test_a_defect_of_the_evaluation_is_no_zero() -> None:
    with pytest.raises(WorkerDied, match="scores cannot be computed"):
        run([Task((example("0", "One."),), (Job(0, 7),))], [algorithm("clumsy")])


def test_no_tasks_start_no_process() -> None:
    with Pool([algorithm("all-text")], Rules(2, 1.0)) as pool:
        assert list(pool.run([])) == []
        assert pool._workers == []
