"""`thresher extract`: the informative sections of pages."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from thresher.cli.inputs import algorithm_options, parse_options, read_page
from thresher.errors import BadOption, ThresherError
from thresher.pipeline import Pipeline, render
from thresher.registry import find
from thresher.renderers.json import as_dict
from thresher.types import Extraction

_SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}


DEFAULT = "thresher"


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@algorithm_options(default=DEFAULT)
@click.option(
    "-s", "--segmenter", metavar="NAME", help="Another segmenter than the algorithm's own."
)
@click.option(
    "-f",
    "--format",
    "renderer",
    default="text",
    show_default=True,
    metavar="FORMAT",
    help="text, markdown, html or json.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="PATH",
    help="Write to a file; to a folder when there are several pages, or PATH ends with /.",
)
@click.option("--url", help="Where the page is from: makes its links absolute.")
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A saved model; it brings its own algorithm and options.",
)
@click.option("--explain", is_flag=True, help="Show every block, and why it was kept or dropped.")
def extract(
    pages: tuple[str, ...],
    algorithm: str,
    options: tuple[str, ...],
    segmenter: str | None,
    renderer: str,
    output: str | None,
    url: str | None,
    model: Path | None,
    explain: bool,
) -> int:
    """Extract the informative sections of pages.

    PAGE is a file, a URL, or - for standard input.

    \b
    thresher extract page.html
    thresher extract https://example.org/post -f markdown -o post.md
    thresher extract page.html -a k-feature-extractor -O feature=text --explain
    curl -s https://example.org/ | thresher extract - --url https://example.org/ -f json
    thresher extract pages/*.html -f markdown -o texts/
    """
    if model is not None:
        if options or segmenter or algorithm != DEFAULT:
            raise click.UsageError("--model brings its algorithm and options; leave out -a, -s, -O")
        pipeline = Pipeline.load(model)
    else:
        pipeline = Pipeline(algorithm, segmenter, **parse_options(options))
    if explain and output is not None:
        raise click.UsageError("--explain shows a page on standard output; leave out -o")
    sink = _Sink(renderer, output, several=len(pages) > 1, explain=explain)
    failed = False
    for name in pages:
        try:
            sink.write(name, pipeline.extract(read_page(name, url)))
        except BadOption:
            raise  # wrong for every page
        except ThresherError as error:
            click.echo(f"thresher: {name}: {error}", err=True)
            failed = True
    return 1 if failed else 0


class _Sink:
    """Where results go: standard output, one file, or a folder with a file for each page."""

    def __init__(self, renderer: str, output: str | None, *, several: bool, explain: bool) -> None:
        find(renderer, "renderer")
        self.renderer = renderer
        self.output = None if output is None else Path(output)
        self.several = several
        self.explain = explain
        self.names: set[str] = set()
        if self.output is not None and (several or str(output).endswith(("/", os.sep))):
            self._make_folder(self.output)

    def _make_folder(self, folder: Path) -> None:
        if folder.exists() and not folder.is_dir():
            raise click.UsageError(f"{folder} is a file; for several pages -o names a folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"cannot make the folder {folder}: {error.strerror}") from None

    def write(self, name: str, extraction: Extraction) -> None:
        """One result. Several on standard output are told apart: a heading each, or JSON lines."""
        if self.explain:
            from thresher.cli.explain import print_explanation

            print_explanation(extraction)
        elif self.output is None:
            self._print(name, extraction)
        else:
            path = self._path(name) if self.several or self.output.is_dir() else self.output
            if path.exists() and Path(name).exists() and path.samefile(name):
                raise ThresherError(f"{path} is the page itself; -o must name another place")
            text = render(extraction, self.renderer)
            try:
                path.write_text(text + "\n" if text else "", encoding="utf-8")
            except OSError as error:
                raise ThresherError(f"cannot write {path}: {error.strerror}") from None

    def _print(self, name: str, extraction: Extraction) -> None:
        if self.several and self.renderer == "json":
            click.echo(json.dumps({"page": name, **as_dict(extraction)}, ensure_ascii=False))
            return
        if self.several:
            click.echo(f"{'' if not self.names else chr(10)}==> {name} <==")
            self.names.add(name)
        text = render(extraction, self.renderer)
        if text:
            click.echo(text)
        else:
            click.echo(f"thresher: {name}: nothing informative found", err=True)

    def _path(self, name: str) -> Path:
        """A file in the folder, named after the page; a number is added where names collide."""
        assert self.output is not None
        stem = Path(name.rstrip("/").rpartition("/")[2] or "page").stem or "page"
        unique, number = stem, 1
        while unique in self.names:
            number += 1
            unique = f"{stem}-{number}"
        self.names.add(unique)
        return self.output / (unique + _SUFFIXES.get(self.renderer, ".out"))
