"""Many pages from where they are kept: folders, JSON lines, web archives, lists of URLs.

A page that cannot be read is reported and left out; the others go on.
"""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, cast
from urllib.parse import urlsplit

import click

from thresher.cli.inputs import is_url, read_page
from thresher.errors import MissingExtra, ParseError, ThresherError
from thresher.parsing.page import Page

_PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml", ".shtml")
_JSON_LINES: Final = (".jsonl", ".jsonl.gz", ".jsonl.xz")
_ARCHIVES: Final = (".warc", ".warc.gz", ".arc", ".arc.gz")
_HTML_KEYS: Final = ("html", "content", "body")


@dataclass(slots=True)
class PageSources:
    """The pages that the arguments of a command name, one after the other."""

    names: Sequence[str]
    failed: int = 0
    """Pages that could not be read so far."""
    read: int = 0
    """Pages that were read so far."""
    on_page: Callable[[], None] = field(default=lambda: None)
    """Called after every page."""

    def __iter__(self) -> Iterator[Page]:
        for name in self.names:
            for label, load in _pages_of(name):
                try:
                    page = load()
                    page.table  # noqa: B018 - so that errors come out here
                except ThresherError as error:
                    self.failed += 1
                    click.echo(f"thresher: {label}: {error}", err=True)
                else:
                    self.read += 1
                    yield page
                self.on_page()


Loader = Callable[[], Page]


def _pages_of(name: str) -> Iterator[tuple[str, Loader]]:
    """A label and a loader for every page that one argument stands for."""
    path = Path(name)
    if is_url(name) or name == "-":
        yield name, lambda: read_page(name)
    elif path.is_dir():
        yield from _of_folder(path)
    elif name.lower().endswith(_JSON_LINES):
        yield from _of_json_lines(path)
    elif name.lower().endswith(_ARCHIVES):
        yield from _of_archive(path)
    elif name.lower().endswith(".txt"):
        yield from _of_url_list(path)
    else:
        yield name, lambda: read_page(name)


def _of_folder(folder: Path) -> Iterator[tuple[str, Loader]]:
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in _PAGE_SUFFIXES)
    if not files:
        raise ParseError(f"{folder} holds no pages: none of its files ends with .html or .htm")
    for file in files:
        yield str(file), _file_loader(file, _url_from_path(file.relative_to(folder)))


def _file_loader(file: Path, url: str | None) -> Loader:
    return lambda: read_page(str(file), url)


def _url_from_path(path: Path) -> str | None:
    """Crawlers store a page under its host: `example.org/news/1.html`."""
    host = path.parts[0]
    return f"https://{path.as_posix()}" if len(path.parts) > 1 and "." in host.strip(".") else None


def _of_json_lines(path: Path) -> Iterator[tuple[str, Loader]]:
    with _opened(path) as file:
        try:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"{path}:{number}", _line_loader(line)
        except (OSError, EOFError, lzma.LZMAError) as error:
            raise ParseError(f"{path} is damaged: {error}") from error


def _opened(path: Path) -> IO[bytes]:
    try:
        if path.suffix == ".gz":
            return cast(IO[bytes], gzip.open(path))
        return lzma.open(path) if path.suffix == ".xz" else path.open("rb")
    except OSError as error:
        raise ParseError(f"{path} cannot be read: {error.strerror}") from error


def _line_loader(line: bytes) -> Loader:
    def load() -> Page:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"the line is not JSON: {error}") from error
        html = next((row[key] for key in _HTML_KEYS if key in row), None) if row else None
        if not isinstance(row, dict) or not isinstance(html, str):
            raise ParseError(f"the line has no page: it needs one of {', '.join(_HTML_KEYS)}")
        url = row.get("url")
        return Page.parse(html, url=url if isinstance(url, str) else None)

    return load


def _of_archive(path: Path) -> Iterator[tuple[str, Loader]]:
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError as error:
        raise MissingExtra(
            f"reading the web archive {path} needs fastwarc: pip install 'thresher[batch]'"
        ) from error
    with _opened_archive(path) as file:
        try:
            for record in ArchiveIterator(
                file, record_types=WarcRecordType.response, parse_http=True
            ):
                url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
                if "html" in (record.http_content_type or ""):
                    yield url or str(path), _record_loader(record, url)
        except OSError as error:
            raise ParseError(f"{path} is no web archive, or a damaged one: {error}") from error


def _opened_archive(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise ParseError(f"{path} cannot be read: {error.strerror}") from error


def _record_loader(record: Any, url: str) -> Loader:
    return lambda: Page.parse(record.reader.read(), url=url or None, encoding=record.http_charset)


def _of_url_list(path: Path) -> Iterator[tuple[str, Loader]]:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"{path} cannot be read as a list of URLs: {error}") from error
    for line in lines:
        if not is_url(line):
            raise ParseError(f"{path} is no list of URLs: it holds {line[:60]!r}")
        yield line, _url_loader(line)


def _url_loader(url: str) -> Loader:
    return lambda: read_page(url)


def site_of(page: Page) -> str:
    """The host that a page is from: by its URL, else by what it says of itself; or `unknown`."""
    declared = page.metadata.canonical_url
    for url in (page.url, declared and declared.value):
        host = urlsplit(str(url)).hostname if url else None
        if host:
            return host.removeprefix("www.")
    return "unknown"
