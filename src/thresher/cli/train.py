"""`thresher train`: a model from labelled pages."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import track

from thresher.cli.console import console
from thresher.errors import DataError

if TYPE_CHECKING:
    from thresher.evaluation.datasets import Example


@click.command()
@click.option(
    "-a",
    "--algorithm",
    type=click.Choice(["thresher", "l-extractor", "mountain"]),
    default="thresher",
    show_default=True,
    help="What to train.",
)
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the evaluation sets.")
@click.option(
    "--sets", metavar="NAME,…", help="Sets to learn from; all with truth texts if absent."
)
@click.option(
    "--my-pages",
    type=click.Path(path_type=Path, exists=True),
    metavar="FOLDER",
    help="Your own pages: page.html beside page.txt, the text that should come out.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="Where to write the model.",
)
@click.option("--force", is_flag=True, help="Overwrite the output.")
@click.option(
    "--threads", default=1, show_default=True, help="One gives the same model everywhere."
)
@click.option(
    "--folds-to",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Also keep the five models of the cross-validation, for scoring out of fold.",
)
def train(
    algorithm: str,
    data: Path | None,
    sets: str | None,
    my_pages: Path | None,
    output: Path,
    force: bool,
    threads: int,
    folds_to: Path | None,
) -> None:
    """Train a model on labelled pages, with a cross-validation split by domain.

    \b
    thresher train --data DIR -o model.npz
    thresher train --my-pages labelled/ -o mine.npz
    thresher train -a l-extractor --my-pages labelled/ -o mine.json
    thresher extract page.html --model mine.npz
    """
    if output.exists() and not force:
        raise click.UsageError(f"{output} exists; --force overwrites it")
    if not output.absolute().parent.is_dir():
        raise click.UsageError(f"there is no folder for {output}; make it first")
    if algorithm != "thresher" and (folds_to is not None or threads != 1):
        raise click.UsageError(f"--folds-to and --threads are for thresher, not for {algorithm}")
    examples = _my_examples(my_pages) if my_pages else _set_examples(data, sets)
    if algorithm == "thresher":
        means = _train_default(
            examples, output, folds_to, threads, _command(sets, my_pages, threads)
        )
    else:
        means = _train_paper(algorithm, examples, output)
    out = console()
    for name, mean in means.items():
        out.print(f"{name:32} {mean:.4f}")


def _train_paper(algorithm: str, examples: Iterator[Example], output: Path) -> dict[str, float]:
    from thresher.training.labelled import train as train_labelled

    pipeline, means = train_labelled(algorithm, list(examples), _say)
    pipeline.save(output)
    return means


def _train_default(
    examples: Iterator[Example], output: Path, folds_to: Path | None, threads: int, command: str
) -> dict[str, float]:
    from thresher.models import write_model
    from thresher.training import default_model
    from thresher.training.examples import TrainingPage, training_pages

    pages: list[TrainingPage] = list(training_pages(examples, default_model.FOLDS))
    if len({page.fold for page in pages}) < default_model.FOLDS:
        raise DataError(
            f"{len(pages)} pages with truth are too few for a cross-validation over domains; "
            "give pages of ten or more sites"
        )
    models, scores = default_model.cross_validate(pages, _say, threads=threads)
    _say("all pages")
    model = default_model.with_confidence(default_model.fit(pages, threads=threads), scores)
    today = datetime.date.today().isoformat()
    about = default_model.describe(pages, scores, date=today, command=command)
    write_model(output, model.arrays(), about)
    if folds_to is not None:
        folds_to.mkdir(parents=True, exist_ok=True)
        for number, fold_model in enumerate(models):
            write_model(folds_to / f"fold-{number}.npz", fold_model.arrays(), about)
    means: dict[str, float] = about["out_of_fold_word_f1"]
    return means


def _say(message: str) -> None:
    click.echo(message, err=True)


def _command(sets: str | None, my_pages: Path | None, threads: int) -> str:
    """How to train the model again, without folders: those are of one machine."""
    source = "--my-pages …" if my_pages else f"--data … --sets {sets}" if sets else "--data …"
    return f"thresher train {source} --threads {threads}"


def _set_examples(data: Path | None, sets: str | None) -> Iterator[Example]:
    from thresher.evaluation.datasets import data_folder, read_set, set_names, without_repeats

    folder = data_folder(data)
    names = sets.split(",") if sets else set_names(folder)
    examples = (example for name in names for example in read_set(name, folder))
    return without_repeats(track(examples, description="pages", console=Console(stderr=True)))


def _my_examples(folder: Path) -> Iterator[Example]:
    from thresher.evaluation.datasets import read_path

    return read_path(folder)
