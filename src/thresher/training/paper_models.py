"""The models of the papers' algorithms that ship: `python -m thresher.training.paper_models`.

A part of each public set is learned from, by a hash of the page's id, and all pages of one fold, so
that training takes a minute or two. A first model is trained without the domains of that fold and
scored on them; the one that is written is trained on all pages. The file keeps the scores.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from thresher.errors import ThresherError
from thresher.evaluation.datasets import Example, read_set, without_repeats
from thresher.evaluation.splits import fold
from thresher.evaluation.text_metrics import sentence_score, share_at_least, word_score
from thresher.identifiers.l_extractor import FEATURES, LExtractor, block_vectors, is_judged
from thresher.identifiers.mountain import Mountain
from thresher.models import shipped, write_model
from thresher.parsing.page import Page
from thresher.training.cross_validation import stacked
from thresher.training.labels import block_labels
from thresher.training.svm_trainer import train_rbf
from thresher.types import Extraction, Identifier, Segmentation

PERCENT: Final = {
    "wcxb-dev": 30,
    "dragnet": 30,
    "daniel": 20,
    "l3s-gn1": 30,
    "cleaneval-dev": 100,
    "docs": 15,
}
"""Sets that are learned from, and how much of each outside the test fold."""
TEST_FOLD: Final = 0
GOOD_ENOUGH: Final = 0.9
_TREE_LEAF_BLOCKS: Final = 50

Rows = tuple[NDArray[np.float64], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page of a set, segmented, and its rows of features with labels."""

    set: str
    is_test: bool
    truth: str
    segmentation: Segmentation | None
    """Kept for the pages that are scored."""
    rows: Rows


class Trainable(Protocol):
    """How one of the algorithms is trained from rows."""

    name: str

    def segment(self, page: Page) -> Segmentation:
        """The blocks that the algorithm judges."""

    def rows(self, segmentation: Segmentation, truth: str) -> Rows:
        """What it learns from a page."""

    def train(self, pages: Sequence[Rows]) -> dict[str, Identifier]:
        """Trained identifiers, by variant."""

    def arrays(self, trained: dict[str, Identifier]) -> dict[str, NDArray[Any]]:
        """What the model file holds of them."""


class TrainableMountain:
    """The universal classifier of [Mountain08 §4]."""

    name = "mountain"

    def segment(self, page: Page) -> Segmentation:
        return Mountain().segmenter().segment(page)

    def rows(self, segmentation: Segmentation, truth: str) -> Rows:
        return Mountain().labelled_ridges(segmentation, truth)

    def train(self, pages: Sequence[Rows]) -> dict[str, Identifier]:
        identifier = Mountain()
        identifier.svm = train_rbf(*stacked(pages))
        return {"svm": identifier}

    def arrays(self, trained: dict[str, Identifier]) -> dict[str, NDArray[Any]]:
        identifier = trained["svm"]
        assert isinstance(identifier, Mountain)
        assert identifier.svm is not None
        return {name: value.astype(np.float32) for name, value in identifier.svm.arrays().items()}


class TrainableLExtractor:
    """Both classifiers of l-extractor."""

    name = "l-extractor"

    def segment(self, page: Page) -> Segmentation:
        return LExtractor().segmenter().segment(page)

    def rows(self, segmentation: Segmentation, truth: str) -> Rows:
        vectors = block_vectors(segmentation)
        judged = is_judged(segmentation, vectors)
        return vectors[judged], block_labels(segmentation, truth)[judged]

    def train(self, pages: Sequence[Rows]) -> dict[str, Identifier]:
        machine, tree = LExtractor(), LExtractor("tree", min_leaf_blocks=_TREE_LEAF_BLOCKS)
        return {"svm": machine.fit_vectors(pages), "tree": tree.fit_vectors(pages)}

    def arrays(self, trained: dict[str, Identifier]) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {}
        for kind, identifier in trained.items():
            assert isinstance(identifier, LExtractor)
            assert identifier.learned is not None
            for name, value in identifier.learned.arrays().items():
                arrays[f"{kind}_{name}"] = value
        return arrays


TRAINABLE: Final[tuple[Trainable, ...]] = (TrainableMountain(), TrainableLExtractor())


