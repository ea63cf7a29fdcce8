"""Pagelets: groups of links that several pages repeat are template, the rest is content.

Bar-Yossef, Rajagopalan: Template Detection via Data Mining and its Applications, WWW 2002;
described in [Kumar09 §2.1]. A pagelet is a lowest element with at least three links; pagelets of
different pages whose text has the same shingle belong to one template.

    pagelet: a lowest element with >= k links   -> pagelet_rows
    shingle of a pagelet                        -> shingle
    template: the same shingle on >= 2 pages    -> Pagelets.judge

Deviation: the paper counts links between the pages too (they must share an owner); here the pages
given are of one site.
Deviation: a block is template when most of its words lie in template pagelets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted
from thresher.features.keywords import as_hex, fingerprint, terms
from thresher.features.shingles import hash_words, shingle_hashes, sketch
from thresher.identifiers.template_verdicts import TOO_FEW_PAGES, page_level, verdicts_of_rows
from thresher.parsing import tags
from thresher.parsing.table import NodeTable
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

WINDOW: Final = 4
"""Words in a shingle's window."""


@dataclass(slots=True)
class Pagelets(Identifier):
    """Keeps what is not in a group of links that other pages repeat."""

    needs_fit: ClassVar[bool] = True
    learns_in_steps: ClassVar[bool] = True

    min_links: int = 3
    """A pagelet has at least this many links."""
    min_pages: int = 2
    """A pagelet is template when at least this many pages have it, the judged one included."""
    minima: int = 1
    """Hash minima in a shingle: pagelets with resemblance r share it with probability r^minima."""
    shingles: Counter[int] | None = field(default=None, init=False, repr=False, compare=False)
    pages: set[int] = field(default_factory=set, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, least in (("min_links", 1), ("min_pages", 2), ("minima", 1)):
            if getattr(self, name) < least:
                raise BadOption(f"{name} must be at least {least}, not {getattr(self, name)}")
        if self.minima > 64:
            raise BadOption(f"minima must be at most 64, not {self.minima}")

    def segmenter(self) -> Segmenter:
        return Leaves()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn which pagelets the pages have, and how many pages have each."""
        self.shingles = None
        self.pages = set()
        return self.partial_fit(pages)

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages; what was learned is all that is needed for that."""
        shingles = Counter(self.shingles or {})
        seen = set(self.pages)
        for page in pages:
            table = page.page.table
            key = page_key(table)
            if key is not None and key not in seen:
                seen.add(key)
                shingles.update({value for _, value in self._pagelets(table)})
        self.shingles, self.pages = shingles, seen
        return self

    def export(self) -> dict[str, Any] | None:
        if self.shingles is None:
            return None
        return {
            "pages": sorted(map(as_hex, self.pages)),
            "shingles": {as_hex(value): count for value, count in sorted(self.shingles.items())},
        }

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            shingles = {int(key, 16): int(count) for key, count in learned["shingles"].items()}
            self.pages = {int(page, 16) for page in learned["pages"]}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelFormatError(f"the model has no usable shingles: {error!r}") from error
        self.shingles = Counter(shingles)

    def export_state(self) -> dict[str, Any] | None:
        return self.export()

    def restore_state(self, state: dict[str, Any]) -> None:
        self.restore(state)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        if self.shingles is None:
            raise NotFitted(
                "pagelets learns from pages of the site: "
                "Pipeline('pagelets').fit(pages), or thresher fit"
            )
        if len(self.pages) < 2:
            return page_level(segmentation, TOO_FEW_PAGES)
        table = segmentation.page.table
        least = self.min_pages - (page_key(table) not in self.pages)
        in_template = np.zeros(len(table), dtype=np.bool_)
        for row, value in self._pagelets(table):
            in_template[row : table.end[row]] = self.shingles[value] >= least
        kept, dropped = "in no repeated group of links", "in a group of links of other pages too"
        return verdicts_of_rows(segmentation, in_template, kept, dropped)

    def _pagelets(self, table: NodeTable) -> list[tuple[int, int]]:
        """Row and shingle of each pagelet."""
        return [
            (row, shingle(row_text(table, row, int(table.end[row])), self.minima))
            for row in pagelet_rows(table, self.min_links)
        ]


def pagelet_rows(table: NodeTable, min_links: int) -> list[int]:
    """The lowest elements that have at least `min_links` links inside."""
    is_link = table.is_tag("a area") & (table.hidden == 0)
    is_candidate = table.subtree_sums(is_link) - is_link >= min_links
    inside: NDArray[np.float64] = table.subtree_sums(is_candidate)
    return np.flatnonzero(is_candidate & (inside == 1)).tolist()


def shingle(text: str, minima: int) -> int:
    """One number for a text, the same for nearly equal texts with high probability."""
    words = hash_words(terms(text))
    windows = shingle_hashes(words, min(WINDOW, len(words))) if len(words) else words
    return fingerprint(sketch(windows)[:minima].astype("<u4").tobytes())


def page_key(table: NodeTable) -> int | None:
    """A fingerprint of the page's visible text; None when it has none."""
    text = row_text(table, 0, len(table))
    return fingerprint(text.encode("utf-8", "surrogatepass")) if text else None


def row_text(table: NodeTable, begin: int, end: int) -> str:
    """The visible text in a range of rows."""
    rows = np.arange(begin, end)
    visible = rows[((table.flags[begin:end] & tags.HAS_TEXT) != 0) & (table.hidden[begin:end] == 0)]
    return " ".join(" ".join((table.texts[row] or "").split()) for row in visible.tolist())
