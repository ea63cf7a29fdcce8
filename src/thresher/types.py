"""The values that flow through Thresher, and the three kinds of algorithm that make them.

    Page ─Segmenter→ Segmentation (Blocks) ─Identifier→ Verdicts ⇒ Extraction ─Renderer→ text

Blocks and verdicts are columns; `Block` and `Verdict` objects are views made when iterated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from thresher.compiled import kernel
from thresher.errors import NotFitted, ThresherError

if TYPE_CHECKING:
    from thresher.metadata import Metadata
    from thresher.parsing.page import Page

Origin = Literal["page", "structured data", "script state"]


class Tree(NamedTuple):
    """An ordered labelled tree in document order: `parent[0]` is -1, parents come first."""

    labels: tuple[str, ...]
    parent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OutsideText:
    """Text that the page carries outside its visible tree."""

    text: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """A tree over the leaves of a page: visual blocks, virtual nodes, fragments, clusters.

    `owner` gives each row its deepest node (-1: none); a node holds its own rows and those of the
    nodes below it. `parent` is -1 at the top.
    """

    parent: NDArray[np.int32]
    owner: NDArray[np.int32]
    degree: NDArray[np.float32] | None = None
    """Degree of coherence of each node, for VIPS."""
    cluster: NDArray[np.int32] | None = None
    """Cluster of each node, for RIPB."""


@dataclass(frozen=True)
class Segmentation:
    """A page cut into blocks. Each leaf row has at most one owner, so blocks are disjoint.

    Blocks are numbered by their first row; blocks from outside the tree come last.
    """

    page: Page
    owner: NDArray[np.int32]
    """Block of each row of the page's node table; -1 where the row carries no content."""
    outside: tuple[OutsideText, ...] = ()
    hierarchy: Hierarchy | None = None
    columns: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """What a segmenter knows of its blocks beyond their rows, such as source spans of cells."""

    @classmethod
    def of_leaves(
        cls,
        page: Page,
        group: NDArray[np.integer[Any]],
        *,
        hierarchy: Hierarchy | None = None,
        columns: Mapping[str, NDArray[Any]] | None = None,
    ) -> Segmentation:
        """From the group of each leaf (in any numbering): equal groups make one block."""
        leaves = page.table.leaves
        _, first, inverse = np.unique(group, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int32)
        rank[np.argsort(first, kind="stable")] = np.arange(len(first), dtype=np.int32)
        owner = np.full(len(page.table), -1, dtype=np.int32)
        owner[leaves] = rank[inverse]
        return cls(page, owner, hierarchy=hierarchy, columns=columns or {})

    @cached_property
    def tree_blocks(self) -> int:
        """Number of blocks that have rows."""
        return int(self.owner.max()) + 1 if len(self.owner) else 0

    @cached_property
    def first_rows(self) -> NDArray[np.intp]:
        """First row of each block that has rows."""
        return self._leaf_rows[self._starts[:-1]]

    @cached_property
    def last_rows(self) -> NDArray[np.intp]:
        """Last row of each block that has rows."""
        return self._leaf_rows[self._starts[1:] - 1]

    @cached_property
    def _leaf_rows(self) -> NDArray[np.intp]:
        """Owned rows, sorted by block and then by row."""
        owned = np.flatnonzero(self.owner >= 0)
        return owned[np.argsort(self.owner[owned], kind="stable")]

    @cached_property
    def _leaf_owners(self) -> NDArray[np.int32]:
        return self.owner[self._leaf_rows]

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        """Where the rows of each block begin in `_leaf_rows`; one more at the end."""
        numbers = np.arange(self.tree_blocks + 1, dtype=self._leaf_owners.dtype)
        return np.searchsorted(self._leaf_owners, numbers)

    def rows_of(self, block: int) -> NDArray[np.intp]:
        """Sorted rows of one block."""
        if block >= self.tree_blocks:
            return self._leaf_rows[:0]
        return self._leaf_rows[self._starts[block] : self._starts[block + 1]]

    def sums(self, column: NDArray[Any]) -> NDArray[np.float64]:
        """Sum of a node-table column over the rows of each block (0 for blocks without rows)."""
        owned = self._leaf_rows
        totals = np.bincount(self._leaf_owners, weights=column[owned], minlength=len(self))
        return totals.astype(np.float64, copy=False)

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Blocks that a reader does not see: none of their rows with text (or, lacking text,
        none of their rows) is visible."""
        return self._seen[0]

    @property
    def shown(self) -> NDArray[np.bool_]:
        """Rows that make a block's text.

        Hidden rows of a block with visible ones are left out (a label for screen readers, a second
        copy of a formula); a block that is hidden as a whole shows all it has.
        """
        return self._seen[1]

    @cached_property
    def _seen(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        hidden = np.zeros(len(self), dtype=np.uint8)
        shown = np.zeros(len(self.owner), dtype=np.uint8)
        owner = np.ascontiguousarray(self.owner, dtype=np.int32)
        in_tree = hidden[: self.tree_blocks]
        kernel("thresher.parsing.shown_text").show(owner, self.page.table, in_tree, shown)
        return hidden.view(np.bool_), shown.view(np.bool_)

    @property
    def blocks(self) -> list[Block]:
        """All blocks, as objects."""
        return list(self)

    def __len__(self) -> int:
        return self.tree_blocks + len(self.outside)

    def __iter__(self) -> Iterator[Block]:
        return (Block(self, index) for index in range(len(self)))

    def __getitem__(self, index: int) -> Block:
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"block {index} of a segmentation with {size} blocks")
        return Block(self, index % size)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page: sorted runs of leaf rows, or a text from outside the tree."""

    segmentation: Segmentation
    index: int

    @property
    def origin(self) -> Origin:
        """Where the text comes from."""
        return self._outside.origin if self._outside else "page"

    @property
    def rows(self) -> NDArray[np.intp]:
        """The leaf rows of the block, sorted; empty for text from outside the tree."""
        return self.segmentation.rows_of(self.index)

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The rows as half-open runs of neighbouring leaves of the page."""
        rows = self.rows
        if not len(rows):
            return []
        positions = np.searchsorted(self.segmentation.page.table.leaves, rows)
        cuts = np.flatnonzero(np.diff(positions) > 1) + 1
        return [(int(run[0]), int(run[-1]) + 1) for run in np.split(rows, cuts)]

    @property
    def text(self) -> str:
        """The readable text of the block."""
        from thresher.parsing.joining import join_rows

        if self._outside:
            return self._outside.text
        rows = self.rows
        return join_rows(self.segmentation.page.table, rows[self.segmentation.shown[rows]])

    @property
    def hidden(self) -> bool:
        """True when a reader of the page does not see the block."""
        return bool(self.segmentation.hidden[self.index])

    @property
    def element(self) -> int:
        """Row of the lowest block-level element that holds the whole block, -1 if none does."""
        from thresher.parsing import tags

        table = self.segmentation.page.table
        rows = self.rows
        if not len(rows):
            return -1
        row = table.common_ancestor(int(rows[0]), int(rows[-1]))
        while row > 0 and not (
            table.tag[row] < len(tags.TAGS) and tags.GAP_CLASS[table.tag[row]] >= tags.CELL
        ):
            row = int(table.parent[row])
        return row

    @property
    def tag(self) -> str:
        """Tag of `element`; empty for text from outside the tree."""
        table = self.segmentation.page.table
        row = self.element
        return table.names[table.tag[row]] if row >= 0 else ""

    @property
    def path(self) -> str:
        """A CSS selector that finds `element` in the page."""
        row = self.element
        if row < 0:
            return ""
        node: Any = self.segmentation.page.table.nodes[row]
        path: str = node.css_path()
        return path

    def tree(self) -> Tree:
        """The elements over the block's rows, from `element` down, leaves included."""
        table = self.segmentation.page.table
        root = self.element
        chosen = {root} if root >= 0 else set()
        for leaf in self.rows.tolist():
            row = leaf
            while row >= 0 and row not in chosen:
                chosen.add(row)
                row = int(table.parent[row])
        order = {row: place for place, row in enumerate(sorted(chosen))}
        labels = tuple(table.names[table.tag[row]] for row in order)
        parents = tuple(
            order.get(int(table.parent[row]), -1) if row != root else -1 for row in order
        )
        return Tree(labels, parents)

    @property
    def _outside(self) -> OutsideText | None:
        place = self.index - self.segmentation.tree_blocks
        return self.segmentation.outside[place] if place >= 0 else None

    def __repr__(self) -> str:
        text = self.text
        shown = text if len(text) <= 60 else text[:59] + "…"
        return f"<Block {self.index} {self.tag} {shown!r}>"


