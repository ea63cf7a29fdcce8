"""How close an extracted text comes to the true text.

========================  ==========================================================
`word_score`              bag of words, averaged over pages: the number of most tables
`shingle_score`           bag of 4-word runs, as in the article extraction benchmark
`sentence_score`          sentences, or edit distance where there are none [Mountain08 §5]
`share_at_least`          pages that are "good enough" (.9) or "acceptable" (.8) [Mountain08 §5]
`snippet_rate`            snippets that must, or must not, be in the text
========================  ==========================================================

An empty true text says that the page has no content: extracting nothing scores 1, anything else 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from thresher.evaluation.edit_distance import similarity
from thresher.evaluation.scores import NOTHING, PERFECT, Score, of_multisets
from thresher.evaluation.words import shingles, words

SHINGLE_SIZE = 4

# A sentence ends at its punctuation (with closing quotes or brackets) before a space, at CJK
# punctuation with or without one, and at the end of a line.
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])[”’」』）]*\s*|\s*\n\s*")
_HAS_SENTENCE = re.compile(r"\w[\"'”’»)\]]*[.!?…](?:[\"'”’»)\]]*\s|\W*$)|[。！？]", re.MULTILINE)

# Pieces of fewer words are found in nearly any text, so they must be a whole piece of the other
# text to count as the same.
_MIN_WORDS_INSIDE = 4


def word_score(extracted: str, truth: str) -> Score:
    """Precision and recall of the bag of words."""
    return of_multisets(words(extracted), words(truth))


def shingle_score(extracted: str, truth: str, size: int = SHINGLE_SIZE) -> Score:
    """Precision and recall of the bag of word runs; a shorter text is one run."""
    return of_multisets(shingles(words(extracted), size), shingles(words(truth), size))


def sentences(text: str) -> list[str]:
    """The sentences of a text, as their words joined by spaces. A line end ends a sentence."""
    pieces = (" ".join(words(piece)) for piece in _SENTENCE_END.split(text))
    return [piece for piece in pieces if piece]


def sentence_score(extracted: str, truth: str) -> Score:
    """p = c/t and r = c/(c+m), with c correct, t extracted and m missed sentences [Mountain08 §5].

    A true text without a single sentence, such as a list of names, is compared by edit distance:
    precision and recall are then both the similarity.

    Deviation: a sentence is correct when its words occur in a row in the other text, not only
    when it is cut at the same places: truth and extraction often break lines differently.
    """
    if not words(truth):
        return NOTHING if words(extracted) else PERFECT
    if not _HAS_SENTENCE.search(truth):
        likeness = similarity(" ".join(words(extracted)), " ".join(words(truth)))
        return Score(likeness, likeness)
    proposed, wanted = sentences(extracted), sentences(truth)
    correct = _count_found(proposed, wanted)
    missed = len(wanted) - _count_found(wanted, proposed)
    if not correct:
        return NOTHING
    return Score(correct / len(proposed), correct / (correct + missed))


def _count_found(pieces: Sequence[str], among: Sequence[str]) -> int:
    """How many pieces occur in the other text, each as often at most as it occurs there."""
    whole = Counter(among)
    stream = f" {' '.join(among)} "
    found = 0
    for piece, times in Counter(pieces).items():
        available = whole[piece]
        if piece.count(" ") + 1 >= _MIN_WORDS_INSIDE:
            available = max(available, stream.count(f" {piece} "))
        found += min(times, available)
    return found


def share_at_least(scores: Iterable[float], threshold: float) -> float:
    """Share of pages whose score reaches the threshold; 0 for no pages."""
    reached = [score >= threshold for score in scores]
    return sum(reached) / len(reached) if reached else 0.0


def snippet_rate(text: str, snippets: Sequence[str]) -> float | None:
    """Share of the snippets that occur in the text; None without snippets.

    Of the snippets that must be there this is a recall, of those that must not a leak. Spaces do
    not count: snippets are often copied from pages where the space between two blocks is lost.
    """
    wanted = ["".join(words(snippet)) for snippet in snippets]
    wanted = [snippet for snippet in wanted if snippet]
    if not wanted:
        return None
    stream = "".join(words(text))
    return sum(snippet in stream for snippet in wanted) / len(wanted)
