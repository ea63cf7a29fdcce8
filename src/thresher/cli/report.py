"""`thresher report`: the results of an evaluation as a page to read or print."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="What to write: .html with plots, or .md with the tables alone.",
)
def report(results: tuple[Path, ...], output: Path) -> None:
    """Write tables and plots of results that `thresher evaluate -o` has written.

    The HTML is one file that needs nothing else.

    \b
    thresher report out.json -o report.html
    thresher report pages.json sites.json -o report.html
    thresher report out.json -o results.md
    """
    from thresher.errors import DataError
    from thresher.evaluation.report import to_html
    from thresher.evaluation.results import Results
    from thresher.evaluation.results_page import to_markdown

    write = {".html": to_html, ".htm": to_html, ".md": to_markdown}.get(output.suffix.lower())
    if write is None:
        raise click.UsageError(f"-o takes a file that ends in .html or .md, not {output.name!r}")
    text = write([Results.load(path) for path in results])
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot write {str(output)!r}: {error.strerror}") from error
    click.echo(f"thresher: written: {output}", err=True)
