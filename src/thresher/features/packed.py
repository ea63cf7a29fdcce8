"""Columns of numbers as text that JSON can hold: little-endian, compressed, base 64."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from typing import Any
from zlib import compress, decompress
from zlib import error as ZlibError  # noqa: N812 - an exception, whatever its name says

import numpy as np


def packed(column: array[Any]) -> str:
    """The column as text."""
    little = np.array(column).astype(f"<{np.dtype(column.typecode).str[1:]}")
    return b64encode(compress(little.tobytes(), 6)).decode("ascii")


def unpacked(text: str, code: str) -> array[Any]:
    """The column of type `code` that the text stands for; ValueError when it is damaged."""
    try:
        data = decompress(b64decode(text, validate=True))
    except ZlibError as error:
        raise ValueError(f"damaged numbers: {error}") from error
    column = array(code)
    column.extend(np.frombuffer(data, f"<{np.dtype(code).str[1:]}").tolist())
    return column
