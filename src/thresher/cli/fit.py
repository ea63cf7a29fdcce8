"""`thresher fit`: learn the template of a site from its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from thresher.cli.inputs import algorithm_options, parse_options
from thresher.cli.page_sources import PageSources
from thresher.errors import BadOption, ParseError, ThresherError
from thresher.options import options_of
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline
from thresher.registry import find

_MIN_PAGES: Final = 2
_MAX_SAMPLE: Final = 20
"""Pages that --explain looks at: a template shows on any of them."""


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@algorithm_options(default="site")
@click.option(
    "-s", "--segmenter", metavar="NAME", help="Another segmenter than the algorithm's own."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="PATH",
    help="The model file to write; a folder with --per-site.",
)
@click.option(
    "--state",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what later pages can be added to here; when the file is there, add to it.",
)
@click.option("--per-site", is_flag=True, help="A model for every host, and every layout of it.")
@click.option("--explain", is_flag=True, help="Show the template that was learned.")
@click.option("--force", is_flag=True, help="Overwrite what is there.")
def fit(
    sources: tuple[str, ...],
    algorithm: str,
    options: tuple[str, ...],
    segmenter: str | None,
    output: Path,
    state: Path | None,
    per_site: bool,
    explain: bool,
    force: bool,
) -> int:
    """Learn the template of a site from its pages, without labels.

    SOURCE is a folder of pages, a page, a URL, a list of URLs (.txt), JSON lines with html and url
    (.jsonl, .jsonl.gz, .jsonl.xz) or a web archive (.warc, .warc.gz). Five to ten pages of one
    layout are enough.

    \b
    thresher fit pages/ -o site.json
    thresher extract page.html --model site.json -f markdown
    thresher fit pages/ -a content-extractor -o site.json --explain
    thresher fit crawl.warc.gz --per-site -o models/
    thresher fit monday/ -o site.json --state site.state.json
    thresher fit tuesday/ -o site.json --state site.state.json --force
    """
    if find(algorithm, "identifier").kind != "site":
        raise click.UsageError(
            f"{algorithm} does not learn from the pages of a site; "
            "`thresher algorithms` shows which do"
        )
    if per_site and (state is not None or explain):
        raise click.UsageError("--per-site goes with neither --state nor --explain")
    if output.exists() and not force:
        raise click.UsageError(f"{output} is there already; --force overwrites it")
    pipeline = Pipeline(algorithm, segmenter, **parse_options(options))
    sample: list[Page] = []
    with progress_bar() as bar:
        row = bar.add_task("pages", total=None)
        pages = PageSources(sources, on_page=lambda: bar.advance(row))
        if per_site:
            from thresher.cli.fit_per_site import fit_per_site

            report = fit_per_site(pages, pipeline, output)
        else:
            pipeline, sample = _fit_site(pages, pipeline, state)
            pipeline.save(output)
            _warn(pipeline)
            report = f"learned from {pages.read:,} page{'s' * (pages.read != 1)}: {output}"
    click.echo(f"thresher: {report}", err=True)
    if explain:
        from thresher.cli.explain_site import print_template

        print_template(pipeline, sample)
    return 1 if pages.failed else 0


def _fit_site(
    pages: PageSources, pipeline: Pipeline, state: Path | None
) -> tuple[Pipeline, list[Page]]:
    """Learn from all pages; the first few come back with the pipeline, for --explain."""
    sample: list[Page] = []
    if state is not None and not pipeline.identifier.learns_in_steps:
        raise ThresherError(f"{pipeline.name} learns from all pages at once: leave out --state")
    if state is not None and state.exists():
        pipeline = _resumed(pipeline, state).partial_fit(_sampled(pages, sample))
    else:
        pipeline.fit(_sampled(pages, sample))
    if not pages.read:
        raise ParseError("there is no page to learn from")
    if state is not None:
        pipeline.save(state, state=True)
    return pipeline, sample


def _warn(pipeline: Pipeline) -> None:
    """Say so when there was nothing to learn from the pages."""
    learned = pipeline.identifier.export() or {}
    pages = learned.get("pages")
    number = len(pages) if isinstance(pages, list) else pages
    if isinstance(number, int) and number < _MIN_PAGES:
        click.echo("thresher: fewer than two different pages: pages are judged alone", err=True)
    elif learned.get("blocks") == []:
        click.echo(
            "thresher: no block is on several pages; are they of one site? See --per-site", err=True
        )


def _resumed(new: Pipeline, state: Path) -> Pipeline:
    before = Pipeline.load(state)
    is_same = (before.name, options_of(before.identifier), options_of(before.segmenter)) == (
        new.name, options_of(new.identifier), options_of(new.segmenter)
    )  # fmt: skip
    if not is_same:
        raise BadOption(f"{state} was made by {before.name} with other options; give the same ones")
    return before


def _sampled(pages: PageSources, sample: list[Page]) -> Iterator[Page]:
    for page in pages:
        if len(sample) < _MAX_SAMPLE:
            sample.append(page)
        yield page


def progress_bar() -> Progress:
    """Counts pages on standard error, when that is a terminal."""
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
