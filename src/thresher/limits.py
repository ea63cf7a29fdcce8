"""How large an input may be. A page over a limit is refused whole, never cut in silence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds for one page and for one fetch."""

    max_bytes: int = 32 * 2**20
    """Size of a page as it came, in bytes."""
    max_nodes: int = 2_000_000
    """Nodes of the parsed tree."""
    max_redirects: int = 10
    """Redirects followed for one URL."""
    timeout_seconds: float = 30.0
    """Time for one URL, from the first connection to the last byte."""
