"""Block scores site by site, as in [Debnath05 Table 2]: `python -m benchmarks.site_table`.

ContentExtractor beside LH (info-discoverer), Shingling and SST, and beside `site` and the
page-level default. Of every site some pages are held back, and ten of the others are learned from.
The first table has the parameters of the papers, or where these give none those that we began with.
In the second the parameters of each algorithm are the best of a small grid for the mean b-F of all
sites *but the one shown*. Prints Markdown.

    python -m benchmarks.site_table --data DATA --fold-models MODELS > docs/site-table.md
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import click

from thresher.errors import ThresherError
from thresher.evaluation.contestants import Contestant, Extractor, algorithm, load
from thresher.evaluation.datasets import Example, read_set
from thresher.evaluation.page_scores import Scorer, page_key
from thresher.evaluation.scores import NOTHING
from thresher.evaluation.site_level import site_of, sites
from thresher.identifiers.template_verdicts import NOTHING_LEFT
from thresher.types import Extraction

SETS: Final = ("docs", "cleanportaleval", "daniel")
MIN_PAGES: Final = 10
MAX_LEARNED: Final = 10
MAX_HELD_BACK: Final = 12
SHORT_NAMES: Final = {
    "content-extractor": "ContentExtractor",
    "info-discoverer": "LH",
    "shingling": "Shingling",
    "site-style-tree": "SST",
    "site": "`site`",
    "thresher": "page alone",
}
# The first value of each option is that of the papers, or that of ours where they give none.
GRIDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "content-extractor": {
        "epsilon": ("0.9", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8"),
        "theta": ("0.05", "0.15"),
    },
    "info-discoverer": {"threshold": ("none", "0.3", "0.5", "0.6", "0.7", "0.8", "0.9")},
    "shingling": {
        "min_match": ("0.9", "0.5", "0.6", "0.7", "0.8"),
        "share_factor": ("2", "3"),
        "min_bytes": ("30", "1"),
    },
    "site-style-tree": {
        "threshold": ("0.2", "0.5", "0.7", "0.9", "0.98", "1"),
        "gamma": ("0.9", "0.5"),
    },
    "site": {},
    "thresher": {},
}


_HEAD: Final = """# Block scores site by site

In each cell: b-precision, b-recall and b-F as in Table 2 of Debnath05, and word F1. They are means
over pages that were held back, up to {held_back} of a site, after learning from up to {learned}
others, without labels. A block is content when at least half of its words are in the truth; blocks
without words do not count. A page of which an algorithm of the papers leaves nothing counts as 0,
though here the page-level default would step in. ContentExtractor and LH judge the blocks of
[get-block-set](algorithms/get-block-set.md), the others those of [leaves](algorithms/leaves.md):
block scores compare only where the blocks are the same, word F1 always. `site` and the page alone
use page models that have not seen the domain. Sites with {least} pages or more. Made on {date}:

```sh
python -m benchmarks.site_table --data DATA --fold-models MODELS > docs/site-table.md
```
"""


class Means(NamedTuple):
    """b-precision, b-recall, b-F and word F1, means over the pages of a site."""

    precision: float
    recall: float
    f1: float
    words: float


class Site(NamedTuple):
    """Pages to learn from and pages held back, in an order that is as good as drawn by lot."""

    set: str
    name: str
    learned: list[Example]
    held_back: list[Example]

    @classmethod
    def of(cls, pages: Sequence[Example]) -> Site:
        """From all pages of a site."""
        ordered = sorted(pages, key=page_key)
        count = min(MAX_HELD_BACK, len(ordered) // 2)
        learned = ordered[count : count + MAX_LEARNED]
        return cls(pages[0].set, site_of(pages[0]), learned, ordered[:count])


Results = dict[str, list[Means]]
"""Algorithm with its options → its scores, one for each site."""


def choices(name: str) -> list[str]:
    """All points of a grid, as contestants are named; the paper's first."""
    grid = GRIDS[name]
    pairs = [[f":{option}={value}" for value in values] for option, values in grid.items()]
    return [name + "".join(chosen) for chosen in itertools.product(*pairs)]


def measured(contestant: Contestant, site: Site, scorer: Scorer) -> Means:
    """The algorithm on one site; a page that brings no answer counts as 0."""
    ready = load(contestant)
    if contestant.needs_fit:
        ready.fit([page.html for page in site.learned], site.held_back[0])
    return mean([_scored(ready, page, scorer) for page in site.held_back])


