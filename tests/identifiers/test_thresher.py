"""The default: its options, the golden pages, shells, models that are refused."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import thresher
from tests.features.small_model import constant_model
from tests.material import ROOT, golden_pages, plain, python
from thresher.errors import BadOption, ModelFormatError
from thresher.evaluation.text_metrics import word_score
from thresher.features.block_features import (
    FEATURE_NAMES,
    BlockFeatures,
    block_features,
    set_convention,
)
from thresher.features.block_kernel import W
from thresher.features.block_model import Reading
from thresher.features.block_net import PAGE_TYPES
from thresher.features.forest import sigmoid
from thresher.identifiers.thresher import FLOOR, Thresher, chosen, load_model, readable
from thresher.models import read_model, shipped, write_model
from thresher.parsing import tags
from thresher.segmenters.leaves import Leaves
from thresher.types import Extraction

LEAST_MEAN_F1 = 0.74
# Nothing that the model has read is kept of them.
SHELLS = {"next-data-shell", "empty-script-shell"}
AT_FLOOR = float(np.log(FLOOR / (1 - FLOOR)))
ARTICLE = "".join(
    f"<p>In the {part} year the mill, which had stood idle, ground wheat again, and those who "
    "had left the valley came back to see it. Nobody had thought that it would last.</p>{}"
    for part in ("first", "second", "third", "fourth", "fifth")
)
PAGE = (
    "<html><title>The mill</title><nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
    "<main><article><h1>The mill grinds again</h1>{}</article></main>"
    "<footer><p>© 2024 The Valley Herald. All rights reserved.</p></footer>"
)


def page_with(between: str) -> str:
    return PAGE.format(ARTICLE.replace("{}", between))


@cache
def golden(name: str) -> Extraction:
    return thresher.extract(golden_pages()[name])


def truth_of(name: str) -> str:
    return (ROOT / "tests" / "pages" / name / "truth.txt").read_text(encoding="utf-8")


def kept_of(name: str, **options: Any) -> list[int]:
    keep = thresher.extract(golden_pages()[name], **options).verdicts.keep
    return np.flatnonzero(keep).tolist()


def test_golden_pages() -> None:
    scores = {name: word_score(golden(name).text, truth_of(name)) for name in golden_pages()}
    mean = sum(score.f1 for score in scores.values()) / len(scores)
    table = "\n".join(
        f"{name:36} precision {score.precision:.2f}  recall {score.recall:.2f}  F1 {score.f1:.3f}"
        for name, score in sorted(scores.items(), key=lambda pair: pair[1].f1)
    )
    assert mean >= LEAST_MEAN_F1, f"mean word F1 {mean:.4f}\n{table}"


def test_an_article_without_what_is_around_it() -> None:
    text = thresher.extract(page_with("")).text
    assert text.count("the mill, which had stood idle") == 5
    assert "Home" not in text
    assert "rights reserved" not in text


KEPT_FOR = ("clearly content", "content,", "beside", "text that", "belongs")


def test_every_block_has_a_probability_and_a_reason() -> None:
    for name in golden_pages():
        verdicts = golden(name).verdicts
        assert len(verdicts) == len(golden(name).segmentation)
        assert ((verdicts.score >= 0) & (verdicts.score <= 1)).all()
        for verdict in verdicts:
            assert verdict.why
            assert verdict.keep == (
                (verdict.why.endswith("likely content") and not verdict.why.startswith("un"))
                or verdict.why.startswith(KEPT_FOR)
            )


def test_favour_moves_the_balance() -> None:
    fewer = more = 0
    for name in golden_pages():
        sizes = [len(kept_of(name, favour=favour)) for favour in ("precision", "balance", "recall")]
        assert sizes == sorted(sizes), name
        fewer += sizes[0] < sizes[1]
        more += sizes[1] < sizes[2]
    assert fewer > 5
    assert more > 5


@pytest.mark.parametrize("option", ["headline", "comments"])
def test_conventions_are_inputs_of_the_model(option: str) -> None:
    features = block_features(Leaves().segment(thresher.Page.parse(page_with(""))))
    before = features.matrix.copy()
    set_convention(features.matrix, headline=option == "headline", comments=option == "comments")
    changed = np.flatnonzero((features.matrix != before).any(axis=0))
    assert [FEATURE_NAMES[at] for at in changed] == [option]
    assert (features.matrix[:, changed] == 1).all()


def probabilities(features: BlockFeatures, **options: Any) -> NDArray[np.float64]:
    return Thresher(**options).read(features).probability


def test_the_headline_is_likelier_where_it_counts() -> None:
    likelier = 0
    for name in golden_pages():
        segmentation = golden(name).segmentation
        features = block_features(segmentation)
        headings = [b.index for b in segmentation if b.tag == "h1" and b.index < len(features.base)]
        without, with_it = (probabilities(features, headline=on) for on in (False, True))
        likelier += sum(with_it[at] > without[at] for at in headings)
        likelier -= sum(with_it[at] < without[at] for at in headings)
    assert likelier > 5


def test_comments_are_likelier_where_they_count() -> None:
    features = block_features(golden("wordpress-blog-with-comments").segmentation)
    without, with_them = (probabilities(features, comments=on) for on in (False, True))
    assert with_them.sum() > without.sum()


def test_other_values_are_refused() -> None:
    with pytest.raises(BadOption, match="favour must be one of"):
        thresher.extract(PAGE, favour="speed")
    with pytest.raises(BadOption):
        thresher.extract(PAGE, headline="perhaps")


def test_blocks_without_words_have_no_probability() -> None:
    features = block_features(Leaves().segment(thresher.Page.parse(page_with("<img src=a.png>"))))
    probability = probabilities(features)
    assert (probability[features.base[:, W] == 0] == 0).all()
    assert (probability[features.base[:, W] > 0] > 0).all()


def images_in(extraction: Extraction) -> int:
    return extraction.html.count("<img")


def test_images_between_paragraphs_are_kept() -> None:
    extraction = thresher.extract(page_with("<figure><img src=a.png></figure>"))
    assert images_in(extraction) == 5
    beside = [verdict for verdict in extraction.verdicts if verdict.why == "beside content"]
    assert len(beside) == 5


def test_images_elsewhere_are_not_kept() -> None:
    markup = page_with("").replace("<nav>", "<nav><p><img src=logo.png></p>")
    markup = markup.replace("<footer>", "<footer><div><img src=seal.png></div>")
    assert images_in(thresher.extract(markup)) == 0


def test_hidden_images_are_not_kept() -> None:
    assert images_in(thresher.extract(page_with("<p hidden><img src=a.png></p>"))) == 0


def test_a_page_of_images_alone_has_no_content() -> None:
    assert not thresher.extract("<html><p><img src=a.png></p><p><img src=b.png></p>")


def reading_of(logits: list[float], passed: list[bool]) -> Reading:
    return Reading(np.array(logits), np.array(passed), np.ones(1))


def test_what_passed_is_chosen_from_and_all_have_probabilities() -> None:
    reading = reading_of([2.0, -4.0, 0.0, 1.0], [True, True, True, False])
    probability, choice = chosen(reading, np.array([9.0, 81.0, 4.0, 100.0]))
    np.testing.assert_array_equal(probability, sigmoid(reading.logits))
    assert choice.keep.tolist() == [True, False, True, False]
    # What was turned away is not among the words that are expected.
    hits = 9 * probability[0] + 4 * probability[2]
    assert choice.expected == pytest.approx(2 * hits / (13 + hits + 81 * probability[1]))
    assert reading.logits.tolist() == [2.0, -4.0, 0.0, 1.0]


def test_below_the_floor_nothing_is_kept() -> None:
    words = np.array([9.0, 9.0])
    for logit, keeps in ((AT_FLOOR + 1e-6, True), (AT_FLOOR - 1e-6, False)):
        _, choice = chosen(reading_of([logit, -9.0], [True, True]), words)
        assert choice.keep.tolist() == [keeps, False]
        assert (choice.expected > 0) == keeps


def test_a_likely_block_that_did_not_pass_does_not_count() -> None:
    words = np.array([9.0, 9.0])
    _, choice = chosen(reading_of([3.0, -5.0], [False, True]), words)
    assert not choice.keep.any()
    _, choice = chosen(reading_of([3.0, 3.0], [False, False]), words)
    assert not choice.keep.any()


def test_blocks_that_a_reader_could_ever_see() -> None:
    reasons = [0, 0, tags.IN_TEMPLATE, tags.FORM_OPTIONS, tags.HIDDEN_ATTRIBUTE]
    hidden = np.array(reasons, dtype=np.int32)
    words = np.array([5.0, 0.0, 5.0, 5.0, 5.0])
    assert readable(words, hidden).tolist() == [0, 4]


def test_a_page_has_a_type_and_a_confidence() -> None:
    extraction = thresher.extract(page_with(""))
    assert extraction.page_type is not None
    assert extraction.page_type.name in PAGE_TYPES
    assert extraction.confidence is not None
    for name in golden_pages():
        if name in SHELLS:
            continue
        verdicts = golden(name).verdicts
        assert verdicts.page_type is not None
        assert 1 / len(PAGE_TYPES) <= verdicts.page_type.probability <= 1
        assert verdicts.confidence is not None
        assert 0 <= verdicts.confidence <= 1
    assert (
        golden("news-article").page_type
        == thresher.extract(golden_pages()["news-article"], favour="recall").page_type
    )


def test_types_of_pages_that_are_plain_to_see() -> None:
    wanted = {"documentation-with-code": "documentation"}
    for name in ("news-article", "russian-essay", "thai-article", "table-layout-2004", *wanted):
        page_type = golden(name).page_type
        assert page_type is not None
        assert page_type.name == wanted.get(name, "article"), name


def test_the_confidence_is_that_of_the_model(tmp_path: Path) -> None:
    arrays, about = read_model(shipped("thresher"))
    table = {"expected": np.array([0.0, 1.0]), "found": np.array([0.25, 0.25])}
    write_model(tmp_path / "sure.npz", {**arrays, **table}, about)
    extraction = thresher.extract(page_with(""), model=str(tmp_path / "sure.npz"))
    assert extraction.confidence == 0.25


def test_confidence_orders_the_golden_pages() -> None:
    """Pages of which the model expects more do better."""
    known = {name: golden(name).confidence for name in golden_pages()}
    order = sorted((of, name) for name, of in known.items() if of is not None)
    f1 = [word_score(golden(name).text, truth_of(name)).f1 for _, name in order]
    half = len(f1) // 2
    assert np.mean(f1[half:]) > np.mean(f1[:half])


def test_of_a_shell_nothing_is_promised() -> None:
    assert golden("next-data-shell").confidence is None
    assert golden("next-data-shell").page_type is None
    assert "%" not in repr(golden("next-data-shell"))


def test_of_nothing_no_confidence() -> None:
    assert not golden("empty-script-shell")
    assert golden("empty-script-shell").confidence is None
    for source in ("", "<p><img src=a.png></p>"):
        extraction = thresher.extract(source)
        assert (extraction.confidence, extraction.page_type) == (None, None)


def test_a_shell_with_its_article_in_script_state() -> None:
    extraction = golden("next-data-shell")
    assert word_score(extraction.text, truth_of("next-data-shell")).f1 > 0.95
    assert {block.origin for block in extraction.kept} == {"script state"}
    kept = [verdict for verdict in extraction.verdicts if verdict.keep]
    assert {verdict.why for verdict in kept} == {"text that scripts would show"}


def test_a_shell_with_structured_data() -> None:
    body = " ".join(f"The mill ground wheat again in year {year}." for year in range(20))
    data = json.dumps({"@type": "Article", "articleBody": body})
    shell = f"<html><div id=app>Loading</div><script type=application/ld+json>{data}</script>"
    extraction = thresher.extract(shell)
    assert extraction.text == body
    assert [block.origin for block in extraction.kept] == ["structured data"]


def test_the_tree_wins_where_it_has_the_article() -> None:
    body = "The mill ground wheat again, and nobody had thought that it would last. " * 4
    data = json.dumps({"@type": "Article", "articleBody": body})
    page = page_with("").replace("<nav>", f"<script type=application/ld+json>{data}</script><nav>")
    short = page.replace("In the fourth", "Fourth")
    assert {block.origin for block in thresher.extract(short).kept} == {"page"}


def test_an_empty_shell_has_nothing() -> None:
    assert golden("empty-script-shell").text == ""


@pytest.mark.parametrize("source", ["", "<html>", "<p></p>", "<script>1</script>"])
def test_pages_without_blocks(source: str) -> None:
    extraction = thresher.extract(source)
    assert (len(extraction), extraction.text) == (0, "")


def test_compiled_and_plain_decide_alike() -> None:
    """In a process of its own, where every kernel is the plain one."""
    program = (
        "import json, sys, thresher, pathlib\n"
        "pages = sorted(pathlib.Path(sys.argv[1]).glob('*/page.html'))\n"
        "keep = lambda page: thresher.extract(page.read_bytes()).verdicts.keep.tolist()\n"
        "print(json.dumps({page.parent.name: keep(page) for page in pages}))\n"
    )
    folder = str(ROOT / "tests" / "pages")
    run = python("-c", program, folder, environment={"THRESHER_PURE": "1"})
    assert run.returncode == 0, run.stderr.decode()
    answers = json.loads(run.stdout)
    assert answers == {name: golden(name).verdicts.keep.tolist() for name in golden_pages()}


def test_threads_give_the_same_answers() -> None:
    sources = list(golden_pages().values())
    alone = [plain(thresher.extract(source).verdicts) for source in sources]
    with ThreadPoolExecutor(8) as pool:
        together = list(
            pool.map(lambda source: plain(thresher.extract(source).verdicts), sources * 3)
        )
    assert together == alone * 3


@pytest.mark.skipif(sys.platform == "win32", reason="no getrusage")
def test_memory_for_a_page_of_a_megabyte() -> None:
    program = (
        "import resource, sys, thresher\n"
        "unit = 1024 if sys.platform == 'darwin' else 1\n"
        "def peak():\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit\n"
        "thresher.extract('<p>Wheat, and chaff.</p>').text\n"  # the model is read, once
        "item = '<div class=\"item row\"><h3>Name {}</h3><p>Wheat, <a href=/x>ground</a> again, '\n"
        "item += 'and <b>those</b> who had left the valley came back to see it.</p></div>'\n"
        "source = '<html><body>' + ''.join(map(item.format, range(7500)))\n"
        "page = thresher.Page.parse(source)\n"
        "before = peak()\n"
        "thresher.extract(page)\n"
        "print(len(source), peak() - before)\n"
    )
    run = python("-c", program)
    assert run.returncode == 0, run.stderr.decode()
    size, growth = map(int, run.stdout.split())
    assert size > 1_000_000
    assert growth <= 60 * 1024, f"{growth / 1024:.0f} MB"


def test_a_model_of_ones_own(tmp_path: Path) -> None:
    arrays, about = read_model(shipped("thresher"))
    write_model(tmp_path / "same.npz", arrays, about)
    same = thresher.extract(page_with(""), model=str(tmp_path / "same.npz"))
    assert plain(same.verdicts) == plain(thresher.extract(page_with("")).verdicts)


@pytest.mark.parametrize(("gate", "later"), [(0.0, AT_FLOOR - 0.1), (-6.0, 5.0)])
def test_a_model_that_is_sure_of_nothing_keeps_nothing(
    tmp_path: Path, gate: float, later: float
) -> None:
    about = {"inputs": list(FEATURE_NAMES)}
    write_model(tmp_path / "never.npz", constant_model(gate, later).arrays(), about)
    extraction = thresher.extract(page_with(""), model=str(tmp_path / "never.npz"))
    assert not extraction
    assert extraction.confidence is None
    assert extraction.page_type is None


def test_a_model_without_one_of_its_arrays_is_refused(tmp_path: Path) -> None:
    arrays, about = read_model(shipped("thresher"))
    del arrays["net_last"]
    write_model(tmp_path / "part.npz", arrays, about)
    with pytest.raises(ModelFormatError, match="no array 'net_last'"):
        thresher.extract(PAGE, model=str(tmp_path / "part.npz"))


def test_a_model_is_read_once() -> None:
    assert load_model(None) is load_model(None)


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    arrays, about = read_model(shipped("thresher"))
    write_model(tmp_path / "old.npz", arrays, {**about, "inputs": about["inputs"][1:]})
    with pytest.raises(ModelFormatError, match=r"old\.npz was trained on other features"):
        thresher.extract(PAGE, model=str(tmp_path / "old.npz"))


def test_a_model_that_asks_for_columns_that_are_not_there(tmp_path: Path) -> None:
    arrays, about = read_model(shipped("thresher"))
    column = np.full_like(arrays["tree_column"], len(FEATURE_NAMES))
    write_model(tmp_path / "bad.npz", {**arrays, "tree_column": column}, about)
    with pytest.raises(ModelFormatError, match="train it again"):
        thresher.extract(PAGE, model=str(tmp_path / "bad.npz"))


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.npz").write_text("no model")
    with pytest.raises(ModelFormatError, match="is not a Thresher model"):
        thresher.extract(PAGE, model=str(tmp_path / "model.npz"))
    with pytest.raises(ModelFormatError, match="there is no model file"):
        thresher.extract(PAGE, model=str(tmp_path / "none.npz"))


def test_a_fragment_is_never_empty() -> None:
    assert thresher.extract("<p>Another one.</p>").text == "Another one."
    assert thresher.extract("<p>Hello</p>").text == "Hello"
    assert thresher.extract("").text == ""
