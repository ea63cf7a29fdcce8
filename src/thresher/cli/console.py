"""The terminal that commands print tables and trees to."""

from __future__ import annotations

import sys

from rich.console import Console


def console() -> Console:
    """Standard output; a pipe or a file gets full lines and no colours."""
    return Console(width=None if sys.stdout.isatty() else 160, highlight=False)
