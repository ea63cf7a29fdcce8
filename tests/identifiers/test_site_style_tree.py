from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from thresher.errors import BadOption, ModelFormatError, ThresherError
from thresher.identifiers.site_style_tree import SiteStyleTree
from thresher.pipeline import Pipeline

MENU = "<nav><ul><li><a href=/n>News</a></li><li><a href=/s>Sport</a></li></ul></nav>"


def page(number: int, menu: str = MENU) -> str:
    story = f"<p>tale{number} of{number} grain{number}</p>" * (number % 3 + 1)
    return f"<body>{menu}<div><h1>Story{number}</h1>{story}</div><footer>All rights</footer></body>"


def kept(pipeline: Pipeline, source: str) -> list[str]:
    return [block.text for block in pipeline.extract(source).kept]


def test_what_is_the_same_all_over_the_site_is_left_out() -> None:
    pipeline = Pipeline("site-style-tree").fit(page(number) for number in range(6))
    extraction = pipeline.extract(page(8))
    assert [block.text for block in extraction.kept] == ["Story8"] + ["tale8 of8 grain8"] * 3
    assert extraction.verdicts[0].why == "the same all over the site"
    assert extraction.verdicts[2].why == "diverse on the site, or new to it"


def test_importances_by_hand() -> None:
    # Four pages, one style everywhere, so NodeImp is 0 all over. The features of the menu (the word
    # and the link) are on all pages: importance 0. The story differs: 1, its p .9, the body's style
    # (0 + .9) / 2, the body .9 × .45 = .405, html .3645, the page .328.
    pipeline = Pipeline("site-style-tree").fit(
        f"<a href=/m>menu</a><p>story{number}</p>" for number in range(4)
    )
    learned = pipeline.identifier.export()
    assert learned is not None
    assert [each["importance"] for each in learned["elements"]] == [0.3281, 0.3645, 0.405, 0]
    assert [each["pages"] for each in learned["elements"]] == [4, 4, 4, 4]
    assert len(learned["elements"][3]["features"]) == 2


def test_the_threshold_is_an_option() -> None:
    # The date line has five words that are always there and one that never is: over five pages
    # 5 features with entropy 1 and 5 with 0, so its text has the importance .5, its p .45.
    pages = [f"<p>one day of that month: {n}</p><h1>s{n}</h1>" for n in range(5)]
    assert len(kept(Pipeline("site-style-tree").fit(pages), pages[0])) == 2
    assert kept(Pipeline("site-style-tree", threshold=0.55).fit(pages), pages[0]) == ["s0"]


def test_parts_that_the_site_never_had_are_content() -> None:
    pipeline = Pipeline("site-style-tree").fit(page(number) for number in range(6))
    new = page(1).replace("<footer>", "<section>Never seen</section><footer>")
    assert "Never seen" in kept(pipeline, new)


def test_other_words_in_a_noisy_place_are_content() -> None:
    pipeline = Pipeline("site-style-tree").fit(page(number) for number in range(6))
    other = page(1).replace("All rights", "Corrections to this story")
    assert "Corrections to this story" in kept(pipeline, other)
    assert "All rights 2" not in kept(pipeline, page(1).replace("All rights", "All rights 2"))


def test_only_noise_and_the_way_to_it_is_learned() -> None:
    learned = Pipeline("site-style-tree").fit(page(n) for n in range(30)).identifier.export()
    assert learned is not None
    # the page, html, body, and below it nav and footer
    assert len(learned["elements"]) == 5
    assert "News" not in str(learned)


@pytest.mark.parametrize("options", [{"threshold": 2}, {"gamma": 0}, {"gamma": 1}])
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        Pipeline("site-style-tree", **options)


def test_a_damaged_model_is_refused() -> None:
    element = {"importance": 0, "pages": 2, "styles": {"5": {"0": 7}}, "features": None}
    with pytest.raises(ModelFormatError, match="not there"):
        Pipeline("site-style-tree").identifier.restore({"pages": 2, "elements": [element]})
    with pytest.raises(ModelFormatError):
        Pipeline("site-style-tree").identifier.restore({"pages": 2, "elements": []})


@pytest.mark.parametrize("cut", [0, 1, 3, 5])
def test_learning_in_steps_gives_the_same(cut: int, tmp_path: Path) -> None:
    pages = [page(number) for number in range(5)]
    at_once = Pipeline("site-style-tree").fit(pages)
    first = Pipeline("site-style-tree").fit(pages[:cut])
    first.save(tmp_path / "state.json", state=True)
    again = Pipeline.load(tmp_path / "state.json")
    assert again.identifier.export() == first.identifier.export()
    again.partial_fit([*pages[cut:], pages[0]])  # a copy counts once
    assert again.identifier.export() == at_once.identifier.export()
    assert kept(again, page(7)) == kept(at_once, page(7))


def test_a_model_alone_does_not_go_on_learning(tmp_path: Path) -> None:
    Pipeline("site-style-tree").fit([page(0), page(1)]).save(tmp_path / "site.json")
    with pytest.raises(ThresherError, match="state=True"):
        Pipeline.load(tmp_path / "site.json").partial_fit([page(2)])


def test_fitting_again_forgets_what_was_learned() -> None:
    pages = [page(number) for number in range(4)]
    twice = Pipeline("site-style-tree").fit(pages).fit(pages[:2])
    assert (
        twice.identifier.export() == Pipeline("site-style-tree").fit(pages[:2]).identifier.export()
    )


@pytest.mark.parametrize("state", [{}, {"pages": 5}, {"pages": [{}]}, 5])
def test_a_damaged_state_is_refused(state: Any) -> None:
    with pytest.raises(ModelFormatError, match="state"):
        SiteStyleTree().restore_state(state)
