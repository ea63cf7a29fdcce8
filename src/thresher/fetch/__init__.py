"""Pages from the web."""

from __future__ import annotations

from thresher.fetch.http import Fetched, fetch

__all__ = ["Fetched", "fetch"]
