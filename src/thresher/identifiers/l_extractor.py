"""L-Extractor: a classifier over what a block contains, trained on labelled pages.

Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
17(9), 2005, §7. A block of GetBlockSet is described by its text and by the number of elements of
every HTML tag that does not cut blocks; a linear support vector machine says whether it is
informative. Kumar's rebuilding of the system has a decision tree in its place.

    [Debnath05 §7]    feature vectors of blocks    -> FEATURES, block_vectors
    [Debnath05 §5.1]  counts divided by the maximum -> LExtractor.values
    [Debnath05 §7]    linear C-SVC, 5-fold         -> LExtractor.fit, training.svm_trainer
    [Debnath05 Fig. 10] accuracy against pages     -> benchmarks/l_extractor_curve.py
    [Kumar09 §4.4]    decision tree                -> classifier="tree", training.tree_trainer

Deviation: blocks without words, and hidden ones, are neither learned from nor kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.decision_tree import DecisionTree
from thresher.features.svm import LinearSvm
from thresher.features.tag_counts import tag_counts
from thresher.models import read_model, shipped
from thresher.parsing import tags
from thresher.segmenters.get_block_set import PAPER_TAGS, GetBlockSet
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

ClassifierKind = Literal["svm", "tree"]
FloatArray = NDArray[np.float64]

_NODES: Final = (tags.TEXT, tags.COMMENT, tags.OTHER_NODE)
_COUNTED: Final = tuple(tag for tag in tags.TAGS if tag not in (*_NODES, *PAPER_TAGS))
FEATURES: Final = ("#text", *_COUNTED)
"""Words of text, then the tags that are counted."""
_CODES: Final = tags.codes_of(_COUNTED)
_ACCURACY: Final = "cross-validated accuracy"


@dataclass(frozen=True, eq=False, slots=True)
class LearnedBlocks:
    """A classifier, and what it takes to make its inputs."""

    kind: ClassifierKind
    classifier: LinearSvm | DecisionTree
    maxima: FloatArray
    """Largest count of each feature over the training set."""
    accuracy: float | None = None
    """Share of blocks decided rightly in the cross-validation, when there was one."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file holds."""
        return {"maxima": self.maxima, **self.classifier.arrays()}

    @classmethod
    def of_arrays(
        cls, kind: ClassifierKind, values: Mapping[str, Any], features: Any
    ) -> LearnedBlocks:
        """Back from `arrays`, or from the same as plain lists.

        `features` names the columns that it was trained on; a tag that the vocabulary has gained
        since then does not count.
        """
        places = _places(features)
        try:
            maxima = np.asarray(values["maxima"], dtype=np.float64)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelFormatError("the model has no usable 'maxima'") from error
        if maxima.shape != places.shape:
            raise ModelFormatError(f"the model must have {len(places)} maxima, not {maxima.shape}")
        accuracy = values.get(_ACCURACY)
        if accuracy is not None and not isinstance(accuracy, float):
            raise ModelFormatError(f"{_ACCURACY!r} of the model must be a number, not {accuracy!r}")
        classifier: LinearSvm | DecisionTree
        if kind == "svm":
            classifier = _placed_machine(LinearSvm.of_arrays(values), places)
        else:
            classifier = _placed_tree(DecisionTree.of_arrays(values), places)
        return cls(kind, classifier, _spread(maxima, places), accuracy)


