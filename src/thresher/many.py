"""Many pages, in order, on several processes, with bounded memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from typing import TYPE_CHECKING, Any

from thresher.errors import BadOption, ThresherError, WorkerDied
from thresher.parsing.page import Page
from thresher.pipeline import PageInput, Pipeline
from thresher.types import Extraction

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


def extract_many(
    pages: Iterable[PageInput],
    *,
    processes: int = 1,
    algorithm: str | Pipeline = "thresher",
    **options: Any,
) -> Iterator[Extraction]:
    """Extract page after page, streaming, results in the order of the input.

    A page that fails gives an empty extraction with its `error`; the run goes on. `algorithm` may
    be a fitted Pipeline.
    """
    if isinstance(pages, (str, bytes, Page)):
        raise BadOption("extract_many takes many pages, in a list or generator; extract takes one")
    if isinstance(algorithm, Pipeline) and options:
        raise BadOption(f"a Pipeline has its options already; it cannot take {', '.join(options)}")
    pipeline = algorithm if isinstance(algorithm, Pipeline) else Pipeline(algorithm, **options)
    if processes <= 1:
        return (_extract_one(pipeline, page) for page in pages)
    return _in_processes(pipeline, pages, processes)


def _extract_one(pipeline: Pipeline, page: PageInput) -> Extraction:
    try:
        return pipeline.extract(page)
    except ThresherError as error:
        return pipeline.failed(page, error)
    except Exception as error:  # one page must not end the run
        defect = ThresherError(f"unexpected {type(error).__name__}: {error}")
        return pipeline.failed(page, defect)


def _in_processes(
    pipeline: Pipeline, pages: Iterable[PageInput], processes: int
) -> Iterator[Extraction]:
    waiting: deque[tuple[PageInput, Future[Extraction]]] = deque()
    pool = _new_pool(processes)
    try:
        for page in pages:
            waiting.append((page, _submit(pool, pipeline, page)))
            if len(waiting) < 4 * processes:
                continue
            result, pool = _next_result(pipeline, waiting, pool, processes)
            yield result
        while waiting:
            result, pool = _next_result(pipeline, waiting, pool, processes)
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def _new_pool(processes: int) -> ProcessPoolExecutor:
    # Here, because it brings all of multiprocessing with it, and most programs need none of that.
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(processes)


def _submit(pool: ProcessPoolExecutor, pipeline: Pipeline, page: PageInput) -> Future[Extraction]:
    try:
        return pool.submit(_extract_one, pipeline, page)
    except BrokenExecutor as error:
        # A worker died a moment ago; the result loop will see it and start a new pool.
        broken: Future[Extraction] = Future()
        broken.set_exception(error)
        return broken


def _next_result(
    pipeline: Pipeline,
    waiting: deque[tuple[PageInput, Future[Extraction]]],
    pool: ProcessPoolExecutor,
    processes: int,
) -> tuple[Extraction, ProcessPoolExecutor]:
    """The oldest result; when a worker died, find the page that killed it and go on."""
    page, future = waiting.popleft()
    try:
        return future.result(), pool
    except BrokenExecutor:
        pool.shutdown()
    result = _alone(pipeline, page)
    pool = _new_pool(processes)
    for place, (other, other_future) in enumerate(waiting):
        if not other_future.done() or other_future.exception() is not None:
            waiting[place] = (other, _submit(pool, pipeline, other))
    return result, pool


def _alone(pipeline: Pipeline, page: PageInput) -> Extraction:
    """One page in a process of its own, so that its death is known to be its own."""
    with _new_pool(1) as pool:
        try:
            return pool.submit(_extract_one, pipeline, page).result()
        except BrokenExecutor:
            error = WorkerDied("the worker process ended while it was busy with this page")
            return pipeline.failed(page, error)
