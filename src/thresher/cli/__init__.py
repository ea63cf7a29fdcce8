"""The `thresher` command: parses, calls the library, prints.

Results go to standard output, everything else to standard error. Exit code 0: fine, 1: some pages
failed, 2: the command was wrong.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from thresher import __version__
from thresher.errors import BadOption, ThresherError, UnknownAlgorithm

_COMMANDS = {
    "extract": "thresher.cli.extract:extract",
    "segment": "thresher.cli.segment:segment",
    "fit": "thresher.cli.fit:fit",
    "algorithms": "thresher.cli.algorithms:algorithms",
    "evaluate": "thresher.cli.evaluate:evaluate",
    "report": "thresher.cli.report:report",
    "train": "thresher.cli.train:train",
}


class Commands(click.Group):
    """Loads a command when it is used; `thresher page.html` is short for `thresher extract …`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(__import__(module, fromlist=[name]), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and _looks_like_page(args[0]):
            args = ["extract", *args]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of our output has gone (head, less): nothing is wrong. Caught here, because
            # click makes a failure of it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


def _looks_like_page(argument: str) -> bool:
    return argument == "-" or "://" in argument or "." in argument or os.path.exists(argument)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="thresher %(version)s")
def cli() -> None:
    """Find the informative sections of web pages.

    \b
    thresher page.html                          the main text of a page
    thresher extract page.html -f markdown      as Markdown
    thresher extract https://example.org/ --explain
    thresher segment page.html -a get-block-set the blocks of a page
    thresher algorithms                         what there is to choose from
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and leave with its exit code; no traceback reaches the user."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Where the locale lacks a character of the page, its code is shown.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is returned."""
    try:
        code = cli.main(args=arguments, prog_name="thresher", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (UnknownAlgorithm, BadOption) as error:
        return _complain(str(error), 2)
    except ThresherError as error:
        return _complain(str(error), 1)
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", 130)
    except Exception as error:
        if os.environ.get("THRESHER_DEBUG"):
            raise
        kind = type(error).__name__
        return _complain(
            f"unexpected {kind}: {error}\nThis is a defect of Thresher. "
            "Set THRESHER_DEBUG=1 to see where it happened.",
            1,
        )


def _complain(message: str, code: int) -> int:
    click.echo(f"thresher: {message}", err=True)
    return code
