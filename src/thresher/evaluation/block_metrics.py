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

import numpy as np
import numpy.typing as npt

from thresher.evaluation.alignment import align_blocks
from thresher.evaluation.scores import Score, from_counts, of_multisets
from thresher.evaluation.words import words

# What the labels of l3s-gn1 count as the article: its own truth text is made of these.
CONTENT_LABELS = frozenset({"headline", "fulltext", "supplemental"})


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
) -> npt.NDArray[np.float64]:
    """For every block, the share of its words that lie in spans of the content labels.

    Spans are ``{"label": …, "text": …}`` in the order of the page. All of them are aligned, so
    that text labelled as something else is not taken for content that reads the same.
    """
    everything = align_blocks(block_texts, "\n".join(span["text"] for span in spans))
    others = [span["text"] for span in spans if span["label"] not in content]
    wanted = [span["text"] for span in spans if span["label"] in content]
    as_content = align_blocks(block_texts, "\n".join(wanted))
    as_other = align_blocks(block_texts, "\n".join(others))
    # A block that both sides claim (a headline repeated under "related") goes to neither whole.
    claimed = np.maximum(as_content + as_other, 1.0)
    return np.asarray(np.minimum(as_content, everything) / claimed, dtype=np.float64)


def labels_from_selector(
    block_texts: Sequence[str], content_text: str
) -> npt.NDArray[np.float64]:
    raise NotImplementedError
