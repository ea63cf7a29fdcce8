"""Structure kept: how much of a page's headings, lists, code, tables and links came through.

The produced Markdown and the true Markdown are read into their pieces; each kind of piece has an F1
of its own (as bags: every piece as often as it occurs). A page's number is the mean over the kinds
that its truth has; a set's number averages each kind over the pages that have it, then the kinds,
so that the few pages with tables weigh as much as the many with headings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from thresher.evaluation.markdown_links import Link
from thresher.evaluation.markdown_structure import Structure, read_structure
from thresher.evaluation.scores import Score, of_multisets

KINDS = tuple(entry.name for entry in fields(Structure))


@dataclass(frozen=True, slots=True)
class StructureScore:
    """A score for each kind of piece that the truth has, in the order of `KINDS`."""

    kinds: dict[str, Score]

    @property
    def f1(self) -> float | None:
        """Mean F1 over the kinds; None where the truth has no structure."""
        if not self.kinds:
            return None
        return sum(score.f1 for score in self.kinds.values()) / len(self.kinds)


def structure_score(produced: str, truth: str) -> StructureScore:
    """Score of produced Markdown against true Markdown."""
    found, wanted = read_structure(produced), read_structure(truth)
    found.links = _without_unknown_targets(found.links, wanted.links)
    return StructureScore(
        {
            kind: of_multisets(getattr(found, kind), getattr(wanted, kind))
            for kind in KINDS
            if getattr(wanted, kind)
        }
    )


def _without_unknown_targets(links: list[Link], truth: list[Link]) -> list[Link]:
    """Produced links, compared by text alone where the truth does not know the target."""
    unknown = {link.text for link in truth if not link.target}
    return [Link(link.text, "") if link.text in unknown else link for link in links]


def mean_by_kind(pages: Sequence[StructureScore]) -> dict[str, float]:
    """Kind → mean F1 over the pages whose truth has that kind."""
    means = {}
    for kind in KINDS:
        scores = [page.kinds[kind].f1 for page in pages if kind in page.kinds]
        if scores:
            means[kind] = sum(scores) / len(scores)
    return means


def overall_f1(pages: Sequence[StructureScore]) -> float | None:
    """The number of a set: the mean of `mean_by_kind`; None where no page has structure."""
    means = mean_by_kind(pages)
    return sum(means.values()) / len(means) if means else None
