"""`thresher train`: a model from one's own pages, end to end."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.training.test_default_model import small_page, trainers
from thresher.cli import run
from thresher.models import read_model

Capture = pytest.CaptureFixture[str]


def write_set(folder: Path, sites: int) -> None:
    folder.mkdir(exist_ok=True)
    pages = [asdict(small_page(site, number)) for site in range(sites) for number in range(2)]
    wanted = ("id", "domain", "html", "text")
    lines = [json.dumps({key: page[key] for key in wanted}) for page in pages]
    (folder / "mine.jsonl").write_text("\n".join(lines), encoding="utf-8")


def write_folder(folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        page = small_page(number, 0)
        (folder / f"{number}.html").write_text(page.html, encoding="utf-8")
        (folder / f"{number}.txt").write_text(page.text or "", encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    trainers()
    write_set(tmp_path / "data", 12)
    return tmp_path / "data"


def train(*arguments: str | Path) -> int:
    return run(["train", *map(str, arguments)])


def test_a_model_from_a_set(data: Path, tmp_path: Path, capsys: Capture) -> None:
    model = tmp_path / "mine.npz"
    assert train("--data", data, "-o", model, "--folds-to", tmp_path / "folds") == 0
    shown = capsys.readouterr()
    name, mean = shown.out.split()
    assert name == "mine"
    assert float(mean) > 0.9
    assert "fold 5 of 5" in shown.err
    arrays, about = read_model(model)
    assert about["pages"] == {"mine": 24}
    assert about["out_of_fold_word_f1"]["mine"] == float(mean)
    assert about["out_of_fold_type_accuracy"] is None
    assert len(arrays["expected"]) == 12  # confidence was learned from the pages out of fold
    assert sorted(path.name for path in (tmp_path / "folds").iterdir()) == [
        f"fold-{number}.npz" for number in range(5)
    ]
    (tmp_path / "page.html").write_text(small_page(30, 1).html, encoding="utf-8")
    assert run(["extract", str(tmp_path / "page.html"), "--model", str(model)]) == 0
    assert capsys.readouterr().out.split() == (small_page(30, 1).text or "").split()


def test_a_model_from_a_folder_of_pages(tmp_path: Path, capsys: Capture) -> None:
    trainers()
    write_folder(tmp_path / "labelled", 20)
    assert train("--my-pages", tmp_path / "labelled", "-o", tmp_path / "model.npz") == 0
    assert capsys.readouterr().out.startswith("labelled")


def test_the_same_model_again(data: Path, tmp_path: Path) -> None:
    for name in ("one.npz", "two.npz"):
        assert train("--data", data, "--sets", "mine", "-o", tmp_path / name) == 0
    (one, about), (other, again) = (read_model(tmp_path / f"{n}.npz") for n in ("one", "two"))
    assert about["out_of_fold_word_f1"] == again["out_of_fold_word_f1"]
    for name, column in one.items():
        assert (other[name] == column).all()


def test_a_model_is_not_overwritten(tmp_path: Path, capsys: Capture) -> None:
    write_set(tmp_path / "data", 12)
    model = tmp_path / "model.npz"
    model.write_text("precious")
    assert train("--data", tmp_path / "data", "-o", model) == 2
    assert "exists; --force overwrites it" in capsys.readouterr().err
    assert model.read_text() == "precious"


def test_unless_it_is_forced(data: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.npz"
    model.write_text("worthless")
    assert train("--data", data, "-o", model, "--force") == 0
    assert read_model(model)[1]["pages"] == {"mine": 24}


def test_too_few_sites(tmp_path: Path, capsys: Capture) -> None:
    write_set(tmp_path / "data", 2)
    assert train("--data", tmp_path / "data", "-o", tmp_path / "model.npz") == 1
    assert "4 pages with truth are too few" in capsys.readouterr().err
    assert not (tmp_path / "model.npz").exists()


def test_a_set_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    write_set(tmp_path / "data", 2)
    assert train("--data", tmp_path / "data", "--sets", "other", "-o", tmp_path / "m.npz") == 1
    assert "no set 'other'" in capsys.readouterr().err


def test_an_output_is_needed(capsys: Capture) -> None:
    assert run(["train"]) == 2
    assert "--output" in capsys.readouterr().err


def test_an_output_in_a_folder_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    write_set(tmp_path / "data", 12)
    assert train("--data", tmp_path / "data", "-o", tmp_path / "none" / "model.npz") == 2
    assert "none" in capsys.readouterr().err


def test_the_description_names_no_folder_of_this_machine(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--data", str(data), "-o", str(tmp_path / "model.npz")]
    monkeypatch.setattr("sys.argv", ["thresher", "train", *arguments])
    assert run(["train", *arguments]) == 0
    about = read_model(tmp_path / "model.npz")[1]
    assert str(tmp_path) not in json.dumps(about)
    assert about["command"] == "thresher train --data … --threads 1"


@pytest.mark.parametrize("algorithm", ["l-extractor", "mountain"])
def test_an_algorithm_of_the_papers(
    algorithm: str, data: Path, tmp_path: Path, capsys: Capture
) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    model = tmp_path / "mine.json"
    assert train("-a", algorithm, "--data", data, "-o", model) == 0
    shown = capsys.readouterr()
    name, mean = shown.out.split()
    assert name == "mine"
    assert float(mean) > 0.8
    assert "all pages" in shown.err
    (tmp_path / "page.html").write_text(small_page(30, 1).html, encoding="utf-8")
    assert run(["extract", str(tmp_path / "page.html"), "--model", str(model)]) == 0
    assert (small_page(30, 1).text or "").split()[0] in capsys.readouterr().out
    assert train("-a", algorithm, "--data", data, "-o", model) == 2  # it is not overwritten


def test_options_of_the_default_are_not_taken_in_silence(tmp_path: Path, capsys: Capture) -> None:
    output = tmp_path / "m.json"
    assert train("-a", "mountain", "--my-pages", tmp_path, "-o", output, "--threads", "2") == 2
    assert "not for mountain" in capsys.readouterr().err


def test_pages_of_one_site_are_too_few_for_an_algorithm_of_the_papers(
    tmp_path: Path, capsys: Capture
) -> None:
    write_set(tmp_path / "data", 1)
    assert train("-a", "mountain", "--data", tmp_path / "data", "-o", tmp_path / "m.json") == 1
    assert "several sites" in capsys.readouterr().err