class Verdict(NamedTuple):
    """What an identifier says of one block."""

    keep: bool
    score: float
    why: str


class PageType(NamedTuple):
    """What kind of page it is, by an identifier that can tell."""

    name: str
    probability: float


@dataclass(frozen=True)
class Verdicts:
    """One verdict per block, as columns, and what is said of the whole page."""

    keep: NDArray[np.bool_]
    score: NDArray[np.float64]
    why: NDArray[np.uint8]
    """Index into `reasons`."""
    reasons: tuple[str, ...]
    confidence: float | None = None
    """The word F1 to be expected of what is kept; None when the identifier cannot tell."""
    page_type: PageType | None = None

    @classmethod
    def choose(
        cls,
        keep: NDArray[np.bool_],
        score: NDArray[Any],
        reasons: Mapping[str, NDArray[np.bool_]],
        otherwise: str,
    ) -> Verdicts:
        """From masks: a block gets the first reason whose mask holds, or `otherwise`."""
        why = np.full(len(keep), len(reasons), dtype=np.uint8)
        for code, mask in reversed(list(enumerate(reasons.values()))):
            why[mask] = code
        return cls(keep, score.astype(np.float64), why, (*reasons, otherwise))

    def __len__(self) -> int:
        return len(self.keep)

    def __iter__(self) -> Iterator[Verdict]:
        columns = zip(self.keep.tolist(), self.score.tolist(), self.why.tolist(), strict=True)
        return (Verdict(keep, score, self.reasons[why]) for keep, score, why in columns)

    def __getitem__(self, index: int) -> Verdict:
        reason = self.reasons[self.why[index]]
        return Verdict(bool(self.keep[index]), float(self.score[index]), reason)


