"""Thresher: what `thresher.extract` does when no algorithm is named.

For now this is CoreEx, the most accurate page-level algorithm of the papers here.
"""

from __future__ import annotations

from dataclasses import dataclass

from thresher.identifiers.core_ex import CoreEx


@dataclass(slots=True)
class Thresher(CoreEx):
    """The default."""
