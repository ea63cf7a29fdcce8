"""The command that makes the shipped models, on a small set of pages written here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.training.site import page, story
from thresher.evaluation.splits import fold
from thresher.models import read_model
from thresher.training import paper_models
from thresher.types import Identifier

pytest.importorskip("sklearn", reason="training needs the extra 'train'")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paper_models, "PERCENT", {"own": 100})
    rows = (
        {"id": str(n), "domain": f"site{n}.example", "html": page(n), "text": story(n)}
        for n in range(30)
    )
    (tmp_path / "own.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("algorithm", ["mountain", "l-extractor"])
def test_a_model_says_how_it_was_made(algorithm: str, data: Path) -> None:
    output = data / "model.npz"
    assert paper_models.main([algorithm, "--data", str(data), "-o", str(output)]) == 0
    arrays, about = read_model(output)
    assert arrays
    assert about["sets"] == {"own": 30}
    assert algorithm in about["command"]
    held_out = about["scores on domains not trained on"]["svm"]["own"]
    assert held_out["pages"] == sum(fold(f"site{n}.example") == 0 for n in range(30)) < 30
    assert held_out["word F1"] > 0.95


def test_the_pages_that_are_scored_are_not_trained_on(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained_on: list[int] = []
    train = paper_models.TrainableMountain.train

    def recording(
        self: paper_models.TrainableMountain, pages: Sequence[paper_models.Rows]
    ) -> dict[str, Identifier]:
        trained_on.append(len(pages))
        return train(self, pages)

    monkeypatch.setattr(paper_models.TrainableMountain, "train", recording)
    about = paper_models.make(paper_models.TrainableMountain(), str(data), data / "model.npz")
    scored = about["scores on domains not trained on"]["svm"]["own"]["pages"]
    assert trained_on == [30 - scored, 30]


def test_a_model_is_not_overwritten(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "model.npz").write_bytes(b"precious")
    with pytest.raises(SystemExit):
        paper_models.main(["mountain", "--data", str(data), "-o", str(data / "model.npz")])
    assert "--force" in capsys.readouterr().err
    assert (data / "model.npz").read_bytes() == b"precious"


def test_pages_are_chosen_by_their_id(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [example.id for example in paper_models.sample(str(data))]
    monkeypatch.setattr(paper_models, "PERCENT", {"own": 20})
    some = [example.id for example in paper_models.sample(str(data))]
    assert len(everything) == 30
    assert 0 < len(some) < 20
    assert set(some) < set(everything)
    in_test_fold = {str(n) for n in range(30) if fold(f"site{n}.example") == 0}
    assert in_test_fold < set(some), "what is scored is there as a whole"