@dataclass(frozen=True)
class Extraction:
    """The answer for one page: its blocks, a verdict for each, and what the page says of itself.

    Empty is a valid answer. A page that failed in a run over many has `error` set and no blocks.
    """

    segmentation: Segmentation
    verdicts: Verdicts
    algorithm: str
    error: ThresherError | None = None

    @property
    def page(self) -> Page:
        return self.segmentation.page

    @property
    def metadata(self) -> Metadata:
        """Title, author, date and so on, each with where it was found."""
        return self.page.metadata

    @property
    def confidence(self) -> float | None:
        """The word F1 to be expected, from 0 to 1; None when the algorithm cannot tell."""
        return self.verdicts.confidence

    @property
    def page_type(self) -> PageType | None:
        """Article, forum, product and so on; None when the algorithm cannot tell."""
        return self.verdicts.page_type

    @property
    def summary(self) -> str:
        """One line: what was kept, and what the algorithm says of the page."""
        kept = int(self.verdicts.keep.sum())
        parts = [f"{self.algorithm}: {kept} of {len(self)} blocks kept"]
        if self.page_type is not None:
            parts.append(f"{self.page_type.name} ({self.page_type.probability:.0%})")
        if self.confidence is not None:
            parts.append(f"confidence {self.confidence:.2f}")
        return " · ".join(parts)

    @property
    def kept(self) -> list[Block]:
        """The blocks that were kept, in page order."""
        return [self.segmentation[int(index)] for index in np.flatnonzero(self.verdicts.keep)]

    @property
    def text(self) -> str:
        """The kept blocks as plain text."""
        return self._rendered("text")

    @property
    def markdown(self) -> str:
        """The kept blocks as Markdown."""
        return self._rendered("markdown")

    @property
    def html(self) -> str:
        """The kept blocks as sanitised HTML."""
        return self._rendered("html")

    def to_dict(self) -> dict[str, Any]:
        """Everything known of the extraction, as plain values that JSON can hold."""
        from thresher.renderers.json import as_dict

        return as_dict(self)

    def _rendered(self, renderer: str) -> str:
        from thresher.registry import load_renderer

        return load_renderer(renderer).render(self)

    def __iter__(self) -> Iterator[tuple[Block, Verdict]]:
        return zip(self.segmentation, self.verdicts, strict=True)

    def __len__(self) -> int:
        return len(self.segmentation)

    def __bool__(self) -> bool:
        """True when something was kept."""
        return bool(self.verdicts.keep.any())

    def _repr_html_(self) -> str:
        from thresher.renderers.overlay import as_notebook_html

        return as_notebook_html(self)

    def __repr__(self) -> str:
        failure = f" · {type(self.error).__name__}" if self.error else ""
        return f"<Extraction by {self.summary}{failure}>"


class Segmenter(ABC):
    """Cuts a page into blocks. Subclasses are dataclasses; their fields are the options."""

    __slots__ = ()

    @abstractmethod
    def segment(self, page: Page) -> Segmentation:
        """The blocks of `page`, covering all its text."""


class Identifier(ABC):
    """Judges blocks. Subclasses are dataclasses; their fields are the options.

    An identifier only judges: it never edits, drops or renders.
    """

    __slots__ = ()

    needs_fit: ClassVar[bool] = False
    """True when `fit` must come before `judge`."""
    learns_in_steps: ClassVar[bool] = False
    """True when it learns page by page, keeps no page, and `partial_fit` adds more of them."""

    @abstractmethod
    def segmenter(self) -> Segmenter:
        """The segmentation that the algorithm's paper uses."""

    @abstractmethod
    def judge(self, segmentation: Segmentation) -> Verdicts:
        """One verdict for every block."""

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn from segmented pages; algorithms that look at one page have nothing to learn."""
        return self

    def export(self) -> dict[str, Any] | None:
        """What was learned, as plain values; None when there is nothing."""
        return None

    def restore(self, learned: dict[str, Any]) -> None:
        """Take back what `export` gave."""
        raise NotFitted(f"{type(self).__name__} learns nothing, so it has nothing to restore")

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages, on top of those seen before."""
        raise ThresherError(f"{type(self).__name__} learns from all pages at once: use fit")

    def export_state(self) -> dict[str, Any] | None:
        """What `partial_fit` goes on from, as plain values; None when there is nothing."""
        return None

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take back what `export_state` gave, and what was learned with it."""
        raise ThresherError(f"{type(self).__name__} does not learn in steps: it has no state")


class Renderer(ABC):
    """Writes an extraction down. It never changes which blocks are kept."""

    __slots__ = ()

    @abstractmethod
    def render(self, extraction: Extraction) -> str:
        """The kept blocks in the renderer's format."""
