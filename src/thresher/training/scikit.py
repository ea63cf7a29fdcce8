"""scikit-learn, where it is installed."""

from __future__ import annotations

import importlib
from typing import Any

from thresher.errors import MissingExtra


def scikit_learn(module: str) -> Any:
    """A module of scikit-learn by its last name; loaded only when something is trained."""
    try:
        return importlib.import_module(f"sklearn.{module}")
    except ImportError as error:
        raise MissingExtra(
            "training needs scikit-learn, which is not installed: pip install 'thresher[train]'"
        ) from error
