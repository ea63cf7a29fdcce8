from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from thresher.errors import BadOption, ModelFormatError, ThresherError
from thresher.identifiers.shingling import Shingling
from thresher.pipeline import Pipeline

MENU = "<ul><li>News of the whole country</li><li>Sport at home and abroad</li></ul>"
FOOTER = "<footer><p>About this site and the people who make it.</p></footer>"
STORY = "grain chaff wind mill barn field plough harvest straw sickle".split()


def page(number: int, before: str = MENU, after: str = FOOTER) -> str:
    chance = random.Random(number)
    story = "".join(f"<p>{' '.join(chance.choices(STORY, k=25))}.</p>" for _ in range(3))
    return f"<body>{before}<h1>Story {number}</h1>{story}{after}</body>"


def kept(pipeline: Pipeline, source: str) -> list[str]:
    return [block.text for block in pipeline.extract(source).kept]


def test_what_pages_share_is_left_out() -> None:
    pipeline = Pipeline("shingling").fit(page(number) for number in range(5))
    extraction = pipeline.extract(page(77))
    texts = [block.text for block in extraction.kept]
    assert texts[0] == "Story 77"
    assert len(texts) == 4
    assert [(verdict.why, verdict.score) for verdict in extraction.verdicts][:3] == [
        ("shared with other pages", 0),
        ("shared with other pages", 0),
        ("not shared with other pages", 1),
    ]


@pytest.mark.parametrize(
    ("place", "is_shared"),
    [
        # Forty words have 37 shingles. The last word is in one of them: 36 of 38 are shared, .947.
        (39, True),
        # The second last one is in two: 35 of 39, .897. A word in the middle is in four: 33 of 41.
        (38, False),
        (20, False),
    ],
)
def test_resemblance_by_hand(place: int, is_shared: bool) -> None:
    def text(word: str) -> str:
        words = [f"word{number}" for number in range(40)]
        words[place] = word
        return " ".join(words)

    pipeline = Pipeline("shingling").fit(page(n, after=f"<p>{text(f'at{n}')}</p>") for n in (1, 2))
    last = pipeline.extract(page(3, after=f"<p>{text('changed')}</p>")).verdicts[-1]
    assert last.keep is not is_shared


@pytest.mark.parametrize("share_factor", [2, 3])
def test_a_fragment_must_be_in_enough_pages(share_factor: int) -> None:
    notice = "<p>A notice that stands on two of the pages.</p>"
    pages = [page(number, before=notice if number < 2 else "") for number in range(5)]
    pipeline = Pipeline("shingling", share_factor=share_factor).fit(pages)
    assert ("A notice that stands on two of the pages." in kept(pipeline, pages[0])) is (
        share_factor == 3
    )


def test_a_short_text_is_no_fragment() -> None:
    pages = [page(number, before="<p>Read more</p>") for number in range(5)]
    assert "Read more" in kept(Pipeline("shingling").fit(pages), pages[0])
    assert "Read more" not in kept(Pipeline("shingling", min_bytes=5).fit(pages), pages[0])


def changing_site(number: int) -> tuple[str, str]:
    """A page whose template has a greeting, a date, a counter and an advert, and its headline."""
    chance = random.Random(number)
    name, day, visits = chance.choice(["Ada", "Kofi", "Mei"]), chance.randint(1, 28), number * 37
    sections = " ".join(f"section{place}" for place in range(90))
    advert = " ".join(chance.sample(STORY, 4))
    header = f"<header>{name}, welcome! <b>{sections}</b> {day} May</header>"
    body = page(number, before=header, after=f"<footer>{sections} reader {visits}</footer>")
    return body.replace("</header>", f"<img src=ad{number}.png alt='{advert}'></header>"), name


def test_changing_adverts_dates_counters_and_greetings_stay_template() -> None:
    pipeline = Pipeline("shingling").fit(changing_site(number)[0] for number in range(8))
    for number in range(20, 30):
        texts = kept(pipeline, changing_site(number)[0])
        assert texts[0] == f"Story {number}"
        assert len(texts) == 4


def test_a_model_holds_no_text() -> None:
    learned = Pipeline("shingling").fit(page(number) for number in range(3)).identifier.export()
    assert learned is not None
    assert learned["pages"] == 3
    # the ul with both items, and the footer; a single item is below 30 bytes
    assert list(learned["values"].values()) == [3, 3]
    assert "News" not in str(learned)


@pytest.mark.parametrize(
    "options", [{"window": 0}, {"min_match": 0}, {"min_match": 1.1}, {"share_factor": 1}]
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        Pipeline("shingling", **options)


def test_a_damaged_model_is_refused() -> None:
    identifier = Pipeline("shingling").identifier
    with pytest.raises(ModelFormatError, match="fragments"):
        identifier.restore({"pages": 3, "values": {"x": 1}, "fragments": []})


@pytest.mark.parametrize("cut", [0, 1, 3, 5])
def test_learning_in_steps_gives_the_same(cut: int, tmp_path: Path) -> None:
    pages = [page(number) for number in range(5)]
    at_once = Pipeline("shingling").fit(pages)
    first = Pipeline("shingling").fit(pages[:cut])
    first.save(tmp_path / "state.json", state=True)
    again = Pipeline.load(tmp_path / "state.json")
    assert again.identifier.export() == first.identifier.export()
    again.partial_fit([*pages[cut:], pages[0]])  # a copy counts once
    assert again.identifier.export() == at_once.identifier.export()
    assert kept(again, page(7)) == kept(at_once, page(7))


def test_a_model_alone_does_not_go_on_learning(tmp_path: Path) -> None:
    Pipeline("shingling").fit([page(0), page(1)]).save(tmp_path / "site.json")
    with pytest.raises(ThresherError, match="state=True"):
        Pipeline.load(tmp_path / "site.json").partial_fit([page(2)])


def test_fitting_again_forgets_what_was_learned() -> None:
    pages = [page(number) for number in range(4)]
    twice = Pipeline("shingling").fit(pages).fit(pages[:2])
    assert twice.identifier.export() == Pipeline("shingling").fit(pages[:2]).identifier.export()


@pytest.mark.parametrize("state", [{}, {"trees": 5}, {"trees": [{}]}, 5])
def test_a_damaged_state_is_refused(state: Any) -> None:
    with pytest.raises(ModelFormatError, match="state"):
        Shingling().restore_state(state)
