"""Compiles the kernels; everything else about the package is in pyproject.toml.

Each kernel `x.py` is copied as `_x.py`, with its types `x.pxd` as `_x.pxd`, into the build folder
and compiled from there, so that the plain module stays importable beside the compiled one. Without
Cython, without a C compiler or with THRESHER_PURE=1 the package installs all the same.
"""

from __future__ import annotations

import ast
import os
import shutil
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent
STAGE = ROOT / "build" / "kernels"


def kernels() -> list[str]:
    """The list in thresher/compiled.py, read without importing the package."""
    tree = ast.parse((ROOT / "src/thresher/compiled.py").read_text(encoding="utf-8"))
    for statement in tree.body:
        if (
            isinstance(statement, ast.Assign)
            and getattr(statement.targets[0], "id", "") == "KERNELS"
        ):
            return list(ast.literal_eval(statement.value))
    raise RuntimeError("src/thresher/compiled.py has no KERNELS")


def stage(name: str) -> Extension:
    """Copy one kernel under its compiled name and describe how to build it."""
    *packages, module = name.split(".")
    folder = STAGE.joinpath(*packages)
    folder.mkdir(parents=True, exist_ok=True)
    for level in range(len(packages)):
        (STAGE.joinpath(*packages[: level + 1]) / "__init__.py").touch()
    source = ROOT.joinpath("src", *packages, module)
    for suffix in (".py", ".pxd"):
        shutil.copyfile(source.with_suffix(suffix), folder / f"_{module}{suffix}")
    return Extension(
        ".".join([*packages, f"_{module}"]),
        [str((folder / f"_{module}.py").relative_to(ROOT))],
        # Sums must be those of plain Python: a fused multiplication and addition rounds once less.
        extra_compile_args=[] if os.name == "nt" else ["-O3", "-ffp-contract=off"],
    )


def extensions() -> list[Extension]:
    if os.environ.get("THRESHER_PURE", "") not in ("", "0"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules: list[Extension] = cythonize(
        [stage(name) for name in kernels()],
        include_path=[str(STAGE)],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "annotation_typing": False,
        },
        quiet=True,
    )
    for module in modules:
        module.optional = True  # cythonize drops it; without a compiler the plain modules serve
    return modules


setup(ext_modules=extensions())
