"""The answers of a worker, in this process."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from thresher.evaluation.contestants import Output, algorithm
from thresher.evaluation.datasets import Example
from thresher.evaluation.page_scores import PageScore
from thresher.evaluation.scores import Score
from thresher.evaluation.worker import LEARN, Answer, Job, Learned, Task, answers, describe

PAGES = tuple(Example(str(n), "set", "d", f"<p>{n}</p>", text=f"page {n}") for n in range(2))


class Fake:
    """Learns how many pages it was given; fails on demand."""

    def __init__(self, *, cannot_learn: bool = False) -> None:
        self.learned = 0
        self._cannot_learn = cannot_learn

    def fit(self, pages: Sequence[str], example: Example) -> None:
        if self._cannot_learn:
            raise ValueError("too hard\nwith details")
        self.learned = len(pages)

    def extract(self, example: Example) -> Output:
        if example.id == "1" and not self.learned:
            raise KeyError("lost")
        return Output(example.text or "", 0.001)


def run(task: Task, *extractors: Fake) -> list[Answer]:
    return list(answers(task, [algorithm("feature-extractor:maximum=set")] * 2, extractors))


def test_one_answer_a_job_and_an_error_is_a_zero() -> None:
    first, second = run(Task(PAGES, (Job(0, 0), Job(0, 1))), Fake())
    assert isinstance(first, PageScore)
    assert isinstance(second, PageScore)
    assert first.words == Score(1, 1)
    assert second.words == Score(0, 0)
    assert second.error == "KeyError: 'lost'"


def test_learning_is_paid_for_once() -> None:
    task = Task(PAGES, (Job(0, LEARN), Job(0, 0), Job(0, 1)), ("<p>a", "<p>b", "<p>c"))
    learned, first, second = run(task, Fake())
    assert learned == Learned()
    assert isinstance(first, PageScore)
    assert isinstance(second, PageScore)
    assert first.fit_pages == second.fit_pages == 3
    assert first.fit_seconds > 0
    assert second.fit_seconds == 0
    assert second.error is None


def test_who_cannot_learn_has_no_answers() -> None:
    jobs = (Job(0, LEARN), Job(0, 0), Job(0, 1), Job(1, 0))
    learned, other = run(Task(PAGES, jobs, ("<p>a",)), Fake(cannot_learn=True), Fake())
    assert learned == Learned("ValueError: too hard")
    assert isinstance(other, PageScore)


@pytest.mark.parametrize(
    ("error", "shown"),
    [(ValueError("a\nb"), "ValueError: a"), (RuntimeError(), "RuntimeError")],
)
def test_errors_are_described_in_a_line(error: Exception, shown: str) -> None:
    assert describe(error) == shown
