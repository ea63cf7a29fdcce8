"""The terminal that commands print tables and trees to."""

from __future__ import annotations

import sys

from rich.console import Console


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # for the command to end quietly; rich would leave with code 1


def console() -> Console:
    """Standard output; a pipe or a file gets full lines and no colours.

    Square brackets and colons in the text of a page are no markup.
    """
    width = None if sys.stdout.isatty() else 200
    return _Console(width=width, highlight=False, markup=False, emoji=False)
