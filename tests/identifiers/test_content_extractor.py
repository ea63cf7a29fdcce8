"""ContentExtractor: by hand, against the exhaustive comparison, and on sites that are not neat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.identifiers.exhaustive_content_extractor import inverse_ibdf, vectors
from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.features.block_collection import PageBlocks
from thresher.identifiers.content_extractor import ContentExtractor
from thresher.pipeline import Pipeline
from thresher.types import Extraction

MENU = "<div><a href=/>Home</a> <a href=/n>News</a> <a href=/m>Mill</a></div>"
FOOTER = "<p>Copyright of the Mill and Granary Society, all rights reserved</p>"


def site_page(story: str, *, menu: str = MENU, footer: str = FOOTER) -> str:
    return f"<html><body>{menu}<p>{story}</p>{footer}</body></html>"


STORIES = (
    "Rye stands tall this year along the river",
    "A new millstone arrived from Bavaria on Friday",
    "Barley prices fell after the rain had stopped",
    "Children baked forty loaves for the village fair",
)
SITE = [site_page(story) for story in STORIES]


def kept(extraction: Extraction) -> list[str]:
    return [block.text for block in extraction.kept]


def test_what_every_page_holds_is_template() -> None:
    pipeline = Pipeline("content-extractor").fit(SITE)
    for page, story in zip(SITE, STORIES, strict=True):
        extraction = pipeline.extract(page)
        assert kept(extraction) == [story]
        assert [verdict.score for verdict in extraction.verdicts] == [0.0, 1.0, 0.0]
        assert extraction.verdicts[0].why == "on many pages of the site"
        assert extraction.verdicts[1].why == "on few pages of the site"


def test_a_page_that_was_not_learned_from() -> None:
    extraction = Pipeline("content-extractor").fit(SITE).extract(site_page("Oats are late again"))
    assert kept(extraction) == ["Oats are late again"]


def test_the_share_by_hand() -> None:
    """Three of four pages hold the notice: for each of these, two of the three others do; for a
    page that was not learned from, three of four."""
    notice = "<p>Closed on Mondays and Tuesdays</p>"
    pages = [site_page(story) + (notice if place else "") for place, story in enumerate(STORIES)]
    pipeline = Pipeline("content-extractor", theta=0.6).fit(pages)
    seen, unseen = pipeline.extract(pages[1]), pipeline.extract(site_page("Oats") + notice)
    assert seen.verdicts[3].score == pytest.approx(1 - 2 / 3)
    assert unseen.verdicts[3].score == pytest.approx(1 - 3 / 4)
    assert not seen.verdicts[3].keep
    tolerant = Pipeline("content-extractor", theta=0.7).fit(pages)
    assert tolerant.extract(pages[1]).verdicts[3].keep


def test_cosine_by_hand() -> None:
    """Nine of ten words shared, the same counts: (9 + 1) / (10 + 1) = .909 is above .9."""
    words = "one two three four five six seven eight nine"
    pages = [f"<p>{words} {last}</p><p>{last} only here</p>" for last in ("ten", "zehn")]
    similar = Pipeline("content-extractor").fit(pages)
    assert [verdict.keep for verdict in similar.extract(pages[0]).verdicts] == [False, True]
    stricter = Pipeline("content-extractor", epsilon=0.91).fit(pages)
    assert [verdict.keep for verdict in stricter.extract(pages[0]).verdicts] == [True, True]


def test_a_raw_count_of_words_swamps_the_words() -> None:
    """Two disjoint ten-word blocks: 100 / (100 + 10) = .909."""
    pages = [
        "<p>" + " ".join(f"{letter}{number}" for number in range(10)) + f"</p><p>x{letter}</p>"
        for letter in "ab"
    ]
    raw = Pipeline("content-extractor", scale="raw").fit(pages)
    assert raw.extract(pages[0]).verdicts[0].score == 0.0
    scaled = Pipeline("content-extractor").fit(pages)
    assert scaled.extract(pages[0]).verdicts[0].keep


_words = st.lists(st.sampled_from("a b c d e f g h i j k l m n".split()), min_size=1, max_size=14)
_parts = st.sampled_from(["<a href=/>{}</a>", "<img src=i> {}", "{}", "{}", "<b>{}</b>"])
_blocks = st.builds(lambda part, words: f"<p>{part.format(' '.join(words))}</p>", _parts, _words)
_odd = st.sampled_from(["<p>|</p>", "<p><img src=x></p>", "<p> </p>", "<p hidden>a b c</p>"])
_pages = st.lists(_blocks | _odd, min_size=1, max_size=7).map("".join)
_template = st.lists(_blocks | _odd, max_size=4).map("".join)


@st.composite
def sites(draw: st.DrawFn) -> list[str]:
    """Pages with some blocks in common, some nearly so, and many short ones of few words."""
    shared = draw(_template)
    greeting = draw(st.booleans())
    pages = draw(st.lists(_pages, min_size=2, max_size=6))
    return [
        shared + page + (f"<p>a b c d e f g h i guest{number}</p>" if greeting else "")
        for number, page in enumerate(pages)
    ]


@given(
    sites(),
    st.sampled_from([0.0, 0.5, 0.8, 0.9, 0.95]),
    st.sampled_from([0.0, 0.05, 0.3, 0.5, 0.8]),
    st.sampled_from(["set", "raw"]),
)
def test_the_fast_search_gives_the_answer_of_the_exhaustive_one(
    site: list[str], epsilon: float, theta: float, scale: Literal["set", "raw"]
) -> None:
    identifier = ContentExtractor(epsilon=epsilon, theta=theta, scale=scale)
    pipeline = Pipeline("content-extractor")
    pages = list(
        {PageBlocks.of(page).fingerprint: page for page in map(pipeline.segment, site)}.values()
    )
    pages = [page for page in pages if not PageBlocks.of(page).is_empty]
    assume(len(pages) > 1)
    identifier.fit(pages)
    assert identifier.template is not None
    expected = inverse_ibdf(vectors(pages, raw=scale == "raw"), epsilon)
    for page, counts in zip(pages, expected, strict=True):
        shares = identifier.template.shares(PageBlocks.of(page))
        truth = [count / (len(pages) - 1) for count in counts]
        assert [share > theta for share in shares] == [share > theta for share in truth]
        for share, true_share in zip(shares, truth, strict=True):
            if true_share > theta:
                assert share == true_share


@given(sites(), st.integers(0, 6))
def test_learning_in_steps_gives_the_same_template(site: list[str], cut: int) -> None:
    at_once = Pipeline("content-extractor").fit(site)
    in_steps = Pipeline("content-extractor").fit(site[:cut]).partial_fit(site[cut:])
    assert in_steps.identifier.export() == at_once.identifier.export()


@given(sites())
def test_a_page_more_with_a_block_never_makes_the_block_rarer(site: list[str]) -> None:
    fewer = Pipeline("content-extractor", theta=0.0).fit(site)
    copies = [page + f"<p>unheard{number} of</p>" for number, page in enumerate(site)]
    more = Pipeline("content-extractor", theta=0.0).fit([*site, *copies])
    for page in site:
        blocks = PageBlocks.of(fewer.segment(page))
        before, after = fewer.identifier, more.identifier
        assert isinstance(before, ContentExtractor)
        assert isinstance(after, ContentExtractor)
        assert before.template is not None
        assert after.template is not None
        if len(before.template.pages) > 1 and not blocks.is_empty:
            assert (after.template.shares(blocks) > 0).all()


CHANGES = {
    "advert": lambda n: f"<img src=ad{n}.png> Advertisement placed by our friends and partners",
    "date": lambda n: f"The weather in the valley as it was seen from the old mill on day {n}",
    "counter": lambda n: f"You are one of {n * 37} visitors who came to see the mill this month",
    "greeting": lambda n: f"Welcome back dear guest{n} it is good to see you at the old mill",
}


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("pages", [3, 10, 40])
def test_what_changes_inside_a_template_block_does_not_make_it_content(
    kind: str, pages: int
) -> None:
    def page(number: int) -> str:
        return (
            site_page(f"story{number} about{number} rye{number}")
            + f"<p>{CHANGES[kind](number)}</p>"
        )

    pipeline = Pipeline("content-extractor").fit(page(number) for number in range(pages))
    for number in (0, pages - 1, pages + 5):
        verdicts = pipeline.extract(page(number)).verdicts
        assert [verdict.keep for verdict in verdicts] == [False, True, False, False]


def test_one_page_is_judged_by_the_page_level_default() -> None:
    for pages in (SITE[:1], SITE[:1] * 20, [], ["", " "]):
        extraction = Pipeline("content-extractor").fit(pages).extract(SITE[0])
        assert all(verdict.why.startswith("too few pages") for verdict in extraction.verdicts)
        alone = Pipeline("thresher", "get-block-set").extract(SITE[0])
        assert extraction.verdicts.keep.tolist() == alone.verdicts.keep.tolist()


def test_nearly_equal_pages_are_not_thrown_away() -> None:
    copies = [site_page(STORIES[0], footer=f"<p>seen {number} times</p>") for number in range(20)]
    long = [copy.replace(STORIES[0], " ".join(STORIES)) for copy in copies]
    extraction = Pipeline("content-extractor", epsilon=0.5).fit(long).extract(long[0])
    assert all(verdict.why.startswith("nothing would be left") for verdict in extraction.verdicts)


def test_copies_of_a_page_count_once() -> None:
    pages = [*SITE, SITE[0], SITE[0], ""]
    once, twice = (Pipeline("content-extractor").fit(each) for each in (SITE, pages))
    assert once.identifier.export() == twice.identifier.export()


def test_pages_of_different_sites_have_no_template() -> None:
    strangers = [
        f"<div>{name} menu</div><p>{name} story of {name}</p>" for name in ("a1", "b2", "c3")
    ]
    pipeline = Pipeline("content-extractor").fit(strangers)
    assert all(pipeline.extract(page).verdicts.keep.all() for page in strangers)


def test_blank_blocks_go_with_the_block_before() -> None:
    pages = [
        f"{MENU}<pre><span>let</span><span>\n</span><span>{name}</span></pre>"
        for name in ("x", "y")
    ]
    extraction = Pipeline("content-extractor", theta=0.9).fit(pages).extract(pages[0])
    blank = [not block.text for block in extraction.segmentation].index(True)
    assert extraction.verdicts.keep[blank] == extraction.verdicts.keep[blank - 1]


def test_the_model_holds_no_text(tmp_path: Path) -> None:
    pipeline = Pipeline("content-extractor").fit(SITE)
    pipeline.save(tmp_path / "site.json")
    text = (tmp_path / "site.json").read_text(encoding="utf-8").lower()
    assert not any(word in text for word in ("copyright", "granary", "bavaria"))
    assert len(json.loads(text)["learned"]["blocks"]) == 2


def test_a_saved_state_goes_on_learning(tmp_path: Path) -> None:
    first = Pipeline("content-extractor").fit(SITE[:2])
    first.save(tmp_path / "state.json", state=True)
    again = Pipeline.load(tmp_path / "state.json")
    assert again.identifier.export() == first.identifier.export()
    again.partial_fit(SITE[2:])
    assert again.identifier.export() == Pipeline("content-extractor").fit(SITE).identifier.export()


def test_a_template_alone_does_not_go_on_learning(tmp_path: Path) -> None:
    Pipeline("content-extractor").fit(SITE).save(tmp_path / "site.json")
    with pytest.raises(ThresherError, match="state=True"):
        Pipeline.load(tmp_path / "site.json").partial_fit(SITE)


@pytest.mark.parametrize("state", [{}, {"words": 5}, {"words": "????"}, 5])
def test_a_damaged_state_is_refused(state: object) -> None:
    with pytest.raises(ModelFormatError, match="state"):
        ContentExtractor().restore_state(state)  # type: ignore[arg-type]


def test_unfitted() -> None:
    with pytest.raises(NotFitted, match="thresher fit"):
        Pipeline("content-extractor").extract(SITE[0])


@pytest.mark.parametrize("options", [{"epsilon": 1.0}, {"epsilon": -0.1}, {"theta": 1.5}])
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="below 1"):
        Pipeline("content-extractor", **options)