def _scored(ready: Extractor, page: Example, scorer: Scorer) -> Means:
    try:
        output = ready.extract(page)
    except ThresherError:
        return Means(0.0, 0.0, 0.0, 0.0)
    if output.extraction is not None and _is_empty_handed(output.extraction):
        return Means(0.0, 0.0, 0.0, 0.0)
    score = scorer.score(page, "", output)
    blocks, words = score.blocks or NOTHING, score.words or NOTHING
    return Means(blocks.precision, blocks.recall, blocks.f1, words.f1)


def _is_empty_handed(extraction: Extraction) -> bool:
    """Whether the page-level default had to step in, which is not the paper's doing."""
    reasons = extraction.verdicts.reasons
    return extraction.algorithm != "site" and any(why.startswith(NOTHING_LEFT) for why in reasons)


def best_elsewhere(name: str, results: Mapping[str, Sequence[Means]], place: int) -> str:
    """The choice with the best mean b-F on all sites but one; of equals the first."""

    def elsewhere(choice: str) -> float:
        values = [each.f1 for each in results[choice]]
        return sum(values) - values[place]

    return max(choices(name), key=elsewhere)


def cell(each: Means) -> str:
    return " ".join(f"{value:.2f}".removeprefix("0") for value in each)


def mean(rows: Sequence[Means]) -> Means:
    return Means(*(fmean(column) for column in zip(*rows, strict=True)))


def table(found: Sequence[Site], columns: Mapping[str, Sequence[Means]]) -> Iterator[str]:
    """A row for each site, the means of each set, and the mean of all sites."""
    yield f"| site | pages | {' | '.join(columns)} |"
    yield f"| --- | --- |{' --- |' * len(columns)}"
    for name in SETS:
        places = [place for place, site in enumerate(found) if site.set == name]
        for place in places:
            values = " | ".join(cell(column[place]) for column in columns.values())
            yield f"| {found[place].name} | {len(found[place].held_back)} | {values} |"
        if places:
            yield _mean_row(f"*`{name}`, mean*", columns, places)
    yield _mean_row("**all sites, mean**", columns, range(len(found)))


def _mean_row(name: str, columns: Mapping[str, Sequence[Means]], places: Sequence[int]) -> str:
    values = [cell(mean([column[place] for place in places])) for column in columns.values()]
    return f"| {name} | | {' | '.join(values)} |"


def page(found: Sequence[Site], results: Results) -> Iterator[str]:
    """The whole page as Markdown."""
    learners = [name for name in GRIDS if GRIDS[name]]
    yield _HEAD.format(
        held_back=MAX_HELD_BACK,
        learned=MAX_LEARNED,
        least=MIN_PAGES,
        date=datetime.now(UTC).date().isoformat(),
    )
    yield "## With the parameters of the papers\n"
    papers = {SHORT_NAMES[name]: results[choices(name)[0]] for name in GRIDS}
    yield from table(found, papers)
    yield "\n## With the best parameters found on the other sites\n"
    chosen = {
        name: [best_elsewhere(name, results, place) for place in range(len(found))]
        for name in learners
    }
    best = {
        SHORT_NAMES[name]: [results[choice][place] for place, choice in enumerate(chosen[name])]
        for name in learners
    }
    yield from table(found, best)
    yield "\n| algorithm | tried | chosen, and for how many of the sites |"
    yield "| --- | --- | --- |"
    for name in learners:
        counts = {choice: chosen[name].count(choice) for choice in dict.fromkeys(chosen[name])}
        told = "; ".join(
            f"{_options(choice)} ({count})"
            for choice, count in sorted(counts.items(), key=lambda item: -item[1])
        )
        yield f"| {SHORT_NAMES[name]} | {len(choices(name))} | {told} |"


def _options(choice: str) -> str:
    return ", ".join(f"`{pair}`" for pair in choice.split(":")[1:])


@click.command()
@click.option("--data", help="Folder of the page sets (or THRESHER_DATA).")
@click.option("--fold-models", type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(data: str | None, fold_models: Path | None) -> None:
    """Measure every algorithm at every point of its grid on every site, and print the tables."""
    found = [
        Site.of(pages)
        for name in SETS
        for pages in sites(example for example in read_set(name, data) if example.text)
        if len(pages) >= MIN_PAGES
    ]
    contestants = [
        algorithm(choice, fold_models=fold_models) for name in GRIDS for choice in choices(name)
    ]
    results: Results = {each.name: [] for each in contestants}
    for site in found:
        click.echo(f"{site.set}: {site.name}", err=True)
        scorer = Scorer()
        for each in contestants:
            results[each.name].append(measured(each, site, scorer))
    click.echo("\n".join(page(found, results)))


if __name__ == "__main__":
    main()
