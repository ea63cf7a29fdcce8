"""The Mountain Model: scores of information cells, smoothed, and the ridges they form.

Bing, Wang, Zhang, Wang: Primary Content Extraction with Mountain Model, CIT 2008. Cells stand in a
row, with blank ones for the source code between them; their scores make a mountain, and the parts
of it that are high enough for long enough are its ridges. Pure functions over arrays, in linear
time.

    [Mountain08 §3.1]       visible ratio V         -> visible_ratios
    [Mountain08 eq. 1]      cell score CS           -> cell_scores
    [Mountain08 §3.1]       γ by language           -> sentence_length
    [Mountain08 eq. 2-3]    smoothing               -> smoothed, weight
    [Mountain08 Def. 3]     ridges                  -> find_ridges
    [Mountain08 eq. 4-7]    height, width, RP, CP   -> ridge_features
    [Mountain08 Fig. 1]     the mountain            -> Mountain, build_mountain

A position counts cells and blank cells from 0. A blank cell has the score 0, before smoothing and
after: it stands in the windows of others but has nothing to be judged by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

RIDGE_FEATURES: Final = ("height", "width", "ridge position", "cell position")

# γ, the characters of an average sentence, by script. The paper has 12 for Chinese and 15 words of
# 5 letters for English. The others follow its arithmetic: 15 words, of 4 letters where vowels or
# spaces are not written and of 3 syllables in Korean. Ranges of code points, ends included.
SCRIPTS: Final[tuple[tuple[str, float, tuple[tuple[int, int], ...]], ...]] = (
    (
        "Chinese and Japanese",
        12.0,
        ((0x3040, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
    ),
    ("Korean", 45.0, ((0x1100, 0x11FF), (0xAC00, 0xD7AF))),
    (
        "Thai, Lao, Tibetan, Burmese, Khmer",
        60.0,
        ((0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF)),
    ),
    ("Hebrew and Arabic", 60.0, ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))),
    (
        "scripts with spaces and vowels",
        75.0,
        (
            *((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x370, 0x58F)),
            *((0x0900, 0x0DFF), (0x10A0, 0x10FF), (0x1200, 0x167F), (0x1E00, 0x1FFF)),
        ),
    ),
)
UNKNOWN_SENTENCE: Final = 1.0


@dataclass(frozen=True, slots=True)
class MountainParameters:
    """The constants of the model; those of cells and those of ridges."""

    alpha: float
    beta: float
    gamma: float
    smoothing_window: int
    peak_factor: float
    span_window: int


@dataclass(frozen=True, slots=True)
class CellColumns:
    """What is known of each cell of a page, in page order; hidden cells count as blank ones."""

    length: NDArray[Any]
    """L: visible characters."""
    punctuation: NDArray[Any]
    """P: punctuation marks that end sentences."""
    stopped: NDArray[np.bool_]
    """S: the last character ends a sentence."""
    anchor: NDArray[np.bool_]
    """A: the text of a link."""
    visible: NDArray[np.bool_]
    start: NDArray[Any]
    end: NDArray[Any]
    """The span in the source."""
    blanks_before: NDArray[Any]
    source_length: int


@dataclass(frozen=True, slots=True)
class Mountain:
    """A page as the paper's Fig. 1 draws it: `scores` over positions, with its ridges."""

    position: IntArray
    """Position of each cell, hidden ones included."""
    scores: FloatArray
    """CS at each position, 0 at blank cells."""
    heights: FloatArray
    """CS after smoothing."""
    is_cell: NDArray[np.bool_]
    """Positions that are not blank."""
    primary_threshold: float
    peak_threshold: float
    first: IntArray
    """First position of each ridge."""
    last: IntArray
    """Last position of each ridge, itself in the ridge."""
    features: FloatArray
    """Height, width, RP and CP (columns) of each ridge (rows)."""

    def ridge_of_cells(self) -> IntArray:
        """For each cell the number of its ridge, −1 outside of all."""
        number = np.searchsorted(self.first, self.position, side="right") - 1
        inside = (number >= 0) & self.is_cell[self.position]
        inside[inside] = self.position[inside] <= self.last[number[inside]]
        return np.where(inside, number, -1).astype(np.int64)


def build_mountain(cells: CellColumns, parameters: MountainParameters) -> Mountain:
    """Scores, smoothing, thresholds and ridges of one page."""
    position = np.cumsum(cells.blanks_before.astype(np.int64) + 1) - 1
    size = int(position[-1]) + 1 if len(position) else 0
    is_cell = np.zeros(size, dtype=np.bool_)
    is_cell[position[cells.visible]] = True
    scores = np.zeros(size)
    scores[position[cells.visible]] = _visible_scores(cells, parameters)
    heights = np.where(is_cell, smoothed(scores, parameters.smoothing_window), 0.0)
    primary = float(heights[is_cell].mean()) if is_cell.any() else 0.0
    peak = parameters.peak_factor * primary
    first, last = find_ridges(heights, primary, peak, parameters.span_window)
    features = ridge_features(heights, is_cell, first, last)
    return Mountain(position, scores, heights, is_cell, primary, peak, first, last, features)


