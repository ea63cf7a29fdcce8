from __future__ import annotations

import pytest

from thresher.evaluation.block_metrics import (
    block_score,
    cluster_score,
    labels_from_selector,
    labels_from_spans,
    segmentation_score,
    selected_text,
)
from thresher.evaluation.scores import PERFECT, Score


def test_block_score_by_hand() -> None:
    # Found r = 2 of t = 3 suggested; m = 2 missed.
    chosen = [True, True, True, False, False]
    truth = [True, True, False, True, True]
    score = block_score(chosen, truth)
    assert score == Score(2 / 3, 2 / 4)
    assert score.f1 == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))


def test_block_score_wants_one_value_per_block() -> None:
    with pytest.raises(ValueError, match="2 chosen values for 1"):
        block_score([True, False], [True])


def test_a_page_without_content_blocks() -> None:
    assert block_score([False, False], [False, False]) == PERFECT
    assert block_score([True, False], [False, False]).f1 == 0.0


def test_segmentation_score_by_hand() -> None:
    # The third page of the paper's table: P = .75, R = .333, F = .4615.
    ideal = [f"block {number}" for number in range(9)]
    found = ["Block 0", "block  1", "block 2.", "block 3 and 4"]
    score = segmentation_score(found, ideal)
    assert score == Score(3 / 4, 3 / 9)
    assert score.f1 == pytest.approx(0.461538, abs=1e-6)


def test_segmentation_counts_repeated_blocks() -> None:
    assert segmentation_score(["a", "a", " "], ["a", "b"]) == Score(0.5, 0.5)


def test_cluster_score_by_hand() -> None:
    assert cluster_score({1, 2, 3, 4}, {2, 3, 4, 5, 6, 7}) == Score(3 / 4, 3 / 6)


def test_labels_from_spans_leave_other_labels_out() -> None:
    blocks = ["Ferry sinks in storm", "All passengers were saved by noon", "Ferry sinks in storm"]
    spans = [
        {"label": "headline", "text": "Ferry sinks in storm"},
        {"label": "fulltext", "text": "All passengers were saved by noon"},
        {"label": "related", "text": "Ferry sinks in storm"},
    ]
    assert labels_from_spans(blocks, spans).tolist() == [1, 1, 0]
    assert labels_from_spans(blocks, spans, content={"related"}).tolist() == [0, 0, 1]
    assert labels_from_spans(blocks, []).tolist() == [0, 0, 0]


PAGE = """<body><nav>Guides Reference</nav><main><h1>Install the tool</h1>
<p>Download the archive first</p></main><footer>Guides Licence</footer></body>"""


def test_labels_from_selector() -> None:
    blocks = [
        "Guides Reference",
        "Install the tool",
        "Download the archive first",
        "Guides Licence",
    ]
    assert labels_from_selector(blocks, PAGE, "main").tolist() == [0, 1, 1, 0]


def test_selected_text_by_css_and_xpath() -> None:
    assert selected_text(PAGE, "footer").split() == ["Guides", "Licence"]
    assert selected_text(PAGE, "xpath://nav|//footer").split() == [
        "Guides",
        "Reference",
        "Guides",
        "Licence",
    ]
