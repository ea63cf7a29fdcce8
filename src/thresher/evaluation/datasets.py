"""Page sets with a known answer, read one page at a time.

A set is a file with one JSON object a line (``.jsonl``, also ``.jsonl.gz`` and ``.jsonl.xz``), or a
folder of one's own pages: ``page.html`` beside ``page.txt``, or ``<name>/page.html`` beside
``<name>/truth.txt``. Sets are found by name in a data folder, the one given or ``THRESHER_DATA``.

A truth that a page lacks is None. A true text that is empty says that the page has no content.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

from thresher.errors import DataError, nearest_first
from thresher.parsing.page import Page

_SUFFIXES = (".jsonl.xz", ".jsonl.gz", ".jsonl")

# Keys of a row that are taken over as they are.
_PLAIN_KEYS = (
    "site", "url", "lang", "type", "text", "title", "author", "date", "selector", "markdown"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Example:
    """One page and what is known about it. Only id, set, domain and html are always there."""

    id: str
    set: str
    domain: str
    html: str
    site: str | None = None
    url: str | None = None
    lang: str | None = None
    type: str | None = None
    text: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    with_: tuple[str, ...] | None = None
    """Snippets that must be in the text."""
    without: tuple[str, ...] | None = None
    """Snippets that must not be in it."""
    attrs: Mapping[str, tuple[str, ...]] | None = None
    """Field → its values on the page."""
    records: tuple[Any, ...] | None = None
    """Records in the form of their set: mappings, or tuples of values."""
    selector: str | None = None
    """CSS selector of the content element, or an XPath after ``xpath:``."""
    spans: tuple[Any, ...] | None = None
    """Labelled pieces of text, or offsets into the page, in the form of their set."""
    markdown: str | None = None
    """The source that the page was built from."""

    @property
    def html_digest(self) -> str:
        return hashlib.sha256(self.html.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Convention:
    """What a set's truth counts as content, where people differ."""

    headline: bool
    comments: bool


DEFAULT_CONVENTION = Convention(headline=False, comments=False)

# From the share of such blocks that each truth contains; a set not listed follows the default.
CONVENTIONS: dict[str, Convention] = {
    "cleaneval-dev": Convention(headline=True, comments=True),
    "cleanportaleval": Convention(headline=True, comments=False),
    "daniel": Convention(headline=True, comments=False),
    "docs": Convention(headline=True, comments=False),
    "dragnet": Convention(headline=True, comments=True),
    "forum": Convention(headline=False, comments=True),
    "l3s-gn1": Convention(headline=True, comments=False),
    "wcxb-dev": Convention(headline=False, comments=False),
}


def convention(set_name: str) -> Convention:
    """The convention that a set declares, or the default."""
    return CONVENTIONS.get(set_name, DEFAULT_CONVENTION)


def data_folder(given: str | Path | None = None) -> Path:
    """The folder that holds the sets: the one given, else the one that THRESHER_DATA names."""
    named = given or os.environ.get("THRESHER_DATA")
    if not named:
        raise DataError(
            "no data folder: name one, or set THRESHER_DATA to a folder that holds page sets "
            f"(files <set>{_SUFFIXES[0]}, {', '.join(_SUFFIXES[1:])}, or folders of pages)"
        )
    folder = Path(named)
    if not folder.is_dir():
        raise DataError(f"the data folder {str(folder)!r} does not exist or is not a folder")
    return folder


def set_names(folder: Path) -> list[str]:
    """The sets of a data folder, in alphabetical order."""
    return sorted(_set_paths(folder))


def set_path(name: str, folder: Path) -> Path:
    """The file or folder of a set."""
    paths = _set_paths(folder)
    if name not in paths:
        known = ", ".join(nearest_first(name, paths)) or "none"
        raise DataError(f"no set {name!r} in {str(folder)!r}; there are: {known}")
    return paths[name]


def _set_paths(folder: Path) -> dict[str, Path]:
    paths = {path.name: path for path in folder.iterdir() if path.is_dir() and _page_pairs(path)}
    for suffix in reversed(_SUFFIXES):
        for path in folder.glob(f"*{suffix}"):
            paths[path.name.removesuffix(suffix)] = path
    return paths