def _visible_scores(cells: CellColumns, parameters: MountainParameters) -> FloatArray:
    seen = cells.visible
    length = cells.length[seen].astype(np.float64)
    ratio = visible_ratios(length, cells.start[seen], cells.end[seen], cells.source_length)
    return cell_scores(
        length, cells.punctuation[seen], cells.stopped[seen], cells.anchor[seen], ratio, parameters
    )


def visible_ratios(
    length: FloatArray, start: NDArray[Any], end: NDArray[Any], source_length: int
) -> FloatArray:
    """V: the share of visible characters in each cell's source span [Mountain08 §3.1].

    The span goes from the middle of the gap on the left to the middle of the gap on the right; the
    outermost gaps end where the source does. At most 1: a text that the parser moved may stand
    closer to its neighbours than it is long.
    """
    before = np.maximum(start - np.concatenate(([0], end[:-1])), 0)
    after = np.maximum(np.concatenate((start[1:], [source_length])) - end, 0)
    span = (end - start) + (before + after) / 2.0
    return np.asarray(np.minimum(length / np.maximum(span, 1.0), 1.0))


def cell_scores(
    length: NDArray[Any],
    punctuation: NDArray[Any],
    stopped: NDArray[np.bool_],
    anchor: NDArray[np.bool_],
    visible_ratio: NDArray[Any],
    parameters: MountainParameters,
) -> FloatArray:
    """CS = (L/γ + P)(1 + αS)(1 + βA)V [Mountain08 eq. 1]."""
    amount = length / parameters.gamma + punctuation
    factor = (1.0 + parameters.alpha * stopped) * (1.0 + parameters.beta * anchor)
    return np.asarray(amount * factor * visible_ratio, dtype=np.float64)


def sentence_length(text: str) -> float:
    """γ by the script that most of the text, counted in sentences, is written in."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    best, gamma = 0.0, UNKNOWN_SENTENCE
    for _, characters, ranges in SCRIPTS:
        count = sum(int(((points >= low) & (points <= high)).sum()) for low, high in ranges)
        if count / characters > best:
            best, gamma = count / characters, characters
    return gamma


def weight(distance: int) -> float:
    """w of a neighbour at a distance of so many cells [Mountain08 eq. 3]."""
    return 1.0 - 0.2 * distance if distance <= 4 else 0.1


def smoothed(scores: FloatArray, window: int) -> FloatArray:
    """CSS: each score moved by those around it [Mountain08 eq. 2].

    At the ends of the page the window holds the cells that exist; the divisor stays.
    """
    reach = window // 2
    if reach < 1 or not len(scores):
        return scores.copy()
    size = len(scores)
    total = scores.copy()
    count = np.ones(size)
    pull = np.zeros(size)
    weights = np.zeros(size)
    for distance in range(1, min(reach, size - 1) + 1):
        near = weight(distance)
        for here, there in (
            (slice(distance, None), slice(None, -distance)),
            (slice(None, -distance), slice(distance, None)),
        ):
            total[here] += scores[there]
            count[here] += 1.0
            pull[here] += near * scores[there]
            weights[here] += near
    return np.asarray(scores + (pull - weights * total / count) / (window - 1))


def find_ridges(
    heights: FloatArray, primary: float, peak: float, span_window: int
) -> tuple[IntArray, IntArray]:
    """First and last position of every ridge [Mountain08 Def. 3].

    Cells above the primary threshold are joined over valleys of at most `span_window` cells; what
    has a cell above the peak threshold is a ridge.
    """
    high = np.flatnonzero(heights > primary)
    if not len(high):
        return high.astype(np.int64), high.astype(np.int64)
    breaks = np.flatnonzero(np.diff(high) > span_window + 1)
    starts = np.concatenate(([0], breaks + 1))
    first, last = high[starts], high[np.concatenate((breaks, [len(high) - 1]))]
    tops = np.maximum.reduceat(heights[high], starts)
    return first[tops > peak].astype(np.int64), last[tops > peak].astype(np.int64)


def ridge_features(
    heights: FloatArray, is_cell: NDArray[np.bool_], first: IntArray, last: IntArray
) -> FloatArray:
    """Height, width, RP and CP of every ridge [Mountain08 eq. 4-7].

    Averages and numbers of cells leave the blank ones out; positions count them.
    """
    if not len(first):
        return np.zeros((0, len(RIDGE_FEATURES)))
    cells = _range_sums(is_cell, first, last)
    average = _range_sums(heights, first, last) / cells
    number = np.arange(1, len(first) + 1)
    columns = (
        average / max(float(average.max()), 1e-12),
        cells / cells.max(),
        number / len(first),
        (first + 1) / len(heights),
    )
    return np.stack(columns, axis=1)


def _range_sums(column: NDArray[Any], first: IntArray, last: IntArray) -> FloatArray:
    running = np.concatenate(([0.0], np.cumsum(column, dtype=np.float64)))
    return np.asarray(running[last + 1] - running[first])
