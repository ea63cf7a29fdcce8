"""The gate and the net while they learn: what is exported, what is learned, losses by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.features.small_model import every
from thresher.errors import MissingExtra
from thresher.features.block_features import FEATURE_NAMES
from thresher.features.block_model import Gate
from thresher.features.block_net import CODED, PAGE_TYPES, Inputs, Single, bent, coded
from thresher.training import net_trainer
from thresher.training.net_trainer import Lesson, scales, train_gate, train_net, usual

COLUMNS = len(FEATURE_NAMES)
WORDS, LENGTH = FEATURE_NAMES.index("words"), FEATURE_NAMES.index("length")
OF_PAGE = [place for place, name in enumerate(FEATURE_NAMES) if name.startswith("page ")]
ONES = np.ones(COLUMNS, dtype=np.float32)


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed")


def lesson(
    matrix: Single, labels: Sequence[float], *, group: Sequence[int] | None = None, type: int = -1
) -> Lesson:
    """A page whose blocks have ten words each."""
    size = len(matrix)
    words = np.full(size, 10.0)
    groups = np.arange(size) if group is None else np.array(group)
    return Lesson(
        inputs=Inputs(bent(matrix, every(matrix), 0 * ONES, ONES), coded(matrix, every(matrix))),
        group=groups.astype(np.int32),
        words=words,
        labels=np.array(labels, dtype=np.float32),
        weights=np.ones(size, dtype=np.float32),
        weight=1.0,
        truth_words=int(10 * sum(labels)),
        type=type,
    )


def random_lesson(seed: int, size: int) -> Lesson:
    random = np.random.default_rng(seed)
    matrix = random.uniform(0, 3, (size, COLUMNS)).astype(np.float32)
    labels, group = (random.integers(0, most, size).tolist() for most in (2, 3))
    return lesson(matrix, labels, group=group)


Rule = Callable[[Single], list[float]]


def taught(rule: Rule, pages: int, size: int = 12) -> list[Lesson]:
    """Pages of noise in a column, labelled by a rule; columns that count pages tell the type."""
    lessons = []
    for seed in range(pages):
        random = np.random.default_rng(seed)
        matrix = np.zeros((size, COLUMNS), dtype=np.float32)
        matrix[:, WORDS] = random.normal(size=size)
        of_type = seed % 2
        matrix[:, OF_PAGE] = of_type
        lessons.append(lesson(matrix, rule(matrix[:, WORDS]), type=of_type))
    return lessons


def by_itself(words: Single) -> list[float]:
    return [float(of_block > 0) for of_block in words]


def by_the_next(words: Single) -> list[float]:
    return by_itself(np.roll(words, -1))


def right(logits: Sequence[Any], lessons: Sequence[Lesson]) -> float:
    pairs = zip(logits, lessons, strict=True)
    return float(np.mean([((of > 0) == (page.labels > 0.5)).mean() for of, page in pairs]))


def of_gate(lessons: Sequence[Lesson], gate: Gate) -> list[Any]:
    """Where nothing is bent, the amounts are the features."""
    pages = [page.inputs for page in lessons]
    return [gate.logits(p.amounts, every(p.amounts), p.codes) for p in pages]


def of_net(lessons: Sequence[Lesson], net: Any) -> tuple[list[Single], list[Single]]:
    answers = [
        net(page.inputs, page.group, np.sqrt(page.words).astype(np.float32)) for page in lessons
    ]
    return [logits for logits, _ in answers], [types for _, types in answers]


def test_an_exported_layer_gives_the_same_numbers(torch: Any) -> None:
    pages = [random_lesson(seed, 9) for seed in range(3)]
    first = net_trainer._FirstLayer(torch, 6, usual(pages))
    torch.nn.init.normal_(first.rows.weight)
    inputs = pages[0].inputs
    learned = torch.relu(first(first.scaled(inputs.amounts), inputs.codes)).detach().numpy()
    np.testing.assert_allclose(first.exported()(inputs), learned, rtol=1e-4, atol=1e-5)


def test_an_exported_net_gives_the_same_numbers(
    torch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net_trainer, "_DROPPED_INPUTS", 0.0)
    monkeypatch.setattr(net_trainer, "_DROPPED_UNITS", 0.0)
    torch.manual_seed(5)
    pages = [random_lesson(seed, size) for seed, size in enumerate((1, 2, 3, 4, 5, 17, 30))]
    net = net_trainer._MixingNet(torch, usual(pages))
    shares = net_trainer._column(torch, pages, "words") ** 0.5
    logits, types = net(net_trainer._batch(pages), shares)
    exported_logits, exported_types = of_net(pages, net.exported())
    np.testing.assert_allclose(
        np.concatenate(exported_logits), logits.detach().numpy(), rtol=1e-4, atol=1e-4
    )
    np.testing.assert_allclose(exported_types, types.detach().numpy(), rtol=1e-4, atol=1e-4)


def test_an_exported_gate_gives_the_same_numbers(
    torch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[Any] = []

    class Watched(net_trainer._Optimiser):
        def __init__(self, torch: Any, parameters: list[Any], rate: float, steps: int) -> None:
            used[:] = parameters
            super().__init__(torch, parameters, rate, steps)

    monkeypatch.setattr(net_trainer, "_Optimiser", Watched)
    pages = [random_lesson(seed, 12) for seed in range(4)]
    mean, deviation = usual(pages)
    gate = train_gate(pages, (mean, deviation), 0 * ONES, ONES)
    assert len(gate.columns) == net_trainer._GATE_COLUMNS
    assert gate.columns.tolist() == sorted(set(gate.columns.tolist()))
    weight, bias, rows, last, last_bias = (part.detach().numpy() for part in used)
    inputs, at = pages[0].inputs, gate.columns
    scaled = (inputs.amounts[:, at] - mean[at]) / deviation[at]
    state = scaled @ weight.T + bias + rows[inputs.codes].sum(axis=1)
    learned = np.maximum(state, 0) @ last[0] + last_bias[0]
    np.testing.assert_allclose(of_gate(pages, gate)[0], learned, rtol=1e-4, atol=1e-5)
    assert gate.bias.shape == ()


def test_the_gate_learns_what_blocks_tell_by_themselves(
    torch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net_trainer, "_GATE_BATCH", 64)  # more steps than so few blocks would give
    pages = taught(by_itself, 120)
    gate = train_gate(pages, usual(pages), 0 * ONES, ONES)
    assert right(of_gate(pages, gate), pages) > 0.95
    assert WORDS in gate.columns


def test_the_net_learns_what_neighbours_and_pages_tell(torch: Any) -> None:
    pages = taught(by_the_next, 240)
    logits, types = of_net(pages, train_net(pages, usual(pages)))
    assert right(logits, pages) > 0.9
    guessed = [int(np.argmax(of_page)) for of_page in types]
    assert np.mean([guess == page.type for guess, page in zip(guessed, pages, strict=True)]) > 0.95


def test_the_same_pages_give_the_same_arrays(torch: Any) -> None:
    pages = taught(by_itself, 30)
    normal = usual(pages)
    gates, nets = [], []
    for _ in range(2):
        torch.rand(3)  # what else draws random numbers does not matter
        gates.append(train_gate(pages, normal, 0 * ONES, ONES))
        nets.append(train_net(pages, normal))
    for one, other in (
        (gates[0].layer.weights, gates[1].layer.weights),
        (gates[0].last, gates[1].last),
        (nets[0].first.rows, nets[1].first.rows),
        *((a.near, b.near) for a, b in zip(nets[0].mixings, nets[1].mixings, strict=True)),
        (nets[0].last, nets[1].last),
        (nets[0].bias, nets[1].bias),
    ):
        np.testing.assert_array_equal(one, other)


def test_blocks_that_weigh_nothing_teach_nothing(
    torch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net_trainer, "_GATE_BATCH", 64)
    pages = taught(by_itself, 120)
    wrong = [
        Lesson(**{**_fields(page), "labels": 1 - page.labels, "weight": 0.0}) for page in pages
    ]
    gate = train_gate([*pages, *wrong], usual(pages), 0 * ONES, ONES)
    assert right(of_gate(pages, gate), pages) > 0.9


def _fields(page: Lesson) -> dict[str, Any]:
    return {name: getattr(page, name) for name in Lesson.__dataclass_fields__}


def test_a_lesson_with_some_of_its_blocks() -> None:
    page = random_lesson(1, 6)
    some = page.at(np.array([1, 4]))
    np.testing.assert_array_equal(some.inputs.amounts, page.inputs.amounts[[1, 4]])
    for name in ("group", "words", "labels", "weights"):
        np.testing.assert_array_equal(getattr(some, name), getattr(page, name)[[1, 4]])
    assert (some.truth_words, some.weight, some.type) == (page.truth_words, page.weight, page.type)


def test_scales_by_hand() -> None:
    sample = np.zeros((4, COLUMNS), dtype=np.float32)
    sample[:, WORDS] = [0, -2, 4, 10]  # the usual size of what is there is 4
    sample[:, LENGTH] = [0, 1, 2, 3]  # narrow enough
    sample[:, LENGTH + 1] = [0.01, 0.02, 0.03, 5]  # usually next to nothing
    sample[:, CODED[0]] = 20  # a number of a name
    bend, half = scales(sample)
    expected = np.ones(COLUMNS)
    expected[WORDS], expected[LENGTH + 1] = 4, 0.05
    np.testing.assert_allclose(half, expected)
    assert np.flatnonzero(bend).tolist() == [WORDS, LENGTH + 1]
    assert bend.max() == 1
    assert bend.dtype == half.dtype == np.float32


def test_usual_amounts_by_hand() -> None:
    matrix = np.full((8, COLUMNS), 99, dtype=np.float32)  # of each page, every seventh block
    matrix[[0, 7], WORDS] = [1, 5]
    matrix[[0, 7], LENGTH] = [2.1, 1.9]
    other = matrix[:1].copy()
    other[0, WORDS], other[0, LENGTH] = 0, 2
    mean, deviation = usual([lesson(matrix, [0.0] * 8), lesson(other, [0.0])])
    assert mean[WORDS] == pytest.approx(2)
    assert deviation[WORDS] == pytest.approx(np.sqrt((1 + 9 + 4) / 3))
    assert mean[LENGTH] == pytest.approx(2)
    assert deviation[LENGTH] == pytest.approx(0.15)  # .08, which would blow it up
    assert mean[list(CODED)].tolist() == [0.0] * len(CODED)
    assert np.isinf(deviation[list(CODED)]).all()
    assert (mean[-2:].tolist(), deviation[-2:].tolist()) == ([0.5, 0.5], [0.5, 0.5])


def test_pages_one_after_another_by_hand() -> None:
    one = random_lesson(1, 2)
    batch = net_trainer._batch([one, lesson(np.ones((3, COLUMNS), np.float32), [1, 0, 1])])
    assert batch.pages.tolist() == [0, 0, 1, 1, 1]
    before, after = batch.around[0]
    assert before.tolist() == [5, 0, 5, 2, 3]
    assert after.tolist() == [1, 5, 3, 4, 5]
    before, after = batch.around[1]
    assert before.tolist() == [5, 5, 5, 5, 2]
    assert after.tolist() == [5, 5, 4, 5, 5]
    assert not set(batch.group[:2]) & set(batch.group[2:])
    assert len(set(batch.group[2:])) == 3
    assert len(batch.inputs.amounts) == len(batch.inputs.codes) == 5


def loss_of(torch: Any, lessons: list[Lesson], logits: list[float], scores: Any = None) -> float:
    pages = np.repeat(np.arange(len(lessons)), [len(page.words) for page in lessons])
    types = torch.zeros(len(lessons), len(PAGE_TYPES)) if scores is None else torch.tensor(scores)
    return float(net_trainer._loss(torch, lessons, pages, torch.tensor(logits), types))


def one_block(label: float, **fields: Any) -> Lesson:
    page = lesson(np.zeros((1, COLUMNS), np.float32), [label])
    return Lesson(**{**_fields(page), **fields})


def test_a_loss_by_hand(torch: Any) -> None:
    # Half of the ten words are kept, and are right: F is 2·5 / (5 + 10).
    assert loss_of(torch, [one_block(1.0)], [0.0]) == pytest.approx(np.log(2) + 5 / 3)
    heavy = one_block(1.0, weights=np.array([4], dtype=np.float32))
    assert loss_of(torch, [heavy], [0.0]) == pytest.approx(4 * np.log(2) + 5 / 3)


def test_a_page_without_truth_is_judged_by_its_blocks_alone(torch: Any) -> None:
    assert loss_of(torch, [one_block(0.0)], [0.0]) == pytest.approx(np.log(2))


def test_pages_count_by_their_weight(torch: Any) -> None:
    pages = [one_block(1.0, weight=3.0), one_block(0.0, weight=1.0)]
    expected = (3 * (np.log(2) + 5 / 3) + np.log(2)) / 4
    assert loss_of(torch, pages, [0.0, 0.0]) == pytest.approx(expected)


def test_types_are_judged_where_they_are_known(torch: Any) -> None:
    pages = [one_block(0.0, type=2), one_block(0.0)]
    even = loss_of(torch, pages, [0.0, 0.0])
    assert even == pytest.approx(np.log(2) + 0.2 * np.log(len(PAGE_TYPES)))
    scores = np.zeros((2, len(PAGE_TYPES)), dtype=np.float32)
    scores[0, 2], scores[1, 5] = 50, 50  # the second page says nothing
    assert loss_of(torch, pages, [0.0, 0.0], scores) == pytest.approx(np.log(2))


def test_without_torch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    pages = [random_lesson(1, 3)]
    with pytest.raises(MissingExtra, match=r"thresher\[train\]"):
        train_gate(pages, usual(pages), 0 * ONES, ONES)
    with pytest.raises(MissingExtra, match=r"thresher\[train\]"):
        train_net(pages, usual(pages))
