"""What was learned and ships with the package: arrays in npz files, never pickles.

Each file carries a JSON text, `about`, with what it was trained on, when, by which command, and how
well it did on domains that it had not seen.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, is_zipfile

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ModelFormatError, ThresherError

# What reading a file that is empty, cut short, altered or of another program can end in; a
# TypeError comes from a file with a single array in place of several.
_DAMAGE: Final = (
    *(OSError, ValueError, KeyError, TypeError, EOFError, RecursionError, NotImplementedError),
    *(BadZipFile, zlib.error),
)


def shipped(name: str) -> Path:
    """The model file that comes with the package under this name."""
    return Path(__file__).with_name(f"{name}.npz")


def read_model(path: str | os.PathLike[str]) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of a model file, and what it says of itself."""
    try:
        # Opened here, for numpy leaves a file open that turns out to be no archive.
        with open(path, "rb") as source:
            if not is_zipfile(source):  # numpy would speak of pickles
                raise BadZipFile("it is no archive of arrays")
        with open(path, "rb") as source, np.load(source, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(bytes(arrays.pop("about")).decode("utf-8"))
    except FileNotFoundError:
        raise ModelFormatError(f"there is no model file {os.fspath(path)}") from None
    except _DAMAGE as error:
        raise ModelFormatError(f"{os.fspath(path)} is not a Thresher model: {error}") from error
    if not isinstance(about, dict):
        raise ModelFormatError(f"{os.fspath(path)} is not a Thresher model: about is no object")
    return arrays, about


def write_model(
    path: str | os.PathLike[str], arrays: Mapping[str, NDArray[Any]], about: Mapping[str, Any]
) -> None:
    """Write a model file: whole, or not at all."""
    text = json.dumps(about, ensure_ascii=False, indent=1).encode("utf-8")
    columns: dict[str, Any] = {**arrays, "about": np.frombuffer(text, dtype=np.uint8)}
    part = Path(f"{os.fspath(path)}.part")
    try:
        with part.open("wb") as file:  # a name would get another suffix
            np.savez_compressed(file, **columns)
        part.replace(path)
    except OSError as error:
        raise ThresherError(
            f"cannot write the model {os.fspath(path)}: {error.strerror}"
        ) from error
