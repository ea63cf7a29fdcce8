"""The choice between a compiled kernel and its plain source."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from tests.material import PACKAGE
from thresher.compiled import KERNELS, compiled_name, kernel


@pytest.fixture(autouse=True)
def _choose_anew() -> Iterator[None]:
    """The choice is made once in a process: not in these tests, nor by them for others."""
    kernel.cache_clear()
    yield
    kernel.cache_clear()


def is_compiled(name: str) -> bool:
    return importlib.util.find_spec(compiled_name(name)) is not None


def test_the_compiled_form_has_an_underscore() -> None:
    assert compiled_name("thresher.parsing.walk") == "thresher.parsing._walk"


@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_has_its_source_and_its_types(name: str) -> None:
    source = PACKAGE.parent.joinpath(*name.split("."))
    assert source.with_suffix(".py").is_file()
    assert source.with_suffix(".pxd").is_file()


def test_every_pxd_belongs_to_a_kernel() -> None:
    found = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in PACKAGE.rglob("*.pxd")
    }
    assert found == set(KERNELS)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("value", ["1", "yes"])
def test_the_plain_source_runs_when_asked_for(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THRESHER_PURE", value)
    assert kernel(name).__name__ == name
    assert str(kernel(name).__file__).endswith(".py")


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("value", ["", "0"])
def test_otherwise_the_compiled_form_runs_where_it_exists(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THRESHER_PURE", value)
    assert kernel(name).__name__ == (compiled_name(name) if is_compiled(name) else name)


def test_a_kernel_that_was_not_compiled_runs_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THRESHER_PURE", raising=False)
    assert kernel("thresher.limits").__name__ == "thresher.limits"
