"""What each part of the default is worth: `python -m benchmarks.ablation --fold-models DIR`.

Steps of the choice are left out under the models of a cross-validation (`thresher train
--folds-to`), every page under the model that has not seen its domain. Groups of features are left
out by training anew without them, on the folds of `--folds`. Differences are paired, with their
95 % intervals; they are given for the set with all page types, and for the mean of all sets.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.variants import Trees, Variant
from thresher.evaluation.datasets import (
    DEFAULT_CONVENTION,
    data_folder,
    read_set,
    without_repeats,
)
from thresher.features.block_features import FEATURE_GROUPS, FEATURE_NAMES
from thresher.features.block_model import BlockModel
from thresher.features.choosing import best_set, completed
from thresher.features.forest import sigmoid
from thresher.identifiers.thresher import FLOOR, load_model
from thresher.training.default_model import FOLDS, choose, fit, inputs_of, score, texts_of
from thresher.training.examples import TrainingPage, training_pages

SETS: Final = "wcxb-dev,dragnet,daniel,docs,l3s-gn1,cleaneval-dev,cleanportaleval,forum"
Keep = NDArray[np.bool_]
Chooser = Callable[[BlockModel, TrainingPage], Keep]


def chooser(
    *,
    net: bool = True,
    trees: Trees = "in doubt",
    floor: float = FLOOR,
    threshold: float | None = None,
    completion: bool = True,
) -> Chooser:
    """The choice of the default, with some steps left out."""

    def keep_of(model: BlockModel, page: TrainingPage) -> Keep:
        texts = texts_of(page)
        keep, probability = np.zeros(len(page.words), dtype=np.bool_), np.zeros(len(page.words))
        words, group = page.words[texts], page.group[texts]
        variant = Variant.of(model, net=net, trees=trees)
        reading = variant.read(inputs_of(page), texts, words, group)
        probability[texts] = sigmoid(reading.logits)
        at = texts[reading.passed]
        if not len(at) or probability[at].max() < floor:
            return keep
        if threshold is None:
            keep[at] = best_set(probability[at], page.words[at]).keep
        else:
            keep[at] = probability[at] >= threshold
        if completion:
            wanted = page.convention.headline
            keep = completed(keep, probability, page.matrix, headline=wanted)
        return keep

    return keep_of


STEPS: Final[dict[str, Chooser]] = {
    "the default": chooser(),
    "net alone, no trees": chooser(trees="never"),
    "trees alone, no net": chooser(net=False, trees="always"),
    "gate alone": chooser(net=False, trees="never"),
    "trees asked always": chooser(trees="always"),
    "fixed threshold 0.5": chooser(threshold=0.5),
    "fixed threshold 0.4": chooser(threshold=0.4),
    "always keep something": chooser(floor=0.0),
    "nothing added": chooser(completion=False),
}


def without(pages: Sequence[TrainingPage], group: str) -> list[TrainingPage]:
    """The pages with one group of features blanked; the convention is that of the default then."""
    if group == "convention":  # filled in later than the others
        return [replace(page, convention=DEFAULT_CONVENTION) for page in pages]
    hidden = np.isin(FEATURE_NAMES, FEATURE_GROUPS[group])
    return [replace(page, matrix=np.where(hidden, np.float32(0), page.matrix)) for page in pages]


def row(name: str, pages: Sequence[TrainingPage], base: list[float], tried: list[float]) -> str:
    """A line of the table: score and difference on wcxb-dev, and on the mean of the sets."""
    of_set = np.array([page.set for page in pages])
    change = np.array(tried) - np.array(base)
    main = change[of_set == "wcxb-dev"]
    spread = 1.96 * main.std(ddof=1) / np.sqrt(len(main))
    sets = sorted(set(of_set))
    overall = np.mean([change[of_set == each].mean() for each in sets])
    mean = np.array(tried)[of_set == "wcxb-dev"].mean()
    return f"| {name} | {mean:.4f} | {main.mean():+.4f} ± {spread:.4f} | {overall:+.4f} |"


def gate_line(models: Sequence[BlockModel], pages: Sequence[TrainingPage]) -> str:
    """How many blocks the gate lets through, and how much of the content it does not."""
    blocks = passed = 0
    lost = []
    for page in pages:
        texts = texts_of(page)
        reading = models[page.fold].read(
            inputs_of(page), texts, page.words[texts], page.group[texts]
        )
        content = (page.label * page.words)[texts]
        blocks, passed = blocks + len(texts), passed + int(reading.passed.sum())
        if content.any():
            lost.append(float(content[~reading.passed].sum() / content.sum()))
    return f"The gate passes {passed / blocks:.1%} of the blocks and loses {np.mean(lost):.2%}."


def floor_line(models: Sequence[BlockModel], pages: Sequence[TrainingPage]) -> str:
    """How many pages are called empty, and how many of them are."""
    called = [page for page in pages if not choose(models[page.fold], page)[0].keep.any()]
    wordless = sum(not len(texts_of(page)) for page in called)
    empty = sum(not page.truth and len(texts_of(page)) > 0 for page in called)
    return (
        f"Of {len(pages):,} pages {len(called)} are called empty: {wordless} have no words, the "
        f"truth of {empty} more is empty."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="folder of the page sets")
    parser.add_argument("--fold-models", type=Path, required=True, help="from train --folds-to")
    parser.add_argument("--sets", default=SETS)
    parser.add_argument("--folds", default="0", help="folds on which groups are left out")
    given = parser.parse_args()
    folder = data_folder(given.data)
    examples = (item for name in given.sets.split(",") for item in read_set(name, folder))
    pages = list(training_pages(without_repeats(examples), FOLDS))
    models = [load_model(str(given.fold_models / f"fold-{k}.npz")) for k in range(FOLDS)]
    head = "| left out | wcxb-dev | difference | mean of sets |\n| --- | --: | --: | --: |"
    print(f"{gate_line(models, pages)} {floor_line(models, pages)}\n\n{head}", flush=True)
    base: list[float] = []
    for name, keep_of in STEPS.items():
        tried = [page.f1(keep_of(models[page.fold], page)) for page in pages]
        base = base or tried
        print(row(name, pages, base, tried), flush=True)
    folds = [int(number) for number in given.folds.split(",")]
    judged = [page for page in pages if page.fold in folds]
    start = [score(models[page.fold], page).f1 for page in judged]
    print(f"\nTrained anew, folds {given.folds}:\n\n{head}")
    print(row("nothing", judged, start, start), flush=True)
    for group in FEATURE_GROUPS:
        blanked = without(pages, group)
        anew = {k: fit([page for page in blanked if page.fold != k]) for k in folds}
        tried = [score(anew[page.fold], page).f1 for page in blanked if page.fold in folds]
        print(row(group, judged, start, tried), flush=True)


if __name__ == "__main__":
    main()
