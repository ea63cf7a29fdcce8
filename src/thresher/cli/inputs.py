"""What a command line names: files, URLs, standard input, options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from thresher.errors import BadOption, ParseError
from thresher.limits import Limits
from thresher.parsing.page import Page

_MOST: Final = Limits().max_bytes + 1
"""Bytes read of an input: one more than a page may have, so that a longer one is refused."""
F = TypeVar("F", bound=Callable[..., Any])


def is_url(name: str) -> bool:
    """True for a URL of any scheme; which schemes can be read is for `fetch` to say."""
    return "://" in name


def read_page(name: str, url: str | None = None) -> Page:
    """The page that an argument names: `-` for standard input, a URL, or a file."""
    if name == "-":
        return Page.parse(sys.stdin.buffer.read(_MOST), url=url)
    if is_url(name):
        from thresher.fetch import fetch

        fetched = fetch(name)
        return Page.parse(fetched.body, url=url or fetched.url, encoding=fetched.charset)
    path = Path(name)
    try:
        with path.open("rb") as file:
            return Page.parse(file.read(_MOST), url=url)
    except IsADirectoryError:
        raise ParseError(f"it is a folder; name the pages in it, as {name}/*.html") from None
    except FileNotFoundError:
        raise ParseError("there is no such file (a URL starts with https://)") from None
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror}") from None


def parse_options(pairs: Iterable[str]) -> dict[str, Any]:
    """`key=value` pairs as a dictionary."""
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadOption(f"-O takes key=value, not {pair!r}; for example -O feature=text")
        name = key.strip().replace("-", "_")
        if name in ("self", "identifier", "segmenter", "limits"):
            raise BadOption(f"{name} is no option of an algorithm; see -a and -s")
        options[name] = value
    return options


def algorithm_options(default: str) -> Callable[[F], F]:
    """The flags that every command with an algorithm has."""

    def decorate(command: F) -> F:
        command = click.option(
            "-O", "options", multiple=True, metavar="KEY=VALUE", help="An option of the algorithm."
        )(command)
        return click.option(
            "-a",
            "--algorithm",
            default=default,
            show_default=True,
            metavar="NAME",
            help="See `thresher algorithms`.",
        )(command)

    return decorate
