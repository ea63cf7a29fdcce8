"""The worst pages: what became of every block."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluation.conftest import write_set
from thresher.errors import BadOption
from thresher.evaluation.contestants import algorithm
from thresher.evaluation.run import Settings, evaluate
from thresher.evaluation.worst import Piece, pieces, write_worst

HTML = (
    "<nav>Home and news and weather</nav><p>The grain is kept as it should be.</p>"
    "<aside>Buy our wonderful chaff today</aside><p>This sentence has been forgotten.</p>"
)


def test_every_block_has_its_fate() -> None:
    truth = (
        "The grain is kept as it should be.\nThis sentence has been forgotten.\n"
        "Nowhere to be seen at all."
    )
    kept = "The grain is kept as it should be.\nBuy our wonderful chaff today"
    assert pieces(HTML, truth, kept) == [
        Piece("Home and news and weather", "dropped"),
        Piece("The grain is kept as it should be.", "kept"),
        Piece("Buy our wonderful chaff today", "wrong"),
        Piece("This sentence has been forgotten.", "missed"),
        Piece("Nowhere to be seen at all.", "absent"),
    ]


def settings(folder: Path, name: str = "all-text", by: str = "page") -> Settings:
    rows = [
        {"id": f"{number} <b>", "html": f"{HTML}<i>{number}</i>", "text": text, "site": "s"}
        for number, text in enumerate(["Weather", "The grain is kept as it should be.", HTML])
    ]
    path = write_set(folder, "small", rows)
    return Settings(
        (("small", path),), (algorithm(name),), by=by, processes=1  # type: ignore[arg-type]
    )  # fmt: skip


def test_the_worst_come_first_and_are_linked(tmp_path: Path) -> None:
    given = settings(tmp_path)
    index = write_worst(evaluate(given), given, 2, tmp_path / "worst")
    assert sorted(path.name for path in index.parent.iterdir()) == [
        "001.html", "002.html", "index.html"
    ]  # fmt: skip
    shown = index.read_text(encoding="utf-8")
    assert shown.index("001.html") < shown.index("002.html")
    assert "small 0 &lt;b&gt;" in shown
    first = (index.parent / "001.html").read_text(encoding="utf-8")
    assert '<p class="wrong">Buy our wonderful chaff today</p>' in first
    assert '<a href="002.html">next</a>' in first
    assert "previous ·" in first
    assert "003.html" not in (index.parent / "002.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("clumsy")
def test_a_page_without_an_answer_says_so(tmp_path: Path) -> None:
    rows = [{"id": "1", "html": "<p>RAISE</p>", "text": "RAISE"}]
    path = write_set(tmp_path / "data", "small", rows)
    given = Settings((("small", path),), (algorithm("clumsy"),), processes=1)
    index = write_worst(evaluate(given), given, 5, tmp_path / "worst")
    case = (index.parent / "001.html").read_text(encoding="utf-8")
    assert "ValueError: told to" in case
    assert '<p class="missed">RAISE</p>' in case


def test_algorithms_that_learn_are_not_shown(tmp_path: Path) -> None:
    given = settings(tmp_path, "feature-extractor:maximum=set", by="site")
    with pytest.raises(BadOption, match="only after learning"):
        write_worst(evaluate(given), given, 1, tmp_path / "worst")
