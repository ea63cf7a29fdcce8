"""The index of the package agrees with its files, classes and documentation."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from importlib.metadata import EntryPoint

import pytest

import thresher.identifiers
import thresher.renderers
import thresher.segmenters
from tests.material import PACKAGE, ROOT
from thresher.errors import UnknownAlgorithm
from thresher.options import option_docs
from thresher.registry import BUILT_IN, Entry, algorithms, find, load_class
from thresher.types import Identifier, Renderer, Segmenter

BASES = {"segmenter": Segmenter, "identifier": Identifier, "renderer": Renderer}
FOLDERS = {
    "segmenter": thresher.segmenters,
    "identifier": thresher.identifiers,
    "renderer": thresher.renderers,
}
each_entry = pytest.mark.parametrize("entry", BUILT_IN, ids=lambda entry: entry.name)


@each_entry
def test_name_file_and_class_agree(entry: Entry) -> None:
    found = load_class(entry.name, entry.role)
    module = entry.name.replace("-", "_")
    assert found.__module__ == f"thresher.{entry.role}s.{module}"
    assert found.__name__.lower() == entry.name.replace("-", "")
    assert entry.file == f"thresher/{entry.role}s/{module}.py"
    assert (PACKAGE.parent / entry.file).is_file()
    assert issubclass(found, BASES[entry.role])


@each_entry
def test_class_and_row_are_described(entry: Entry) -> None:
    found = load_class(entry.name, entry.role)
    assert found.__doc__
    assert not found.__doc__.startswith(f"{found.__name__}("), "the docstring is the generated one"
    assert entry.summary
    assert not entry.summary.endswith("."), "the command line adds the full stop"
    for option, meaning in option_docs(found).items():
        assert meaning, f"option {option} of {entry.name} has no description"


@pytest.mark.parametrize(
    "entry", [entry for entry in BUILT_IN if entry.role != "renderer"], ids=lambda entry: entry.name
)
def test_every_algorithm_has_its_page(entry: Entry) -> None:
    page = ROOT / "docs" / "algorithms" / f"{entry.name}.md"
    assert page.is_file(), f"docs/algorithms/{entry.name}.md is missing"
    assert entry.name in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("role", BASES)
def test_every_algorithm_of_the_package_is_registered(role: str) -> None:
    registered = {entry.target for entry in BUILT_IN if entry.role == role}
    found = set()
    for module in pkgutil.iter_modules(FOLDERS[role].__path__, f"thresher.{role}s."):
        for name, value in vars(importlib.import_module(module.name)).items():
            is_own = inspect.isclass(value) and value.__module__ == module.name
            if is_own and issubclass(value, BASES[role]) and not inspect.isabstract(value):
                found.add(f"{module.name}:{name}")
    assert found == registered


def test_names_are_unique_within_a_role() -> None:
    keys = [(entry.role, entry.name) for entry in BUILT_IN]
    assert len(keys) == len(set(keys))


def test_algorithms_are_chosen_by_role() -> None:
    assert [entry.name for entry in algorithms("renderer")] == ["text", "markdown", "html", "json"]
    assert {entry.role for entry in algorithms()} == set(BASES)


def test_an_unknown_name_is_answered_with_the_nearest_first() -> None:
    with pytest.raises(UnknownAlgorithm, match=r"no identifier 'core-exe'; known are core-ex, "):
        find("core-exe", "identifier")
    with pytest.raises(UnknownAlgorithm, match="known are get-block-set, "):
        find("getblockset", "segmenter")


def test_a_name_belongs_to_its_role() -> None:
    with pytest.raises(UnknownAlgorithm):
        find("leaves", "identifier")


def plug_in(name: str, target: str) -> object:
    def entry_points(group: str) -> list[EntryPoint]:
        return [EntryPoint(name, target, group)] if group == "thresher.segmenters" else []

    return entry_points


def test_another_package_may_add_a_segmenter(monkeypatch: pytest.MonkeyPatch) -> None:
    target = "thresher.segmenters.leaves:Leaves"
    monkeypatch.setattr("importlib.metadata.entry_points", plug_in("their-own", target))
    assert "their-own" in [entry.name for entry in algorithms("segmenter")]
    assert thresher.segment("<p>grain</p>", algorithm="their-own")[0].text == "grain"
    with pytest.raises(UnknownAlgorithm, match="their-own"):
        find("their-owm", "segmenter")


def test_another_package_does_not_replace_a_built_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "importlib.metadata.entry_points", plug_in("leaves", "no.such.module:Leaves")
    )
    assert find("leaves", "segmenter").target == "thresher.segmenters.leaves:Leaves"
