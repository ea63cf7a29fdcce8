"""Chooses between a compiled kernel and its plain Python source.

A kernel is a plain module `x.py` with C types in `x.pxd` beside it; the build compiles it under the
name `_x`. ``THRESHER_PURE=1``, or an installation made without a C compiler, runs the plain module.
"""

from __future__ import annotations

import importlib
import os
from functools import cache
from types import ModuleType

KERNELS = (
    "thresher.parsing.walk",
    "thresher.parsing.text_shape",
    "thresher.parsing.shown_text",
    "thresher.features.block_kernel",
    "thresher.features.choosing_kernel",
    "thresher.features.element_kernel",
    "thresher.features.forest_kernel",
    "thresher.features.net_kernel",
    "thresher.segmenters.leaves_kernel",
    "thresher.identifiers.verdict_kernel",
)
"""Every module that the build compiles."""


def compiled_name(name: str) -> str:
    """The name under which the build puts the compiled form of the kernel `name`."""
    package, _, module = name.rpartition(".")
    return f"{package}._{module}"


@cache  # asked for some twenty times a page; the environment is looked at once in a process
def kernel(name: str) -> ModuleType:
    """The kernel `name`: compiled where that exists and is wanted, otherwise the plain module."""
    if os.environ.get("THRESHER_PURE", "") in ("", "0"):
        try:
            return importlib.import_module(compiled_name(name))
        except ModuleNotFoundError:
            pass
    return importlib.import_module(name)
