"""Imports go downward only, and `import thresher` brings in little."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.material import PACKAGE, python

LAYERS = (
    "types errors limits options registry compiled",
    "parsing features trees layout markup metadata",
    "segmenters identifiers renderers wrappers models",
    "pipeline many",
    "store evaluation training fetch",
    "batch",
    "cli service",
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names.split()}
# The package itself re-exports what is below the applications.
HEIGHT[""] = HEIGHT["pipeline"]

# Upward imports that never run while the importing module is loaded: (importer, imported) -> why.
LAZY = {
    ("types", "parsing.page"): "a type only",
    ("types", "metadata"): "a type only",
    ("types", "parsing.joining"): "Block.text is asked for after parsing",
    ("types", "parsing.tags"): "Block.element is asked for after parsing",
    ("types", "renderers.json"): "Extraction.to_dict is a shorthand for the renderer",
    ("types", "renderers.overlay"): "a notebook shows an Extraction",
    ("identifiers.mountain", "training.labels"): "only fit learns",
    ("identifiers.mountain", "training.svm_trainer"): "only fit learns",
    ("identifiers.l_extractor", "training.labels"): "only fit learns",
    ("identifiers.l_extractor", "training.cross_validation"): "only fit learns",
    ("identifiers.l_extractor", "training.svm_trainer"): "only fit learns",
    ("identifiers.l_extractor", "training.tree_trainer"): "only fit learns",
}

# What a program pays for `import thresher` must not grow by accident.
HEAVY = (
    "click rich sqlite3 asyncio http.server http.client ssl urllib.request multiprocessing sklearn "
    "lightgbm torch concurrent.futures.process duckdb fastapi playwright thresher.cli "
    "thresher.fetch thresher.identifiers.core_ex thresher.renderers.markdown"
).split()


class Import(NamedTuple):
    importer: str
    imported: str
    is_lazy: bool
    """Inside a function, or for type checkers only."""


def modules() -> Iterator[tuple[str, Path]]:
    """Name below the package, and file, of every module; the package itself is ``."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__"), path


MODULES = dict(modules())


def imports_of(name: str) -> Iterator[Import]:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, is_lazy = waiting.pop()
        is_lazy |= isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            is_lazy = True
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: imports name the whole path"
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            waiting.extend((child, is_lazy) for child in ast.iter_child_nodes(node))
            continue
        for target in targets:
            if target.split(".")[0] == "thresher":
                yield Import(
                    name, nearest_module(target.removeprefix("thresher").lstrip(".")), is_lazy
                )


def nearest_module(dotted: str) -> str:
    """The module that an imported name lives in."""
    while dotted not in MODULES:
        dotted = dotted.rpartition(".")[0]
    return dotted


def height(name: str) -> int:
    return HEIGHT[name.partition(".")[0]]


def is_upward(one: Import) -> bool:
    return height(one.imported) > height(one.importer)


ALL = [one for name in MODULES if name != "__main__" for one in imports_of(name)]


def test_the_scan_finds_the_imports_that_are_there() -> None:
    assert Import("pipeline", "options", False) in ALL
    assert Import("types", "parsing.joining", True) in ALL
    assert Import("types", "parsing.page", True) in ALL
    assert Import("cli", "", False) in ALL


def test_every_part_of_the_package_has_its_layer() -> None:
    parts = {name.partition(".")[0] for name in MODULES} - {"__main__"}
    assert parts <= set(HEIGHT)


def test_imports_go_downward_only() -> None:
    upward = [one for one in ALL if is_upward(one) and (one.importer, one.imported) not in LAZY]
    assert upward == []


def test_what_may_go_upward_is_lazy_and_still_there() -> None:
    excused = {(one.importer, one.imported): one.is_lazy for one in ALL if is_upward(one)}
    assert excused == dict.fromkeys(LAZY, True)


def test_no_two_modules_import_each_other_while_loading() -> None:
    below: dict[str, set[str]] = {name: set() for name in MODULES}
    for one in ALL:
        if not one.is_lazy and one.importer != one.imported:
            below[one.importer].add(one.imported)
    settled: set[str] = set()
    while ready := {name for name in below if name not in settled and below[name] <= settled}:
        settled |= ready
    assert set(below) - settled == set()


@pytest.mark.parametrize("statement", ["import thresher", "import thresher; thresher.algorithms()"])
def test_importing_brings_in_nothing_heavy(statement: str) -> None:
    result = python("-c", f"import sys; {statement}; print(*sys.modules)")
    assert result.stderr == b""
    loaded = result.stdout.decode().split()
    assert "thresher.pipeline" in loaded
    assert sorted(set(HEAVY) & set(loaded)) == []


def test_extracting_text_loads_one_algorithm_and_one_renderer() -> None:
    code = "import sys, thresher; thresher.extract('<p>x</p>', algorithm='all-text').text"
    loaded = python("-c", f"{code}; print(*sys.modules)").stdout.decode().split()
    parts = {
        name
        for name in loaded
        if name.startswith(("thresher.id", "thresher.se", "thresher.re")) and "kernel" not in name
    }
    assert parts == {
        "thresher.registry",
        "thresher.identifiers",
        "thresher.identifiers.all_text",
        "thresher.segmenters",
        "thresher.segmenters.leaves",
        "thresher.renderers",
        "thresher.renderers.selection",
        "thresher.renderers.text",
    }


def test_the_command_does_not_load_the_network_for_a_file() -> None:
    code = "import sys, thresher.cli, thresher.cli.extract; print(*sys.modules)"
    loaded = python("-c", code).stdout.decode().split()
    assert "thresher.cli.extract" in loaded
    assert not {"thresher.fetch", "ssl", "http.client", "thresher.evaluation"} & set(loaded)
