"""Trains the gate and the net of the default with PyTorch, and turns them into plain arrays.

Two losses are added. Cross-entropy makes each block's logit honest; one minus the F-measure that
the probabilities would have on the page teaches the net what is judged in the end. Whole inputs are
dropped for whole pages at a time, which keeps the net from recognising sites by page-wide numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from thresher.errors import MissingExtra
from thresher.features.block_model import Gate
from thresher.features.block_net import (
    CODED,
    PAGE_TYPES,
    REACH,
    VALUES,
    Inputs,
    Layer,
    Mixing,
    Net,
    Single,
)

if TYPE_CHECKING:
    import torch

_GATE_WIDTH: Final = 12
_GATE_COLUMNS: Final = 64
_GATE_ROUNDS: Final = 4
_GATE_BATCH: Final = 4096
_WIDTH: Final = 32
_ROUNDS: Final = 12
_BATCH: Final = 24
"""Pages at a time."""
_RATE: Final = 3e-3
_DROPPED_INPUTS: Final = 0.3
_DROPPED_UNITS: Final = 0.3
_F_SHARE: Final = 5.0
_TYPE_SHARE: Final = 0.2
# Amounts above this are bent; a rare input is not blown up to more than the others.
_WIDE: Final = 3.0
_LEAST_DEVIATION: Final = 0.15


@dataclass(frozen=True)
class Lesson:
    """The blocks of one page, to learn from."""

    inputs: Inputs
    group: NDArray[np.int32]
    words: NDArray[np.float64]
    labels: Single
    weights: Single
    """How much each block matters within the page."""
    weight: float
    """How much the page matters."""
    truth_words: int
    type: int
    """Place in PAGE_TYPES, -1 where it is not known."""

    def at(self, places: NDArray[np.intp]) -> Lesson:
        """The same with some of the blocks only."""
        columns = ("group", "words", "labels", "weights")
        some = {name: getattr(self, name)[places] for name in columns}
        return replace(self, inputs=self.inputs.at(places), **some)


Usual = tuple[Single, Single]


@dataclass(frozen=True)
class _Batch:
    """Some pages one after another."""

    inputs: Inputs
    pages: NDArray[np.int64]
    group: NDArray[np.int64]
    around: tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]
    """For each reach the places before and after; the length of the batch where there is none."""


def _torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("training needs PyTorch: pip install 'thresher[train]'") from error
    torch.set_num_threads(1)  # the same sums in the same order, each time
    torch.manual_seed(0)
    return torch


def scales(sample: Single) -> tuple[Single, Single]:
    """`bend` and `half` of every column; half of a bent column is its usual size."""
    sizes = np.abs(sample)
    wide = sizes.max(axis=0) > _WIDE
    wide[list(CODED)] = False
    bend = wide.astype(np.float32)
    half = np.ones(len(bend), dtype=np.float32)
    for column in np.flatnonzero(wide).tolist():
        present = sizes[:, column][sizes[:, column] > 0]
        half[column] = max(float(np.median(present)), 0.05)
    return bend, half


def usual(lessons: Sequence[Lesson]) -> Usual:
    """Mean and deviation of the amounts; coded columns come out as 0."""
    sample = np.concatenate([lesson.inputs.amounts[::7] for lesson in lessons]).astype(np.float64)
    mean, deviation = sample.mean(axis=0), np.maximum(sample.std(axis=0), _LEAST_DEVIATION)
    mean[list(CODED)] = 0.0
    deviation[list(CODED)] = np.inf
    # The conventions differ between sets, not blocks: both values are equally usual.
    mean[-2:], deviation[-2:] = 0.5, 0.5
    return mean.astype(np.float32), deviation.astype(np.float32)


def train_gate(lessons: Sequence[Lesson], usual: Usual, bend: Single, half: Single) -> Gate:
    """Learn to tell blocks by themselves: from all features, then from those that mattered most."""
    first, _ = _gate_layers(lessons, usual, np.arange(len(bend)))
    matters = np.abs(_array(first.linear.weight)).sum(axis=0)
    columns = np.sort(np.argsort(-matters, kind="stable")[:_GATE_COLUMNS])
    first, last = _gate_layers(lessons, usual, columns)
    return Gate(
        columns,
        bend[columns],
        half[columns],
        first.exported(),
        _array(last.weight)[0],
        _array(last.bias)[0],
    )


def _gate_layers(
    lessons: Sequence[Lesson], usual: Usual, columns: NDArray[np.intp]
) -> tuple[_FirstLayer, Any]:
    torch = _torch()
    random = np.random.default_rng(0)
    amounts = np.concatenate([lesson.inputs.amounts[:, columns] for lesson in lessons])
    codes = np.concatenate([lesson.inputs.codes for lesson in lessons])
    labels = np.concatenate([lesson.labels for lesson in lessons])
    weights = np.concatenate([lesson.weights * np.float32(lesson.weight) for lesson in lessons])
    first = _FirstLayer(torch, _GATE_WIDTH, (usual[0][columns], usual[1][columns]))
    last = torch.nn.Linear(_GATE_WIDTH, 1)
    batch = min(_GATE_BATCH, len(labels))
    steps = _GATE_ROUNDS * (len(labels) // batch)
    optimiser = _Optimiser(torch, [*first.parameters(), *last.parameters()], 5e-3, steps)
    cross_entropy = torch.nn.functional.binary_cross_entropy_with_logits
    for _ in range(_GATE_ROUNDS):
        order = random.permutation(len(labels))
        for start in range(0, len(order) - batch + 1, batch):
            rows = order[start : start + batch]
            kept = torch.nn.functional.dropout(first.scaled(amounts[rows]), 0.1)
            logits = last(torch.relu(first(kept, codes[rows])))[:, 0]
            share = torch.from_numpy(weights[rows])
            loss = cross_entropy(logits, torch.from_numpy(labels[rows]), reduction="none")
            optimiser.step((loss * share).sum() / share.sum())
    return first, last


def train_net(lessons: Sequence[Lesson], usual: Usual) -> Net:
    """Learn to tell blocks from what is around them."""
    torch = _torch()
    random = np.random.default_rng(0)
    net = _MixingNet(torch, usual)
    batch = min(_BATCH, len(lessons))
    optimiser = _Optimiser(torch, net.parameters(), _RATE, _ROUNDS * (len(lessons) // batch))
    for _ in range(_ROUNDS):
        order = random.permutation(len(lessons))
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch].tolist()
            taught = [lessons[place] for place in chosen]
            together = _batch(taught)
            logits, types = net(together, _column(torch, taught, "words") ** 0.5)
            optimiser.step(_loss(torch, taught, together.pages, logits, types))
    return net.exported()


def _loss(
    torch: Any, lessons: Sequence[Lesson], pages: NDArray[np.int64], logits: Any, types: Any
) -> Any:
    place = torch.from_numpy(pages)
    share = torch.tensor([lesson.weight for lesson in lessons], dtype=torch.float32)
    labels, words = _column(torch, lessons, "labels"), _column(torch, lessons, "words")
    functional = torch.nn.functional
    entropy = functional.binary_cross_entropy_with_logits(logits, labels, reduction="none")
    loss = (entropy * _column(torch, lessons, "weights") * share[place]).sum() / share.sum()

    def by_page(values: Any) -> Any:
        return torch.zeros(len(lessons)).index_add_(0, place, values)

    truth = torch.tensor([float(lesson.truth_words) for lesson in lessons])
    kept = torch.sigmoid(logits) * words
    measure = 2 * by_page(kept * labels) / (by_page(kept) + truth.clamp_min(1.0))
    loss = loss + _F_SHARE * ((1 - measure) * share * (truth > 0)).sum() / share.sum()
    known = torch.tensor([lesson.type for lesson in lessons])
    if bool((known >= 0).any()):
        loss = loss + _TYPE_SHARE * functional.cross_entropy(types[known >= 0], known[known >= 0])
    return loss


def _column(torch: Any, lessons: Sequence[Lesson], name: str) -> Any:
    column = np.concatenate([getattr(lesson, name) for lesson in lessons])
    return torch.from_numpy(column.astype(np.float32))


def _batch(lessons: Sequence[Lesson]) -> _Batch:
    sizes = [len(lesson.words) for lesson in lessons]
    ends = np.cumsum(sizes)
    pages = np.repeat(np.arange(len(sizes)), sizes)
    first, stop, total = (ends - sizes)[pages], ends[pages], int(ends[-1])
    place = np.arange(total)
    around = tuple(
        (
            np.where(place - reach < first, total, place - reach),
            np.where(place + reach >= stop, total, place + reach),
        )
        for reach in REACH
    )
    pairs = np.stack([pages, np.concatenate([lesson.group for lesson in lessons])], axis=1)
    _, group = np.unique(pairs, axis=0, return_inverse=True)
    together = Inputs(
        np.concatenate([lesson.inputs.amounts for lesson in lessons]),
        np.concatenate([lesson.inputs.codes for lesson in lessons]),
    )
    return _Batch(together, pages, group.ravel().astype(np.int64), around)


class _FirstLayer:
    """`Layer` while it learns: its amounts have mean 0 and deviation 1."""

    def __init__(self, torch: Any, width: int, usual: Usual) -> None:
        self.torch = torch
        self.mean, self.deviation = usual
        self.linear = torch.nn.Linear(len(self.mean), width)
        self.rows = torch.nn.EmbeddingBag(len(CODED) * VALUES, width, mode="sum")
        torch.nn.init.normal_(self.rows.weight, 0.0, 0.02)

    def parameters(self) -> list[torch.nn.Parameter]:
        return [*self.linear.parameters(), *self.rows.parameters()]

    def scaled(self, amounts: Single) -> Any:
        return self.torch.from_numpy((amounts - self.mean) / self.deviation)

    def __call__(self, scaled: Any, codes: NDArray[np.int32]) -> Any:
        return self.linear(scaled) + self.rows(self.torch.from_numpy(codes.astype(np.int64)))

    def exported(self) -> Layer:
        weights = _array(self.linear.weight).T / self.deviation[:, None]
        bias = _array(self.linear.bias) - self.mean @ weights
        return Layer(
            np.ascontiguousarray(weights, np.float32),
            _array(self.rows.weight),
            bias.astype(np.float32),
        )


class _MixingNet:
    """`Net` while it learns."""

    def __init__(self, torch: Any, usual: Usual) -> None:
        self.torch = torch
        self.first = _FirstLayer(torch, _WIDTH, usual)
        self.mixings = [torch.nn.Linear(5 * _WIDTH, _WIDTH) for _ in REACH]
        self.last = torch.nn.Linear(_WIDTH, 1)
        self.types = torch.nn.Linear(_WIDTH, len(PAGE_TYPES))

    def parameters(self) -> list[torch.nn.Parameter]:
        parts = (self.first, *self.mixings, self.last, self.types)
        return [parameter for part in parts for parameter in part.parameters()]

    def __call__(self, batch: _Batch, shares: Any) -> tuple[Any, Any]:
        torch = self.torch
        pages = torch.from_numpy(batch.pages)
        count = int(batch.pages[-1]) + 1
        scaled = self.first.scaled(batch.inputs.amounts)
        seen = (torch.rand(count, scaled.shape[1]) > _DROPPED_INPUTS) / (1 - _DROPPED_INPUTS)
        state = self._dropped(torch.relu(self.first(scaled * seen[pages], batch.inputs.codes)))
        group = torch.from_numpy(batch.group)
        for mixing, (before, after) in zip(self.mixings, batch.around, strict=True):
            padded = torch.cat([state, torch.zeros(1, _WIDTH)])
            near = [padded[torch.from_numpy(places)] for places in (before, after)]
            means = [self._means(state, of, shares)[of] for of in (group, pages)]
            state = state + self._dropped(torch.relu(mixing(torch.cat([state, *near, *means], 1))))
        return self.last(state)[:, 0], self.types(self._means(state, pages, shares))

    def _dropped(self, state: Any) -> Any:
        return self.torch.nn.functional.dropout(state, _DROPPED_UNITS)

    def _means(self, state: Any, of: Any, shares: Any) -> Any:
        count = int(of.max()) + 1
        sums = self.torch.zeros(count, _WIDTH).index_add_(0, of, state * shares[:, None])
        return sums / self.torch.zeros(count).index_add_(0, of, shares)[:, None]

    def exported(self) -> Net:
        mixings = []
        for mixing in self.mixings:
            own, before, after, group, page = np.split(_array(mixing.weight).T, 5)
            near = np.concatenate([own, before, after], axis=1)
            whole = np.ascontiguousarray
            mixings.append(Mixing(near, whole(group), whole(page), _array(mixing.bias)))
        last = np.concatenate([_array(self.last.weight), _array(self.types.weight)])
        bias = np.concatenate([_array(self.last.bias), _array(self.types.bias)])
        return Net(self.first.exported(), tuple(mixings), np.ascontiguousarray(last.T), bias)


class _Optimiser:
    """AdamW with a rate that rises shortly and falls for the rest of the training."""

    def __init__(self, torch: Any, parameters: list[Any], rate: float, steps: int) -> None:
        self.clip = torch.nn.utils.clip_grad_norm_
        self.parameters = parameters
        self.adam = torch.optim.AdamW(parameters, lr=rate, weight_decay=1e-2)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.adam, rate, total_steps=steps + 1, pct_start=0.1
        )

    def step(self, loss: Any) -> None:
        self.adam.zero_grad()
        loss.backward()
        self.clip(self.parameters, 1.0)
        self.adam.step()
        self.schedule.step()


def _array(tensor: Any) -> Single:
    array: Single = tensor.detach().numpy().astype(np.float32)
    return array
