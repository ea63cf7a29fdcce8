"""`thresher fit --per-site`: a model for every host, and for every layout of it."""

from __future__ import annotations

import json
import pickle
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from thresher.cli.page_sources import PageSources, site_of
from thresher.errors import ParseError, ThresherError
from thresher.features.layout_classes import layout_classes
from thresher.options import options_of
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline

INDEX_FORMAT: Final = "thresher-models"
INDEX_VERSION: Final = 1
_MIN_PAGES: Final = 2


def fit_per_site(pages: PageSources, pipeline: Pipeline, folder: Path) -> str:
    """Write the models and an index of them; says in a line what was learned."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ThresherError(f"cannot make the folder {folder}: {error.strerror}") from error
    rows = []
    for site, own in _by_site(pages):
        for number, members in enumerate(_by_layout(own)):
            name = _file_name(site, number)
            rows.append({"site": site, "layout": number, "file": name})
            rows[-1] |= _fit_one(members, pipeline, folder / name)
    if not rows:
        raise ParseError("there is no page to learn from")
    index = {"format": INDEX_FORMAT, "version": INDEX_VERSION, "models": rows}
    text = json.dumps(index, ensure_ascii=False, indent=1)
    (folder / "index.json").write_text(text + "\n", encoding="utf-8")
    alone = sum(row["algorithm"] != pipeline.name for row in rows)
    sites = len({row["site"] for row in rows})
    report = f"learned from {pages.read:,} pages of {sites} sites: {len(rows)} models in {folder}"
    return report + (f", {alone} of them page-level for want of a second page" if alone else "")


def _fit_one(pages: list[Page], pipeline: Pipeline, path: Path) -> dict[str, Any]:
    """One model; the page-level default where there is nothing to compare a page with."""
    if len(pages) < _MIN_PAGES:
        Pipeline().save(path)
        return {"algorithm": "thresher", "pages": len(pages), "why": "too few pages of this layout"}
    options = {**options_of(pipeline.segmenter), **options_of(pipeline.identifier)}
    Pipeline(pipeline.name, pipeline.segmenter_name, **options).fit(pages).save(path)
    return {"algorithm": pipeline.name, "pages": len(pages)}


def _by_site(pages: Iterable[Page]) -> Iterator[tuple[str, list[Page]]]:
    """The pages of each host. They wait on disk, so that one host at a time is in memory."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="thresher-fit-") as name:
        folder = Path(name)
        numbers: dict[str, int] = {}
        for page in pages:
            site = site_of(page)
            counts[site] += 1
            with (folder / str(numbers.setdefault(site, len(numbers)))).open("ab") as file:
                pickle.dump(page, file)
        for site in sorted(counts):
            with (folder / str(numbers[site])).open("rb") as file:
                yield site, [pickle.load(file) for _ in range(counts[site])]


def _by_layout(pages: list[Page]) -> list[list[Page]]:
    """The pages of one host, those with the same layout together."""
    groups: dict[int, list[Page]] = {}
    for page, layout in zip(pages, layout_classes(pages), strict=True):
        groups.setdefault(layout, []).append(page)
    return sorted(groups.values(), key=len, reverse=True)


def _file_name(site: str, number: int) -> str:
    """A name that is safe on any file system."""
    safe = re.sub(r"[^\w.-]", "_", site).strip(".") or "unknown"
    return f"{safe}-{number}.json"
