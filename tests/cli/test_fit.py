"""`thresher fit`: a site's pages in, a model out that `thresher extract` takes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from thresher.cli import run
from thresher.pipeline import Pipeline

Capture = pytest.CaptureFixture[str]
STORIES = (
    "Rye stands tall this year along the river",
    "A new millstone arrived from Bavaria on Friday",
    "Barley prices fell after the rain had stopped",
)
MENU = "<div><a href=/>Home</a> <a href=/n>News</a> <a href=/m>Mill</a></div>"
PAPER = ["fit", "pages", "-a", "content-extractor"]


def page(story: str) -> str:
    return f"<!doctype html><title>Mill</title>{MENU}<p>{story}</p>"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with a site of three pages in `pages`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pages").mkdir()
    for number, story in enumerate(STORIES):
        (tmp_path / "pages" / f"{number}.html").write_text(page(story), encoding="utf-8")
    return tmp_path


def test_fit_and_extract(capsys: Capture) -> None:
    assert run(["fit", "pages", "-o", "site.json"]) == 0
    assert capsys.readouterr() == ("", "thresher: learned from 3 pages: site.json\n")
    assert run(["extract", "pages/0.html", "--model", "site.json"]) == 0
    assert capsys.readouterr().out == f"{STORIES[0]}\n"


@pytest.mark.parametrize("algorithm", ["content-extractor", "info-discoverer", "pagelets"])
def test_every_algorithm_that_learns_a_site(algorithm: str) -> None:
    assert run(["fit", "pages", "-a", algorithm, "-o", "site.json"]) == 0
    assert Pipeline.load("site.json").name == algorithm


def test_the_algorithm_that_is_not_named() -> None:
    assert run(["fit", "pages", "-o", "site.json"]) == 0
    assert json.loads(Path("site.json").read_text(encoding="utf-8"))["identifier"] == "site"


def test_options_reach_the_algorithm() -> None:
    assert run([*PAPER, "-O", "theta=0.5", "-O", "tags=modern", "-o", "site.json"]) == 0
    options = json.loads(Path("site.json").read_text(encoding="utf-8"))["options"]
    assert (options["theta"], options["tags"]) == (0.5, ["modern"])


def test_nothing_is_overwritten_unasked(capsys: Capture) -> None:
    Path("site.json").write_text("mine", encoding="utf-8")
    assert run(["fit", "pages", "-o", "site.json"]) == 2
    assert "--force" in capsys.readouterr().err
    assert Path("site.json").read_text(encoding="utf-8") == "mine"
    assert run(["fit", "pages", "-o", "site.json", "--force"]) == 0


def test_explain_shows_the_template(capsys: Capture) -> None:
    assert run([*PAPER, "-o", "site.json", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "content-extractor, 3 distinct pages, theta = 0.05, epsilon = 0.9" in out
    assert "Home News Mill" in out
    assert STORIES[0] not in out


def test_explain_shows_the_threshold_that_was_found(capsys: Capture) -> None:
    assert run(["fit", "pages", "-a", "info-discoverer", "-o", "site.json", "--explain"]) == 0
    assert "threshold = " in capsys.readouterr().out


def test_pages_are_added_to_a_state() -> None:
    names = [f"pages/{number}.html" for number in range(3)]
    assert run(["fit", *names[:2], "-o", "site.json", "--state", "state.json"]) == 0
    again = ["fit", names[2], "-o", "site.json", "--state", "state.json", "--force"]
    assert run(again) == 0
    assert run(["fit", "pages", "-o", "whole.json"]) == 0
    assert Path("site.json").read_bytes() == Path("whole.json").read_bytes()


def test_a_state_of_other_options_is_refused(capsys: Capture) -> None:
    assert run([*PAPER, "-o", "site.json", "--state", "state.json"]) == 0
    again = [*PAPER, "-o", "b.json", "--state", "state.json", "-O", "theta=0.5"]
    assert run(again) == 2
    assert "other options" in capsys.readouterr().err


def test_a_page_level_algorithm_has_nothing_to_learn(capsys: Capture) -> None:
    assert run(["fit", "pages", "-a", "core-ex", "-o", "site.json"]) == 2
    assert "core-ex does not learn" in capsys.readouterr().err


def test_a_page_that_cannot_be_read_is_left_out(folder: Path, capsys: Capture) -> None:
    (folder / "pages" / "bad.html").write_bytes(b"%PDF-1.7 not a page")
    assert run(["fit", "pages", "-o", "site.json"]) == 1
    err = capsys.readouterr().err
    assert "bad.html" in err
    assert "learned from 3 pages" in err


def test_no_page_at_all(folder: Path, capsys: Capture) -> None:
    (folder / "empty").mkdir()
    assert run(["fit", "empty", "-o", "site.json"]) == 1
    assert "no pages" in capsys.readouterr().err
    assert run(["fit", "missing.html", "-o", "site.json"]) == 1
    assert "no page to learn from" in capsys.readouterr().err
    assert not Path("site.json").exists()


def test_one_page_only_falls_back(capsys: Capture) -> None:
    assert run(["fit", "pages/0.html", "-o", "site.json"]) == 0
    assert "fewer than two different pages" in capsys.readouterr().err
    assert run(["extract", "pages/1.html", "--model", "site.json", "--explain"]) == 0
    assert "too few pages" in capsys.readouterr().out


def test_pages_that_share_nothing(folder: Path, capsys: Capture) -> None:
    for name in ("rye", "oats"):
        (folder / f"{name}.html").write_text(f"<p>{name} of {name}s</p>", encoding="utf-8")
    assert run(["fit", "-a", "content-extractor", "rye.html", "oats.html", "-o", "site.json"]) == 0
    assert "are they of one site?" in capsys.readouterr().err


def test_per_site(folder: Path, capsys: Capture) -> None:
    rows = [
        {"url": f"https://{host}/{number}", "html": page(f"{host} {story}")}
        for host in ("a.example", "www.b.example")
        for number, story in enumerate(STORIES)
    ]
    rows.append({"url": "https://lonely.example/", "html": page("alone")})
    with gzip.open("crawl.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    fit = ["fit", "crawl.jsonl.gz", "-a", "content-extractor", "--per-site", "-o", "models"]
    assert run(fit) == 0
    assert "7 pages of 3 sites: 3 models" in capsys.readouterr().err
    index = json.loads((folder / "models" / "index.json").read_text(encoding="utf-8"))
    found = {row["site"]: row for row in index["models"]}
    assert list(found) == ["a.example", "b.example", "lonely.example"]
    assert found["a.example"]["algorithm"] == "content-extractor"
    assert found["a.example"]["pages"] == 3
    model = Pipeline.load(folder / "models" / found["b.example"]["file"])
    assert model.extract(rows[3]["html"]).text == f"www.b.example {STORIES[0]}"
    assert found["lonely.example"]["algorithm"] == "thresher"
    assert found["lonely.example"]["why"] == "too few pages of this layout"
    assert Pipeline.load(folder / "models" / found["lonely.example"]["file"]).name == "thresher"


def test_per_site_by_layout(folder: Path) -> None:
    table = "<table>" + "<tr><td>cell<td><b>x</b><td><i>{0}</i></tr>" * 4 + "</table>"
    rows = [{"url": f"https://a.example/{n}", "html": page(text)} for n, text in enumerate(STORIES)]
    rows += [{"url": f"https://a.example/t{n}", "html": table.format(n)} for n in range(2)]
    Path("crawl.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert run(["fit", "crawl.jsonl", "--per-site", "-o", "models"]) == 0
    index = json.loads((folder / "models" / "index.json").read_text(encoding="utf-8"))
    assert [(row["layout"], row["pages"]) for row in index["models"]] == [(0, 3), (1, 2)]


@pytest.mark.parametrize("flags", [["--explain"], ["--state", "s.json"]])
def test_per_site_is_one_thing_at_a_time(flags: list[str], capsys: Capture) -> None:
    assert run(["fit", "pages", "--per-site", "-o", "models", *flags]) == 2
    assert "--per-site" in capsys.readouterr().err
