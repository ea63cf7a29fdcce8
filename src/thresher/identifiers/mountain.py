"""Mountain Model and Ridge algorithm: which ridges of a page's mountain are its primary content.

Bing, Wang, Zhang, Wang: Primary Content Extraction with Mountain Model, CIT 2008. The pieces of
text between tags are scored, smoothed and joined to ridges (`features.mountain_model`); a support
vector machine with an RBF kernel says of each ridge, by its height, width and place, whether it is
primary. A universal machine ships with the package; `fit` makes one for a site from some ten pages.

    [Mountain08 §3.1]  cells and their features   -> cell_columns
    [Mountain08 Fig. 1] the mountain               -> Mountain.mountain
    [Mountain08 §3.3]  GetRidgeSet, GetFeatureVector -> features.mountain_model
    [Mountain08 Fig. 2] Ridge algorithm            -> Mountain.judge
    [Mountain08 §4]    universal classifier       -> models/mountain.npz, training.paper_models
    [Mountain08 §5]    site-oriented classifier   -> Mountain.fit

Deviation: hidden text counts as blank cells; the paper knew none. Blocks of another segmenter are
judged by the cells in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.mountain_model import (
    RIDGE_FEATURES,
    CellColumns,
    MountainParameters,
    build_mountain,
    sentence_length,
)
from thresher.features.mountain_model import Mountain as MountainOfPage
from thresher.features.svm import RbfSvm
from thresher.models import read_model, shipped
from thresher.parsing import tags
from thresher.parsing.text_shape import BRACKET, QUOTE, STOP
from thresher.segmenters.cells import Cells
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

_STOPS: Final = ".!?…。！？｡؟۔।॥։"
_CLOSING: Final = "\"'”’»›)]」』）】 "
_MIN_SHARE: Final = 0.5
"""Share of a ridge's characters that must be labelled for the ridge to count as primary."""


