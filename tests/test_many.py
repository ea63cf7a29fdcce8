"""Many pages: order, streaming, failures, and workers that die."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.material import golden_pages, plain
from thresher import registry
from thresher.errors import BadOption, NotHtml, UnknownAlgorithm, WorkerDied
from thresher.identifiers.all_text import AllText
from thresher.many import extract_many
from thresher.pipeline import Pipeline
from thresher.registry import Entry
from thresher.types import Segmentation, Verdicts

needs_fork = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="workers must share the plug-in"
)
either = pytest.mark.parametrize("processes", [1, 2])


@dataclass(slots=True)
class Deadly(AllText):
    """Ends its own process, without a word, at a page with the marker."""

    def judge(self, segmentation: Segmentation) -> Verdicts:
        if b"KILL" in segmentation.page.raw:
            os._exit(3)
        return AllText.judge(self, segmentation)


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Registers the plug-in, and has workers inherit it."""
    row = Entry("deadly", "identifier", f"{__name__}:Deadly", "For this test")
    monkeypatch.setattr(registry, "BUILT_IN", (*registry.BUILT_IN, row))
    method = multiprocessing.get_start_method()
    multiprocessing.set_start_method("fork", force=True)
    yield
    multiprocessing.set_start_method(method, force=True)


def numbered(count: int) -> list[str]:
    return [
        f"<p>This is page number {number}, and it has some text.</p>" for number in range(count)
    ]


@either
def test_results_come_in_the_order_of_the_pages(processes: int) -> None:
    pages = list(golden_pages().values())
    pipeline = Pipeline()
    results = list(extract_many(iter(pages), processes=processes))
    assert [result.page.raw for result in results] == pages
    assert [plain(result.verdicts) for result in results] == [
        plain(pipeline.extract(page).verdicts) for page in pages
    ]


@either
def test_no_pages_give_no_results(processes: int) -> None:
    assert list(extract_many([], processes=processes)) == []


@either
def test_pages_are_read_only_as_far_as_results_are_taken(processes: int) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield f"<p>Page {taken} of endlessly many pages.</p>"

    results = extract_many(endless(), processes=processes)
    assert taken == 0
    for number in range(1, 21):
        assert next(results).text == f"Page {number} of endlessly many pages."
        assert taken <= number + 4 * processes
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


@either
def test_a_page_that_fails_is_a_result_with_its_error(processes: int) -> None:
    pages: list[str | bytes] = [*numbered(2), b"%PDF-1.7 ...", *numbered(1)]
    results = list(extract_many(pages, processes=processes, algorithm="all-text"))
    assert [type(result.error) for result in results] == [
        type(None),
        type(None),
        NotHtml,
        type(None),
    ]
    assert "PDF" in str(results[2].error)
    assert len(results[2]) == 0
    assert results[3].text == results[0].text


@either
def test_a_fitted_pipeline_may_be_given(processes: int) -> None:
    pages = list(golden_pages().values())[:6]
    pipeline = Pipeline("feature-extractor", maximum="set").fit(pages)
    results = extract_many(pages, processes=processes, algorithm=pipeline)
    expected = [plain(pipeline.extract(page).verdicts) for page in pages]
    assert [plain(result.verdicts) for result in results] == expected


def test_options_are_checked_before_the_first_page() -> None:
    with pytest.raises(UnknownAlgorithm):
        extract_many([], algorithm="nothing-like-it")
    with pytest.raises(BadOption):
        extract_many([], algorithm="all-text", depth=3)
    with pytest.raises(BadOption, match="has its options already; it cannot take depth"):
        extract_many([], algorithm=Pipeline("all-text"), depth=3)


def test_an_unfitted_pipeline_fails_page_by_page() -> None:
    pipeline = Pipeline("feature-extractor", maximum="set")
    assert [str(result.error)[:13] for result in extract_many(numbered(2), algorithm=pipeline)] == [
        "maximum='set'"
    ] * 2


@needs_fork
@pytest.mark.parametrize("killers", [{0}, {5}, {19}, {3, 4}, {0, 9, 10, 19}])
@pytest.mark.usefixtures("deadly")
def test_a_page_that_kills_its_worker_costs_no_other_page(killers: set[int]) -> None:
    pages = numbered(20)
    marked = [page + "KILL" if place in killers else page for place, page in enumerate(pages)]
    results = list(extract_many(marked, processes=2, algorithm="deadly"))
    assert len(results) == len(pages)
    for place, result in enumerate(results):
        if place in killers:
            assert isinstance(result.error, WorkerDied)
            assert result.text == ""
        else:
            assert result.error is None
            assert result.text == f"This is page number {place}, and it has some text."
    assert multiprocessing.active_children() == []


@needs_fork
def test_pages_that_break_off_leave_no_process_behind() -> None:
    def breaking() -> Iterator[str]:
        yield from numbered(10)
        raise RuntimeError("the source of pages has gone")

    results = extract_many(breaking(), processes=2, algorithm="all-text")
    with pytest.raises(RuntimeError, match="has gone"):
        list(results)
    assert multiprocessing.active_children() == []
