from __future__ import annotations

from typing import Any

import pytest

from thresher.errors import BadOption, ModelFormatError
from thresher.features.shingles import FragmentTree
from thresher.identifiers.lp_fragments import changing_nodes
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline


def version(name: str, mails: int, advert: str) -> str:
    return (
        f"<body><header>Good day {name}, you have {mails} mails</header>"
        "<h1>The town mill</h1><p>It has stood there since the flood.</p>"
        f"<aside><p>{advert}</p></aside></body>"
    )


VERSIONS = [
    version("Ada", 3, "Buy a sickle"),
    version("Kofi", 0, "Buy a scythe"),
    version("Mei", 7, "Buy a plough"),
]
LASTING = ["The town mill", "It has stood there since the flood."]


def kept(source: str, versions: list[str] = VERSIONS, **options: Any) -> list[str]:
    pipeline = Pipeline("lp-fragments", **options).fit(versions)
    return [block.text for block in pipeline.extract(source).kept]


def test_what_all_versions_have_is_kept() -> None:
    assert kept(VERSIONS[0]) == LASTING
    assert kept(version("Olu", 12, "Rent a cart")) == LASTING


def test_what_changes_is_kept_when_asked_for() -> None:
    own = ["Good day Olu, you have 12 mails", "Rent a cart"]
    assert kept(version("Olu", 12, "Rent a cart"), keep="changing") == own


def test_reasons_and_scores() -> None:
    pipeline = Pipeline("lp-fragments").fit(VERSIONS)
    verdicts = pipeline.extract(VERSIONS[1]).verdicts
    assert [(verdict.why, verdict.score) for verdict in verdicts] == [
        ("changes between versions", 0),
        ("the same in all versions", 1),
        ("the same in all versions", 1),
        ("changes between versions", 0),
    ]


def test_a_block_goes_with_most_of_its_words() -> None:
    versions = [f"<p>Most of this line stays <b>but {n}</b></p><p>n{n}</p>" for n in range(3)]
    assert kept(versions[0], versions) == ["Most of this line stays but 0"]


def test_a_part_that_moves_is_still_the_same() -> None:
    one, other = "<p>first line</p><p>second line</p>", "<p>second line</p><p>first line</p>"
    assert kept(one, [one, other, one + "<p>and more</p>"]) == ["first line", "second line"]


def test_the_share_of_versions_can_be_lowered() -> None:
    versions = [*VERSIONS, VERSIONS[0].replace("<h1>The town mill</h1>", "")]
    assert kept(VERSIONS[0], versions) == LASTING[1:]
    assert kept(VERSIONS[0], versions, min_share=0.75) == LASTING


def test_the_fragments_are_the_outermost_changing_nodes() -> None:
    page = Page.parse("<div><p>a b</p><p>c</p></div><p>d</p><div>e <b>f</b></div>")
    tree = FragmentTree.of(page.table, window=1)
    # stable: the texts "d" and "f"; changing: the first div as a whole, and "e"
    stable = (tree.first == 3) & (tree.last == 4) | (tree.first == 5) & (tree.last == 6)
    found = changing_nodes(tree, stable)
    assert [(int(tree.first[node]), int(tree.last[node])) for node in found] == [(0, 3), (4, 5)]


def test_without_stable_nodes_the_page_is_one_fragment() -> None:
    tree = FragmentTree.of(Page.parse("<p>a</p><p>b</p>").table, window=1)
    assert changing_nodes(tree, tree.first < 0) == [0]


def test_versions_that_are_equal_count_once() -> None:
    learned = Pipeline("lp-fragments").fit([VERSIONS[0]] * 5 + VERSIONS[1:]).identifier.export()
    assert learned is not None
    assert learned["versions"] == 3
    assert len(learned["stable"]) == 2


def test_a_share_out_of_range_is_refused() -> None:
    with pytest.raises(BadOption, match="min_share"):
        Pipeline("lp-fragments", min_share=0)


def test_a_damaged_model_is_refused() -> None:
    with pytest.raises(ModelFormatError, match="stable"):
        Pipeline("lp-fragments").identifier.restore({"versions": 3, "stable": ["x"]})