@dataclass(slots=True)
class LExtractor(Identifier):
    """Blocks that a trained classifier takes for informative by their tags and text."""

    classifier: ClassifierKind = "svm"
    """A linear support vector machine, or a decision tree."""
    maximum: Literal["page", "set"] = "page"
    """What a count is divided by: its maximum over the page, or over the pages given to fit."""
    cost: float = 1.0
    """C of the support vector machine, for fit."""
    min_leaf_blocks: int = 2
    """Blocks that a leaf of the decision tree must hold at least, for fit."""
    learned: LearnedBlocks | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.cost <= 0:
            raise BadOption(f"cost must be above 0, not {self.cost}")
        if self.min_leaf_blocks < 1:
            raise BadOption(f"min_leaf_blocks must be 1 or more, not {self.min_leaf_blocks}")

    @property
    def needs_fit(self) -> bool:  # type: ignore[override]  # depends on options and a file
        ships = self.maximum == "page" and shipped("l-extractor").is_file()
        return self.learned is None and not ships

    def segmenter(self) -> Segmenter:
        return GetBlockSet()

    def judge(self, segmentation: Segmentation) -> Verdicts:
        learned = self._learned()
        vectors = block_vectors(segmentation)
        judged = is_judged(segmentation, vectors)
        score = np.zeros(len(segmentation))
        values = self.values(vectors[judged], learned.maxima)
        score[judged] = learned.classifier.decide(values)
        keep = judged & (score > 0)
        reasons = {
            "hidden": segmentation.hidden,
            "no text": ~judged,
            "tags of an informative block": keep,
        }
        return Verdicts.choose(keep, score, reasons, "tags of another block")

    def values(self, vectors: FloatArray, set_maxima: FloatArray) -> FloatArray:
        """Each count divided by the maximum of its feature; 0/0 is 0 [Debnath05 §5.1]."""
        largest: FloatArray = vectors.max(axis=0, initial=0.0)
        maxima = largest if self.maximum == "page" else np.maximum(set_maxima, largest)
        return np.asarray(vectors / np.where(maxima > 0, maxima, 1.0))

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn from labelled pages: the true text, or a label per block, of each."""
        from thresher.training.labels import block_labels, paired

        examples = []
        for page, label in paired(pages, labels, "l-extractor"):
            vectors = block_vectors(page)
            judged = is_judged(page, vectors)
            examples.append((vectors[judged], block_labels(page, label)[judged]))
        return self.fit_vectors(examples)

    def fit_vectors(
        self, examples: Sequence[tuple[FloatArray, NDArray[np.bool_]]], *, folds: int = 5
    ) -> Self:
        """Learn from block vectors and their labels, page by page."""
        from thresher.training.cross_validation import cross_validate, stacked

        maxima = np.zeros(len(FEATURES))
        for vectors, _ in examples:
            maxima = np.maximum(maxima, vectors.max(axis=0, initial=0.0))
        none = (np.zeros((0, len(FEATURES))), np.zeros(0, dtype=np.bool_))
        scaled = [(self.values(vectors, maxima), truth) for vectors, truth in examples]
        accuracy = cross_validate(self._train, scaled, folds)
        classifier = self._train(*stacked([none, *scaled]))
        self.learned = LearnedBlocks(self.classifier, classifier, maxima, accuracy)
        return self

    def _train(self, matrix: FloatArray, truth: NDArray[np.bool_]) -> LinearSvm | DecisionTree:
        if self.classifier == "svm":
            from thresher.training.svm_trainer import train_linear

            return train_linear(matrix, truth, cost=self.cost)
        from thresher.training.tree_trainer import train_tree

        return train_tree(matrix, truth, min_leaf_rows=self.min_leaf_blocks)

    def export(self) -> dict[str, Any] | None:
        if self.learned is None:
            return None
        arrays = self.learned.arrays()
        return {
            "features": list(FEATURES),
            "classifier": self.learned.kind,
            _ACCURACY: self.learned.accuracy,
            **{name: array.tolist() for name, array in arrays.items()},
        }

    def restore(self, learned: dict[str, Any]) -> None:
        if not isinstance(learned, dict) or learned.get("classifier") != self.classifier:
            raise ModelFormatError(f"what was learned is not for classifier={self.classifier}")
        self.learned = LearnedBlocks.of_arrays(self.classifier, learned, learned.get("features"))

    def _learned(self) -> LearnedBlocks:
        if self.needs_fit:
            raise NotFitted(
                "l-extractor has no classifier for these options: fit(pages, labels) makes one "
                "from pages and their true texts"
            )
        return self.learned or _shipped(self.classifier)


@cache  # a model file is a constant: it is read once in a process
def _shipped(kind: ClassifierKind) -> LearnedBlocks:
    arrays, about = read_model(shipped("l-extractor"))
    prefix = f"{kind}_"
    own = {name.removeprefix(prefix): arrays[name] for name in arrays if name.startswith(prefix)}
    return LearnedBlocks.of_arrays(kind, own, about.get("features"))


def _places(features: Any) -> NDArray[np.intp]:
    """Where the features that a model names stand in `FEATURES`."""
    is_list = isinstance(features, list) and features
    if not is_list or not all(name in FEATURES for name in features):
        raise ModelFormatError(
            "the model names block features that this version does not count; fit it again"
        )
    return np.array([FEATURES.index(name) for name in features], dtype=np.intp)


def _spread(column: FloatArray, places: NDArray[np.intp]) -> FloatArray:
    wide = np.zeros(len(FEATURES))
    wide[places] = column
    return wide


def _placed_machine(machine: LinearSvm, places: NDArray[np.intp]) -> LinearSvm:
    if machine.weights.shape != places.shape:
        raise ModelFormatError(
            f"the model has {len(machine.weights)} weights for {len(places)} features"
        )
    return replace(machine, weights=_spread(machine.weights, places))


def _placed_tree(tree: DecisionTree, places: NDArray[np.intp]) -> DecisionTree:
    if int(tree.feature.max()) >= len(places):
        raise ModelFormatError(f"the model's tree looks at more than its {len(places)} features")
    feature = np.where(tree.feature >= 0, places[tree.feature], -1)
    return replace(tree, feature=feature.astype(np.int32))


def block_vectors(segmentation: Segmentation) -> FloatArray:
    """Counts of everything in `FEATURES` (columns) for every block (rows) [Debnath05 §7]."""
    words = segmentation.sums(segmentation.page.table.words * segmentation.shown)
    return np.column_stack((words, tag_counts(segmentation, _CODES)))


def is_judged(segmentation: Segmentation, vectors: FloatArray) -> NDArray[np.bool_]:
    """Blocks with words that a reader sees."""
    return np.asarray((vectors[:, 0] > 0) & ~segmentation.hidden)
