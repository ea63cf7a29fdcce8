"""Pages in groups of a site, for algorithms that learn a site from its other pages, unlabelled.

For every page, an algorithm learns from the first ten *other* pages of its site. Most pages of a
large site thus share what was learned from the same ten, and only these ten need their own.
"""

from __future__ import annotations

import pickle
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from thresher.evaluation.datasets import Example
from thresher.evaluation.page_scores import page_key

# Pages that travel to a process together; larger groups learn less often, smaller ones spread
# the work better.
_MAX_PAGES = 24


def site_of(example: Example) -> str:
    """What groups pages: the site, or the registered domain where the set names no site."""
    return example.site or example.domain


def sites(examples: Iterable[Example]) -> Iterator[list[Example]]:
    """The pages of each site with at least two, in order of name.

    The pages are put in order on disk, one file a site, so that only one site is in memory.
    """
    with tempfile.TemporaryDirectory(prefix="thresher-sites-") as name:
        folder = Path(name)
        counts: Counter[str] = Counter()
        numbers: dict[str, int] = {}
        for example in examples:
            site = site_of(example)
            counts[site] += 1
            number = numbers.setdefault(site, len(numbers))
            with (folder / str(number)).open("ab") as file:
                pickle.dump(example, file)
        for site in sorted(site for site, count in counts.items() if count > 1):
            yield _read(folder / str(numbers[site]), counts[site])


def _read(path: Path, count: int) -> list[Example]:
    with path.open("rb") as file:
        return [pickle.load(file) for _ in range(count)]


def lessons(pages: list[Example], max_pages: int) -> Iterator[tuple[list[Example], list[Example]]]:
    """(pages to learn from, pages to try it on) for all pages of one site.

    The order is by digest, which is as good as drawn by lot, and the same every time.
    """
    ordered = sorted(pages, key=page_key)
    first = ordered[: max_pages + 1]
    for page in first[:max_pages]:
        yield [other for other in first if other is not page], [page]
    rest = ordered[max_pages:]
    for start in range(0, len(rest), _MAX_PAGES):
        yield ordered[:max_pages], rest[start : start + _MAX_PAGES]
