from __future__ import annotations

import random
from pathlib import Path

import pytest

from thresher.errors import ModelFormatError, ThresherError
from thresher.features.site_evidence import TERMS
from thresher.identifiers.site import WEIGHTS
from thresher.pipeline import Pipeline

STORY = "grain chaff wind mill barn field plough harvest straw sickle furrow meadow orchard".split()
SECTIONS = "".join(f"<li><a href=/{name}>{name.title()}</a></li>" for name in STORY)
FOOTER = "<footer><p>About this site, the people who make it and how to write to them.</p></footer>"


def sentence(chance: random.Random, words: int = 14) -> str:
    drawn = chance.choices(STORY, k=words - 2)
    return f"The {' '.join(drawn)} {chance.randrange(10**6):x}.".capitalize()


def page(number: int, before: str = "", after: str = "", inside: str = "") -> str:
    chance = random.Random(number)
    text = "".join(
        f"<p>{' '.join(sentence(chance) for _ in range(4))}</p>{inside}" for _ in range(4)
    )
    return (
        f"<title>Story {number}</title><nav><ul>{SECTIONS}</ul></nav>{before}"
        f"<div class=story><h2>{sentence(chance, 6)}</h2>{text}</div>{after}{FOOTER}"
    )


def kept(pipeline: Pipeline, source: str) -> list[str]:
    return [block.text for block in pipeline.extract(source).kept]


def reasons(pipeline: Pipeline, source: str) -> set[str]:
    return {verdict.why for verdict in pipeline.extract(source).verdicts}


def test_every_term_has_a_weight() -> None:
    assert tuple(WEIGHTS) == TERMS


def test_a_paragraph_on_all_pages_is_template() -> None:
    notice = (
        "<p>We print every story as it was told to us, and we thank the readers who write to us. "
        "If you know more about one of them, or have a story of your own, let us hear of it.</p>"
    )
    pages = [page(number, after=f"<div class=story>{notice}</div>") for number in range(30)]
    assert "as it was told" in " ".join(kept(Pipeline("thresher"), pages[20]))
    pipeline = Pipeline("site").fit(pages[:8])
    texts = kept(pipeline, pages[20])
    assert "as it was told" not in " ".join(texts)
    assert sum(text.startswith("The ") for text in texts) >= 4


def changing(number: int) -> str:
    """A page whose template has a greeting, a date, a counter and an advert."""
    chance = random.Random(number)
    name = chance.choice(["Ada", "Kofi", "Mei"])
    advert = f"Buy a better {chance.choice(STORY)} for your {chance.choice(STORY)} today, and save!"
    before = (
        f"<div class=top><p>Welcome back {name}, we are glad that you came to see us again.</p>"
        f"<p>Today is the {chance.randint(1, 28)} of May {2000 + number}, a fine day.</p></div>"
    )
    after = (
        f"<div class=ad><p>{advert}</p></div>"
        f"<div class=count><p>You are visitor number {number * 37} of this page.</p></div>"
    )
    return page(number, before, after)


def test_changing_adverts_dates_counters_and_greetings_stay_template() -> None:
    pipeline = Pipeline("site").fit(changing(number) for number in range(8))
    for number in range(20, 40):
        text = " ".join(kept(pipeline, changing(number)))
        assert text.count("The ") >= 4
        for template in ("Welcome", "Today is", "Buy a better", "You are visitor"):
            assert template not in text


def test_what_repeats_inside_the_content_stays() -> None:
    label = "<p>Example code:</p>"
    pipeline = Pipeline("site").fit(page(number, inside=label) for number in range(8))
    texts = kept(pipeline, page(30, inside=label))
    assert texts.count("Example code:") == 4


def test_one_page_is_too_few_and_says_so() -> None:
    pipeline = Pipeline("site").fit([page(1)])
    assert kept(pipeline, page(2)) == kept(Pipeline("thresher"), page(2))
    assert all(reason.startswith("too few pages: ") for reason in reasons(pipeline, page(2)))


def test_options_reach_the_page_level_default() -> None:
    pipeline = Pipeline("site", favour="recall", headline=True).fit([page(1)])
    alone = Pipeline("thresher", favour="recall", headline=True)
    assert kept(pipeline, page(2)) == kept(alone, page(2))


def test_copies_of_a_page_count_once() -> None:
    pipeline = Pipeline("site").fit([page(1)] * 20)
    assert kept(pipeline, page(1)) == kept(Pipeline("thresher"), page(1))
    assert all(reason.startswith("too few pages: ") for reason in reasons(pipeline, page(1)))


def test_copies_with_another_greeting_do_not_throw_everything_away() -> None:
    pages = [page(1, before=f"<p>Good morning, {name}!</p>") for name in STORY]
    texts = kept(Pipeline("site").fit(pages), page(1, before="<p>Good morning, stranger!</p>"))
    assert sum(text.startswith("The ") for text in texts) >= 4


def test_an_empty_page_among_them_changes_nothing() -> None:
    pages = [page(number) for number in range(5)]
    whole, with_empty = Pipeline("site").fit(pages), Pipeline("site").fit([*pages, "", "<p></p>"])
    assert whole.identifier.export() == with_empty.identifier.export()


def test_pages_of_other_sites_are_judged_as_if_alone() -> None:
    others = [
        f"<table><tr><td class=c{name}><b>{name}</b></td><td>{sentence(random.Random(n))}</td></tr>"
        for n, name in enumerate(STORY)
    ]
    pipeline = Pipeline("site").fit(others)
    assert kept(pipeline, page(3)) == kept(Pipeline("thresher"), page(3))


def test_learning_in_steps_is_learning_at_once(tmp_path: Path) -> None:
    pages = [page(number) for number in range(6)]
    Pipeline("site").fit(pages[:3]).save(tmp_path / "state.json", state=True)
    steps = Pipeline.load(tmp_path / "state.json").partial_fit(pages[3:])
    assert steps.identifier.export() == Pipeline("site").fit(pages).identifier.export()


def test_a_template_alone_takes_no_more_pages(tmp_path: Path) -> None:
    Pipeline("site").fit([page(1), page(2)]).save(tmp_path / "model.json")
    with pytest.raises(ThresherError, match="state=True"):
        Pipeline.load(tmp_path / "model.json").partial_fit([page(3)])


def test_a_model_holds_no_text() -> None:
    learned = str(Pipeline("site").fit([page(1), page(2)]).identifier.export())
    assert not any(word in learned.casefold() for word in STORY)


@pytest.mark.parametrize("state", [{}, {"sketches": [{}]}, {"sketches": 3}])
def test_a_damaged_state_is_refused(state: dict[str, object]) -> None:
    with pytest.raises(ModelFormatError, match="state"):
        Pipeline("site").identifier.restore_state(state)
