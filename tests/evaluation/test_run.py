"""The comparison run, on small sets of our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.evaluation.conftest import page, write_set
from thresher.errors import BadOption, DataError
from thresher.evaluation import run as running
from thresher.evaluation.contestants import algorithm, content_slot, peer
from thresher.evaluation.results import Results
from thresher.evaluation.run import Settings, evaluate
from thresher.evaluation.summary import f1
from thresher.evaluation.worker import Task

ROWS: list[dict[str, Any]] = [
    {
        "id": "same",
        "site": f"site{number % 2}",
        "html": page(f"Text of page {number}.", menu=f"Menu of site{number % 2}"),
        "text": f"Text of page {number}.",
        "selector": "p",
    }
    for number in range(6)
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_set(tmp_path / "data", "small", ROWS)


def settings(path: Path, *names: str, **given: Any) -> Settings:
    contestants = tuple(algorithm(name) for name in names or ("all-text", "core-ex"))
    return Settings((("small", path),), contestants, processes=1, **given)


def test_every_contestant_has_a_score_on_every_page(data: Path) -> None:
    steps: list[tuple[int, int]] = []
    results = evaluate(settings(data), progress=lambda *step: steps.append(step))
    assert [each.name for each in results.contestants] == ["all-text", "core-ex"]
    assert len(results.of("small", "all-text")) == len(results.of("small", "core-ex")) == 6
    assert steps[0] == (0, 12)
    assert steps[-1] == (12, 12)
    assert results.sets[0].pages == 6
    assert results.origin.versions["thresher"]
    assert results.origin.machine["cores"]
    assert results.failures == []


def test_the_same_run_gives_the_same_scores(data: Path) -> None:
    def scores(results: Results) -> list[tuple[Any, ...]]:
        return [(each.key, each.words, each.blocks) for each in results.scores]

    assert scores(evaluate(settings(data))) == scores(evaluate(settings(data)))


def test_a_limit_takes_the_same_pages_whatever_their_order(data: Path, tmp_path: Path) -> None:
    turned = write_set(tmp_path / "turned", "small", ROWS[::-1])
    pages = [
        {score.page for score in evaluate(settings(path, "all-text", limit=2)).scores}
        for path in (data, turned)
    ]
    assert pages[0] == pages[1]
    assert len(pages[0]) == 2


def test_a_peer_that_is_not_installed_is_listed(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "version", lambda name: None)
    wanted = Settings((("small", data),), (algorithm("all-text"), peer("goose3")), processes=1)
    results = evaluate(wanted)
    assert results.missing == ("goose3",)
    assert [each.name for each in results.contestants] == ["all-text"]


def test_the_content_slot_takes_part_where_the_page_names_it(tmp_path: Path) -> None:
    rows = [ROWS[0], {key: value for key, value in ROWS[1].items() if key != "selector"}]
    path = write_set(tmp_path, "small", rows)
    wanted = Settings((("small", path),), (algorithm("all-text"), content_slot()), processes=1)
    (slot,) = evaluate(wanted).of("small", "content slot")
    assert f1(slot.words) == 1.0


def test_a_stopped_run_does_only_what_is_left(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side = tmp_path / "out.partial"

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(settings(data), side_file=side, progress=stop)
    jobs: list[Task] = []
    make = running._tasks

    def spy(*given: Any) -> Any:
        for task in make(*given):
            jobs.append(task)
            yield task

    monkeypatch.setattr(running, "_tasks", spy)
    results = evaluate(settings(data), side_file=side)
    assert sum(len(task.jobs) for task in jobs) < 12 - 3
    assert len(results.scores) == 12
    assert len({score.key for score in results.scores}) == 12
    jobs.clear()
    evaluate(settings(data, limit=3), side_file=side)
    assert sum(len(task.jobs) for task in jobs) == 6, "other settings start anew"


@pytest.mark.usefixtures("clumsy")
def test_by_site_learns_from_the_other_pages(data: Path) -> None:
    results = evaluate(settings(data, "pupil", "all-text", by="site"))
    pupils = results.of("small", "pupil")
    assert len(pupils) == 6
    assert all(f1(score.words) == 1.0 for score in pupils), "the menu is known from other pages"
    assert {score.fit_pages for score in pupils} == {2}
    others = results.of("small", "all-text")
    assert all(f1(score.words) < 1.0 for score in others)
    assert {score.fit_pages for score in others} == {0}


def test_who_must_learn_cannot_be_run_page_by_page(data: Path) -> None:
    with pytest.raises(BadOption, match="--by site"):
        evaluate(settings(data, "feature-extractor:maximum=set"))


def test_a_model_that_has_seen_the_set_is_no_test_on_it(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {"all-text": frozenset({"small"}), "core-ex": frozenset({"other"})}
    monkeypatch.setattr(running, "trained_on", lambda each: seen[each.name])
    (note,) = evaluate(settings(data)).notes
    assert note.startswith("The model of all-text was trained on pages of small")


def test_nothing_to_compare(data: Path) -> None:
    with pytest.raises(BadOption, match="nothing to compare"):
        evaluate(Settings((("small", data),), ()))


def test_a_set_without_a_truth_is_refused(tmp_path: Path) -> None:
    path = write_set(tmp_path, "small", [{"html": "<p>a", "attrs": {"x": ["a"]}}])
    with pytest.raises(DataError, match="no page in the split 'all' with a true text"):
        evaluate(settings(path))


def test_by_site_needs_sites(tmp_path: Path) -> None:
    path = write_set(tmp_path, "small", ROWS[:1])
    with pytest.raises(DataError, match="no site of 'small' has two pages"):
        evaluate(settings(path, by="site"))


def test_the_command_says_what_was_run() -> None:
    contestants = (
        algorithm("core-ex"), algorithm("core-ex", "default"), peer("goose3"), content_slot()
    )  # fmt: skip
    wanted = Settings((("a", Path("x")), ("b", Path("y"))), contestants, by="site", limit=5)
    assert wanted.command == (
        "thresher evaluate --data DATA --sets a,b -a core-ex --peers goose3 --convention both "
        "--by site --limit 5"
    )
    own = Settings((("mine", Path("mine")),), contestants[:1], own_pages=True)
    assert own.command == "thresher evaluate --my-pages mine -a core-ex"