@dataclass(slots=True)
class Mountain(Identifier):
    """The primary ridges of the page's mountain of cell scores."""

    alpha: float = 0.5
    """Change of the score of a cell that ends in a full stop."""
    beta: float = -0.5
    """Change of the score of a cell that is the text of a link."""
    gamma: float | None = None
    """Characters of an average sentence; by the script of the page when not given."""
    smoothing_window: int = 5
    """Cells, its own included, that move the score of a cell."""
    peak_factor: float = 3.0
    """Times the mean score that the highest cell of a ridge must exceed."""
    span_window: int = 5
    """Cells below the mean, in a row, that a ridge may hold."""
    svm: RbfSvm | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.gamma is not None and self.gamma <= 0:
            raise BadOption(f"gamma must be above 0, or none, not {self.gamma}")
        for name in ("smoothing_window", "span_window"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.peak_factor < 0:
            raise BadOption(f"peak_factor must be 0 or more, not {self.peak_factor}")

    @property
    def needs_fit(self) -> bool:  # type: ignore[override]  # only without the shipped model
        return self.svm is None and not shipped("mountain").is_file()

    def segmenter(self) -> Segmenter:
        return Cells()

    def mountain(self, segmentation: Segmentation) -> MountainOfPage:
        """The page as [Mountain08 Fig. 1] draws it: positions, scores, ridges."""
        cells = _cells_of(segmentation)
        columns = cell_columns(cells)
        gamma = sentence_length(_visible_text(cells)) if self.gamma is None else self.gamma
        parameters = MountainParameters(
            self.alpha,
            self.beta,
            gamma,
            self.smoothing_window,
            self.peak_factor,
            self.span_window,
        )
        return build_mountain(columns, parameters)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        svm = self._classifier()
        cells = _cells_of(segmentation)
        mountain = self.mountain(cells)
        ridge = mountain.ridge_of_cells()
        decided = np.append(svm.decide(mountain.features) > 0, False)
        in_ridge, primary = ridge >= 0, decided[ridge]
        height = mountain.heights[mountain.position]
        if cells is not segmentation:
            words = segmentation.page.table.words * segmentation.shown
            in_ridge = _mostly(segmentation, _to_rows(cells, in_ridge), words)
            primary = _mostly(segmentation, _to_rows(cells, primary), words)
            height = segmentation.sums(_to_rows(cells, height) * words)
            height /= np.maximum(segmentation.sums(words), 1.0)
        reasons = {
            "hidden": segmentation.hidden,
            "in a primary ridge": primary,
            "in a cluttered ridge": in_ridge,
        }
        return Verdicts.choose(primary, height, reasons, "in no ridge")

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn from labelled pages of a site: the true text, or a label per block, of each."""
        from thresher.training.labels import paired
        from thresher.training.svm_trainer import train_rbf

        examples = [
            self.labelled_ridges(page, label) for page, label in paired(pages, labels, "mountain")
        ]
        none = (np.zeros((0, len(RIDGE_FEATURES))), np.zeros(0, dtype=np.bool_))
        features, truth = (np.concatenate(part) for part in zip(none, *examples, strict=True))
        self.svm = train_rbf(features, truth)
        return self

    def labelled_ridges(
        self, segmentation: Segmentation, label: str | Sequence[bool] | NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Feature vectors of a page's ridges, and which of them are primary by the label."""
        from thresher.training.labels import block_labels

        cells = _cells_of(segmentation)
        if isinstance(label, str) or cells is segmentation:
            wanted = block_labels(cells, label)
        else:
            owner = segmentation.owner[cells.first_rows]
            wanted = block_labels(segmentation, label)[owner] & (owner >= 0)
        mountain = self.mountain(cells)
        ridge = mountain.ridge_of_cells()
        inside = ridge >= 0
        length = cells.sums(cells.page.table.length)[inside]
        size = len(mountain.first)
        total = np.bincount(ridge[inside], weights=length, minlength=size)
        true = np.bincount(ridge[inside], weights=length * wanted[inside], minlength=size)
        return mountain.features, true >= _MIN_SHARE * np.maximum(total, 1.0)

    def export(self) -> dict[str, Any] | None:
        if self.svm is None:
            return None
        return {name: array.tolist() for name, array in self.svm.arrays().items()}

    def restore(self, learned: dict[str, Any]) -> None:
        if not isinstance(learned, dict):
            raise ModelFormatError(f"a mountain model is a mapping, not {type(learned).__name__}")
        self.svm = _checked(RbfSvm.of_arrays(learned))

    def _classifier(self) -> RbfSvm:
        if self.needs_fit:
            raise NotFitted(
                "mountain has no classifier: the shipped one is missing; fit(pages, labels) makes "
                "one from some ten pages and their true texts"
            )
        return self.svm or _universal()


@cache  # a model file is a constant: it is read once in a process
def _universal() -> RbfSvm:
    return _checked(RbfSvm.of_arrays(read_model(shipped("mountain"))[0]))


def _checked(svm: RbfSvm) -> RbfSvm:
    features = svm.vectors.shape[1]
    if features != len(RIDGE_FEATURES):
        raise ModelFormatError(
            f"a mountain model has {len(RIDGE_FEATURES)} features per ridge, this one {features}"
        )
    return svm


def cell_columns(cells: Segmentation) -> CellColumns:
    """L, P, S, A and the source span of each cell [Mountain08 Table 1]."""
    table = cells.page.table
    rows = cells.first_rows
    place = np.searchsorted(table.leaves, rows)
    shape = table.shape
    stopped = shape.last[place] == STOP
    # A stop before a closing quotation mark or bracket ends the sentence as well.
    for cell in np.flatnonzero(np.isin(shape.last[place], (QUOTE, BRACKET))).tolist():
        text = (table.texts[rows[cell]] or "").rstrip().rstrip(_CLOSING)
        stopped[cell] = text[-1:] in _STOPS and text != ""
    return CellColumns(
        length=shape.length[place],
        punctuation=shape.counts[place, STOP],
        stopped=stopped,
        anchor=(table.flags[rows] & tags.IN_LINK) != 0,
        visible=~cells.hidden,
        start=cells.columns["start"],
        end=cells.columns["end"],
        blanks_before=cells.columns["blanks_before"],
        source_length=len(cells.page.markup),
    )


def _cells_of(segmentation: Segmentation) -> Segmentation:
    is_cells = "blanks_before" in segmentation.columns
    return segmentation if is_cells else Cells().segment(segmentation.page)


def _visible_text(cells: Segmentation) -> str:
    texts = cells.page.table.texts
    return "".join(texts[row] or "" for row in cells.first_rows[~cells.hidden].tolist())


def _to_rows(cells: Segmentation, column: NDArray[Any]) -> NDArray[np.float64]:
    """A column over cells as one over the rows of the node table."""
    rows = np.zeros(len(cells.owner))
    owned = cells.owner >= 0
    rows[owned] = column[cells.owner[owned]]
    return rows


def _mostly(
    segmentation: Segmentation, chosen: NDArray[np.float64], words: NDArray[Any]
) -> NDArray[np.bool_]:
    """Blocks with more than half of their words in the chosen rows."""
    return np.asarray(segmentation.sums(words * chosen) > 0.5 * segmentation.sums(words))
