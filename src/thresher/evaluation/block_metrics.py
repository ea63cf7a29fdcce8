"""Scores of blocks and of groups of blocks, and block truth where a set has more than plain text.

==========================  ================================================
`block_score`               b-precision and b-recall [Debnath05 eq. 5–7]
`segmentation_score`        ideal blocks that were found [Patterns eq. 3–5]
`cluster_score`             blocks of the informative cluster [RIPB09 §4]
`labels_from_spans`         block truth from labelled pieces of text
`labels_from_selector`      block truth from the element that holds the content
==========================  ================================================

Block truth from a plain true text is in `thresher.evaluation.alignment`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import turbohtml

from thresher.evaluation.alignment import FloatArray, align_blocks, align_parts
from thresher.evaluation.scores import Score, from_counts, of_multisets
from thresher.evaluation.words import words

# What the labels of l3s-gn1 count as the article: its own truth text is made of these.
CONTENT_LABELS = frozenset({"headline", "fulltext", "supplemental"})

_XPATH = "xpath:"


def block_score(chosen: npt.ArrayLike, truth: npt.ArrayLike) -> Score:
    """b-precision r/t and b-recall r/(r+m) of the chosen blocks [Debnath05 eq. 5, 6].

    Both arguments hold one truth value for each block of the page.
    """
    kept, wanted = np.asarray(chosen, dtype=bool), np.asarray(truth, dtype=bool)
    if kept.shape != wanted.shape:
        raise ValueError(f"{kept.size} chosen values for {wanted.size} true ones")
    found = int((kept & wanted).sum())
    return from_counts(found, int(kept.sum()), int(wanted.sum()))


def segmentation_score(found: Iterable[str], ideal: Iterable[str]) -> Score:
    """Correctly cut blocks among those cut (P) and among the ideal ones (R) [Patterns eq. 3, 4].

    Blocks are compared by their words; one that occurs twice has to be found twice.
    """
    return of_multisets(_as_words(found), _as_words(ideal))


def _as_words(texts: Iterable[str]) -> list[tuple[str, ...]]:
    return [block for block in (tuple(words(text)) for text in texts) if block]


def cluster_score(chosen: Collection[Hashable], informative: Collection[Hashable]) -> Score:
    """Blocks in the cluster taken for the informative one, against the true one [RIPB09 §4]."""
    kept, wanted = set(chosen), set(informative)
    return from_counts(len(kept & wanted), len(kept), len(wanted))


def labels_from_spans(
    block_texts: Sequence[str],
    spans: Sequence[Mapping[str, str]],
    content: Collection[str] = CONTENT_LABELS,
) -> FloatArray:
    """For every block, the share of its words that lie in spans with a content label.

    Spans are ``{"label": …, "text": …}`` in the order of the page. All of them are aligned, so
    that text labelled as something else is not taken for content that reads the same.
    """
    shares = align_parts(block_texts, [span["text"] for span in spans])
    wanted = np.array([span["label"] in content for span in spans], dtype=bool)
    return np.asarray(shares[:, wanted].sum(axis=1), dtype=np.float64)


def selected_text(html: str, selector: str) -> str:
    """The text of the elements that a selector names: CSS, or an XPath after ``xpath:``."""
    tree = turbohtml.parse(html, allow_declarative_shadow_roots=False)
    found: Any = (
        tree.xpath(selector.removeprefix(_XPATH))
        if selector.startswith(_XPATH)
        else tree.select(selector)
    )
    return "\n".join(node.to_text() for node in found if isinstance(node, turbohtml.Element))


def labels_from_selector(block_texts: Sequence[str], html: str, selector: str) -> FloatArray:
    """For every block, the share of its words that lie in the selected elements."""
    return align_blocks(block_texts, selected_text(html, selector))
