"""The build: what it compiles, and that compiled and plain kernels give the same answers."""

from __future__ import annotations

import importlib.util
import runpy
import tomllib
from types import SimpleNamespace
from typing import Any

import pytest

import thresher
from tests.material import ROOT, python
from thresher.compiled import KERNELS, compiled_name

# Every golden page, by every algorithm: all that is known of the extraction, and the table itself.
DUMP = """
import json, sys
from tests.material import golden_pages, names, ready
from thresher.parsing.page import Page
for name in names("identifier"):
    pipeline = ready(name)
    for slug, source in golden_pages().items():
        result = pipeline.extract(source).to_dict()
        print(json.dumps([slug, result], ensure_ascii=True))
for slug, source in golden_pages().items():
    table = Page.parse(source).table
    print(slug, table.tag.tolist(), table.parent.tolist(), table.end.tolist(), table.gap.tolist(),
          table.flags.tolist(), table.hidden.tolist(), table.words.tolist(), table.texts)
print("thresher.parsing._walk" in sys.modules, file=sys.stderr)
"""


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The functions of setup.py, without running the build."""
    setuptools = pytest.importorskip("setuptools")
    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    monkeypatch.setenv("THRESHER_PURE", "1")
    return runpy.run_path(str(ROOT / "setup.py"))


def test_the_build_reads_the_list_of_kernels(setup: dict[str, Any]) -> None:
    assert tuple(setup["kernels"]()) == KERNELS


@pytest.mark.parametrize(("value", "compiles"), [("1", False), ("0", True), ("", True)])
def test_a_pure_build_compiles_nothing(
    setup: dict[str, Any], value: str, compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = pytest.importorskip("Cython.Build")
    given: list[Any] = []

    def cythonize(modules: list[Any], **_: Any) -> list[Any]:
        given.extend(modules)
        return modules

    monkeypatch.setattr(build, "cythonize", cythonize)
    stage = setup["extensions"].__globals__
    monkeypatch.setitem(stage, "stage", lambda name: SimpleNamespace(name=name))
    monkeypatch.setenv("THRESHER_PURE", value)
    built = setup["extensions"]()
    assert [module.name for module in built] == (list(KERNELS) if compiles else [])
    assert all(module.optional for module in built), "a missing compiler must not stop the build"
    assert given == built


def test_compiled_and_plain_kernels_give_the_same_answers() -> None:
    if any(importlib.util.find_spec(compiled_name(name)) is None for name in KERNELS):
        pytest.skip("the kernels are not compiled here")
    compiled = python("-c", DUMP, environment={"THRESHER_PURE": "0"})
    pure = python("-c", DUMP, environment={"THRESHER_PURE": "1"})
    assert (compiled.stderr.strip(), pure.stderr.strip()) == (b"True", b"False")
    for one, other in zip(compiled.stdout.splitlines(), pure.stdout.splitlines(), strict=True):
        assert one == other
    assert len(pure.stdout) > 100_000


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == thresher.__version__


def test_the_makefile_has_the_promised_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("run", "test", "check", "bench", "docs", "format", "add-page", "clean"):
        assert f"\n{target}:" in makefile
