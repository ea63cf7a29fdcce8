"""What every renderer promises: it writes down what was kept, and changes nothing."""

from __future__ import annotations

import hashlib
import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import thresher
from tests.material import golden_pages, names, plain, python, some_pages, with_verdicts
from thresher.parsing.page import Page
from thresher.pipeline import render

RENDERERS = names("renderer")
each_renderer = pytest.mark.parametrize("name", RENDERERS)

# Every algorithm on a few pages in every format: one digest that no hash seed may change.
DIGEST = """
import hashlib
from tests.material import names, ready, some_pages
from thresher.pipeline import render
digest = hashlib.sha256()
for name in names("identifier"):
    pipeline = ready(name)
    for page in some_pages().values():
        extraction = pipeline.extract(page, url="https://example.org/a/b")
        for renderer in names("renderer"):
            digest.update(render(extraction, renderer).encode("utf-8", "surrogatepass"))
print(digest.hexdigest())
"""


@each_renderer
def test_verdicts_and_page_are_untouched(name: str) -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(Page.parse(source))
        before = plain(extraction.verdicts), extraction.page.document.html
        render(extraction, name)
        assert (plain(extraction.verdicts), extraction.page.document.html) == before
        assert extraction.page.raw == source


@each_renderer
def test_the_same_output_twice_and_after_pickling(name: str) -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source)
        first = render(extraction, name)
        assert render(extraction, name) == first
        assert render(pickle.loads(pickle.dumps(extraction)), name) == first


@each_renderer
def test_nothing_kept_is_nothing_written(name: str) -> None:
    for source in golden_pages().values():
        extraction = thresher.extract(source, algorithm="all-text")
        nothing = with_verdicts(extraction, [False] * len(extraction))
        written = render(nothing, name)
        assert (json.loads(written)["text"] if name == "json" else written) == ""


@each_renderer
@pytest.mark.parametrize("source", ["", "<!doctype html>", "<!-- c --><p>x</p><!-- d -->", "<br>"])
def test_small_pages_are_rendered(name: str, source: str) -> None:
    extraction = thresher.extract(source, algorithm="all-text")
    written = render(extraction, name)
    assert ("x" in written) == ("x" in source) or name == "json"


@each_renderer
def test_deep_nesting_is_rendered_whole(name: str) -> None:
    words = [f"w{number}x" for number in range(3_000)]
    source = "".join(f"<div>{word} " for word in words)
    written = render(thresher.extract(source, algorithm="all-text"), name)
    assert [word for word in words if word not in written] == []


@each_renderer
def test_the_same_output_in_threads(name: str) -> None:
    extractions = [thresher.extract(source) for source in golden_pages().values()]
    expected = [render(extraction, name) for extraction in extractions]

    def work(_: int) -> list[str]:
        return [render(extraction, name) for extraction in extractions]

    with ThreadPoolExecutor(8) as pool:
        assert all(result == expected for result in pool.map(work, range(8)))


def test_the_same_output_in_any_process() -> None:
    results = [
        python("-c", DIGEST, environment={"PYTHONHASHSEED": seed}) for seed in ("0", "1", "4242")
    ]
    assert [result.stderr for result in results] == [b""] * 3
    assert len({result.stdout for result in results}) == 1
    assert len(results[0].stdout.strip()) == 2 * hashlib.sha256().digest_size


def test_the_formats_are_reachable_by_name_and_as_properties() -> None:
    extraction = thresher.extract(next(iter(some_pages().values())))
    assert thresher.render(extraction) == extraction.text
    assert thresher.render(extraction, "markdown") == extraction.markdown
    assert thresher.render(extraction, "html") == extraction.html
    assert json.loads(thresher.render(extraction, "json")) == extraction.to_dict()
