"""Names become contestants, and contestants give text, Markdown and time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from thresher.errors import BadOption, DataError, ModelFormatError, UnknownAlgorithm
from thresher.evaluation import contestants
from thresher.evaluation.contestants import (
    _Algorithm,
    algorithm,
    applies,
    content_slot,
    convention_options,
    has_convention,
    load,
    peer,
    trained_on,
)
from thresher.evaluation.datasets import Convention, Example
from thresher.evaluation.splits import FOLDS, fold
from thresher.models import shipped, write_model

PAGE = "<nav><a href=/>Home</a></nav><main><h1>Title</h1><p>Grain and more.</p></main>"


def example(**known: str) -> Example:
    return Example("1", "set", "domain", PAGE, **known)  # type: ignore[arg-type]


def test_a_name_may_carry_options() -> None:
    found = algorithm("feature-extractor:feature=image:maximum=set")
    assert found.name == "feature-extractor:feature=image:maximum=set"
    assert found.algorithm == "feature-extractor"
    assert found.options == (("feature", "image"), ("maximum", "set"))
    assert found.needs_fit
    assert found.learns_from_site


def test_a_page_level_algorithm_learns_nothing() -> None:
    assert not algorithm("all-text").needs_fit
    assert not algorithm("all-text").learns_from_site
    assert not peer("trafilatura").learns_from_site


@pytest.mark.parametrize("given", ["feature-extractor:feature", "feature-extractor:colour=red"])
def test_bad_options_are_refused_at_once(given: str) -> None:
    with pytest.raises(BadOption):
        algorithm(given)


def test_unknown_names_are_refused_at_once() -> None:
    with pytest.raises(UnknownAlgorithm):
        algorithm("all-txt")


def test_an_algorithm_gives_text_and_time_and_its_extraction() -> None:
    output = load(algorithm("all-text")).extract(example())
    assert "Grain and more." in output.text
    assert output.seconds is not None
    assert output.seconds > 0
    assert output.extraction is not None
    assert output.markdown is None


def test_markdown_is_written_where_the_page_has_a_truth_for_it() -> None:
    output = load(algorithm("all-text")).extract(example(markdown="# Title"))
    assert output.markdown is not None
    assert "# Title" in output.markdown


def test_a_peer_gives_text_alone() -> None:
    output = load(peer("turbohtml")).extract(example())
    assert output.extraction is None
    assert output.seconds is not None


def test_an_algorithm_that_learns_is_fitted_anew_each_time() -> None:
    extractor = load(algorithm("feature-extractor:maximum=set"))
    extractor.fit([PAGE], example())
    assert extractor.extract(example()).text


def test_the_content_slot_is_what_the_selector_names() -> None:
    known = example(selector="main", markdown="# Title")
    output = load(content_slot()).extract(known)
    assert output.text.split() == ["Title", "Grain", "and", "more."]
    assert output.markdown == "# Title\n\nGrain and more."
    assert applies(content_slot(), known)


def test_the_content_slot_needs_a_css_selector() -> None:
    assert not applies(content_slot(), example())
    assert not applies(content_slot(), example(selector="xpath://main"))
    assert applies(algorithm("all-text"), example())


def test_a_convention_goes_to_the_options_that_an_identifier_has() -> None:
    @dataclass
    class Both:
        headline: bool = False
        comments: bool = False

    @dataclass
    class One:
        comments: bool = False
        other: int = 0

    wanted = Convention(headline=True, comments=False)
    assert convention_options(Both, wanted) == {"headline": True, "comments": False}
    assert convention_options(One, wanted) == {"comments": False}
    assert not has_convention("all-text")


def test_each_page_is_judged_by_the_model_that_has_not_seen_it(tmp_path: Path) -> None:
    own = example()
    for number in range(FOLDS):
        source = shipped("thresher") if number == fold(own.domain) else None
        data = source.read_bytes() if source else b"damaged"
        (tmp_path / f"fold-{number}.npz").write_bytes(data)
    extractor = _Algorithm(algorithm("thresher", fold_models=tmp_path))
    assert extractor.extract(own).seconds is not None
    stranger = next(name for name in map(str, range(99)) if fold(name) != fold(own.domain))
    with pytest.raises(ModelFormatError):
        extractor.extract(Example("2", "set", stranger, PAGE))


def test_models_for_all_folds_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="fold-0"):
        algorithm("thresher", fold_models=tmp_path)
    assert algorithm("all-text", fold_models=tmp_path).fold_models is None


def test_what_a_model_was_trained_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_model(tmp_path / "thresher.npz", {}, {"pages": {"news": 3}})
    write_model(tmp_path / "core-ex.npz", {}, {"sets": {"forum": 2}, "pages": 2})
    monkeypatch.setattr(contestants, "shipped", lambda name: tmp_path / f"{name}.npz")
    assert trained_on(algorithm("thresher")) == {"news"}
    assert trained_on(algorithm("site")) == {"news"}
    assert trained_on(algorithm("core-ex")) == {"forum"}
    assert trained_on(algorithm("thresher:model=mine.npz")) == frozenset()
    assert trained_on(algorithm("all-text")) == frozenset()
    assert trained_on(peer("turbohtml")) == frozenset()


def test_the_default_convention_shows_in_the_name() -> None:
    assert algorithm("all-text", "default").name == "all-text (default convention)"


def test_site_learns_with_the_model_that_has_not_seen_the_site(tmp_path: Path) -> None:
    own = example()
    for number in range(FOLDS):
        data = shipped("thresher").read_bytes() if number == fold(own.domain) else b"damaged"
        (tmp_path / f"fold-{number}.npz").write_bytes(data)
    extractor = _Algorithm(algorithm("site", fold_models=tmp_path))
    extractor.fit([PAGE, PAGE.replace("Grain", "Chaff")], own)
    assert extractor.extract(own).extraction is not None
    stranger = next(name for name in map(str, range(99)) if fold(name) != fold(own.domain))
    with pytest.raises(ModelFormatError):
        extractor.extract(Example("2", "set", stranger, PAGE))