def read_set(
    name: str, folder: str | Path | None = None, limit: int | None = None
) -> Iterator[Example]:
    """The pages of a set in a data folder, without repeated pages, at most `limit`."""
    return read_path(set_path(name, data_folder(folder)), limit)


def read_path(path: Path, limit: int | None = None) -> Iterator[Example]:
    """The pages of a set file or a folder of pages, without repeated pages, at most `limit`.

    Whether the path can be a set at all is checked at once, its pages when they are reached.
    """
    if path.is_dir():
        if not _page_pairs(path):
            raise DataError(
                f"no pages in the folder {str(path)!r}: expected page.html beside page.txt, "
                "or <name>/page.html beside <name>/truth.txt"
            )
        examples = _read_folder(path)
    elif path.name.endswith(_SUFFIXES) and path.is_file():
        examples = _read_lines(path)
    else:
        raise DataError(
            f"{str(path)!r} is not a page set: expected a folder of pages or an existing file "
            f"that ends in {', '.join(_SUFFIXES)}"
        )
    return islice(without_repeats(examples), limit)


def set_digest(path: Path) -> str:
    """SHA-256 of a set: of the file as it is, or of the names and contents of a folder's pages."""
    digest = hashlib.sha256()
    files = [path] if path.is_file() else [file for pair in _page_pairs(path) for file in pair]
    for file in files:
        if file != path:
            name = file.relative_to(path).as_posix().encode()
            digest.update(b"%d:%s:%d:" % (len(name), name, file.stat().st_size))
        with file.open("rb") as stream:
            while piece := stream.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def without_repeats(examples: Iterable[Example]) -> Iterator[Example]:
    """Each page once, by its HTML. Pages repeat between sets too: chain those before this."""
    seen: set[str] = set()
    for example in examples:
        digest = example.html_digest
        if digest not in seen:
            seen.add(digest)
            yield example


def _open_text(path: Path) -> IO[str]:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _read_lines(path: Path) -> Iterator[Example]:
    number = 0
    try:
        with _open_text(path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _from_row(json.loads(line), path, number)
    except (lzma.LZMAError, gzip.BadGzipFile, EOFError, ValueError) as error:
        raise DataError(f"{str(path)!r} is damaged after line {number}: {error}") from error


def _from_row(row: Any, path: Path, number: int) -> Example:
    if not isinstance(row, dict) or not isinstance(row.get("html"), str):
        raise DataError(f"{str(path)!r}, line {number}: expected an object with the key 'html'")
    name = path.name
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    identity = str(row.get("id", number))
    domain = row.get("domain") or row.get("site") or f"{name}/{identity}"
    return Example(
        id=identity,
        set=name,
        domain=domain,
        html=row["html"],
        with_=_tuple(row.get("with")),
        without=_tuple(row.get("without")),
        attrs=_attrs(row.get("attrs")),
        records=_tuple(row.get("records")),
        spans=_tuple(row.get("spans")),
        **{key: row.get(key) for key in _PLAIN_KEYS},
    )


def _tuple(values: list[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)


def _attrs(fields: dict[str, list[str]] | None) -> dict[str, tuple[str, ...]] | None:
    return None if fields is None else {key: tuple(values) for key, values in fields.items()}


def _page_pairs(folder: Path) -> list[tuple[Path, Path]]:
    """(page, truth) of every page in a folder, in order of name."""
    pairs = []
    for page in sorted([*folder.glob("*.html"), *folder.glob("*.htm")]):
        pairs.append((page, page.with_suffix(".txt")))
    for page in sorted(folder.glob("*/page.html")):
        pairs.append((page, page.with_name("truth.txt")))
    return [pair for pair in pairs if pair[1].is_file()]


def _read_folder(folder: Path) -> Iterator[Example]:
    for page, truth in _page_pairs(folder):
        identity = page.parent.name if page.parent != folder else page.stem
        html = Page.parse(page.read_bytes()).markup  # in whatever encoding it was saved
        try:
            text = truth.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"the truth {str(truth)!r} is not UTF-8") from error
        yield Example(
            id=identity, set=folder.name, domain=f"{folder.name}/{identity}", html=html, text=text
        )