def sample(folder: str | None) -> Iterator[Example]:
    """The pages that are learned from or scored, each once."""
    examples = chain.from_iterable(read_set(name, folder) for name in PERCENT)
    for example in without_repeats(examples):
        is_test = fold(example.domain) == TEST_FOLD
        is_chosen = is_test or fold(f"{example.set}/{example.id}", 100) < PERCENT[example.set]
        if is_chosen and example.text:
            yield example


def labelled_pages(algorithm: Trainable, examples: Iterator[Example]) -> Iterator[LabelledPage]:
    """Every example that can be parsed, turned into rows."""
    for example in examples:
        try:
            segmentation = algorithm.segment(Page.parse(example.html, url=example.url))
        except ThresherError:
            continue
        truth = example.text or ""
        is_test = fold(example.domain) == TEST_FOLD
        rows = algorithm.rows(segmentation, truth)
        kept = segmentation if is_test else None
        yield LabelledPage(example.set, is_test, truth, kept, rows)


def scores(identifier: Identifier, pages: Sequence[LabelledPage]) -> dict[str, dict[str, Any]]:
    """Per set, of the test pages: how many, mean word F1, share with a good enough sentence F."""
    words: defaultdict[str, list[float]] = defaultdict(list)
    sentences: defaultdict[str, list[float]] = defaultdict(list)
    for page in pages:
        if page.segmentation is None:
            continue
        text = Extraction(page.segmentation, identifier.judge(page.segmentation), "").text
        words[page.set].append(word_score(text, page.truth).f1)
        sentences[page.set].append(sentence_score(text, page.truth).f1)
    return {
        name: {
            "pages": len(values),
            "word F1": round(float(np.mean(values)), 4),
            "sentence F >= .9": round(share_at_least(sentences[name], GOOD_ENOUGH), 4),
        }
        for name, values in words.items()
    }


def make(algorithm: Trainable, folder: str | None, output: Path) -> dict[str, Any]:
    """Train, score on unseen domains, train on all, write; returns what the file says of itself."""
    pages = list(labelled_pages(algorithm, sample(folder)))
    partly = algorithm.train([page.rows for page in pages if not page.is_test])
    wholly = algorithm.train([page.rows for page in pages])
    counts = {name: sum(page.set == name for page in pages) for name in PERCENT}
    held_out = {variant: scores(identifier, pages) for variant, identifier in partly.items()}
    accuracy = {
        variant: identifier.learned.accuracy
        for variant, identifier in wholly.items()
        if isinstance(identifier, LExtractor) and identifier.learned
    }
    about = {
        "algorithm": algorithm.name,
        "date": datetime.date.today().isoformat(),
        "command": f"python -m thresher.training.paper_models {algorithm.name} --data DIR",
        "sets": counts,
        "pages": len(pages),
        "rows": sum(len(page.rows[1]) for page in pages),
        "positive rows": int(sum(page.rows[1].sum() for page in pages)),
        "scores on domains not trained on": held_out,
        **({"cross-validated accuracy": accuracy} if accuracy else {}),
        **({"features": list(FEATURES)} if algorithm.name == "l-extractor" else {}),
    }
    write_model(output, algorithm.arrays(wholly), about)
    return about


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, prog="thresher.training.paper_models")
    parser.add_argument("algorithm", choices=[each.name for each in TRAINABLE])
    parser.add_argument("--data", help="folder of the page sets (or THRESHER_DATA)")
    parser.add_argument("-o", "--output", type=Path, help="model file; the shipped one if absent")
    parser.add_argument("--force", action="store_true", help="overwrite the output")
    given = parser.parse_args(arguments)
    algorithm = next(each for each in TRAINABLE if each.name == given.algorithm)
    output = given.output or shipped(algorithm.name)
    if output.exists() and not given.force:
        parser.error(f"{output} exists; --force overwrites it")
    try:
        about = make(algorithm, given.data, output)
    except ThresherError as error:
        parser.error(str(error))
    for variant, by_set in about["scores on domains not trained on"].items():
        for name, values in by_set.items():
            print(f"{variant:5} {name:15} {values}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
