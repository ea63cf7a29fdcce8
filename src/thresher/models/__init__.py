"""What was learned and ships with the package: arrays in npz files, never pickles.

Each file carries a JSON text, `about`, with what it was trained on, when, by which command, and how
well it did on domains that it had not seen.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ModelFormatError


def shipped(name: str) -> Path:
    """The model file that comes with the package under this name."""
    return Path(__file__).with_name(f"{name}.npz")


def read_model(path: str | os.PathLike[str]) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of a model file, and what it says of itself."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(bytes(arrays.pop("about")).decode("utf-8"))
    except FileNotFoundError:
        raise ModelFormatError(f"there is no model file {os.fspath(path)}") from None
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise ModelFormatError(f"{os.fspath(path)} is not a Thresher model: {error}") from error
    return arrays, about


def write_model(
    path: str | os.PathLike[str], arrays: Mapping[str, NDArray[Any]], about: Mapping[str, Any]
) -> None:
    """Write a model file."""
    text = json.dumps(about, ensure_ascii=False, indent=1).encode("utf-8")
    columns = {**arrays, "about": np.frombuffer(text, dtype=np.uint8)}
    np.savez_compressed(path, **columns)
