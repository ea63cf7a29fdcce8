"""All scores of one output on one page, as plain numbers that a file can hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from thresher.evaluation.alignment import align_blocks
from thresher.evaluation.block_metrics import (
    block_score,
    labels_from_selector,
    labels_from_spans,
    segmentation_score,
)
from thresher.evaluation.contestants import Output
from thresher.evaluation.datasets import Example
from thresher.evaluation.scores import NOTHING, Score
from thresher.evaluation.structure import structure_score
from thresher.evaluation.text_metrics import (
    sentence_score,
    shingle_score,
    snippet_rate,
    word_score,
)
from thresher.evaluation.words import words
from thresher.types import Extraction

# A block is content when more of its words are in the truth than not.
CONTENT_SHARE = 0.5

Labels = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PageScore:
    """One contestant on one page. What the page has no truth for, or cannot be had, is None."""

    set: str
    page: str
    """The start of the digest of its HTML: ids are not always unique."""
    id: str
    contestant: str
    site: str | None = None
    type: str | None = None
    error: str | None = None
    """Why there is no answer; all scores are then 0."""
    is_empty: bool = False
    """The truth is that the page has no content."""
    gave_nothing: bool | None = None
    """The answer has no words; None when there is no answer."""
    confidence: float | None = None
    """Word F1 that the contestant expected of its answer."""
    page_type: str | None = None
    """What the contestant took the page for; `type` is the truth."""
    words: Score | None = None
    shingles: Score | None = None
    sentences: Score | None = None
    blocks: Score | None = None
    segmentation: Score | None = None
    ceiling: float | None = None
    """Word F1 when exactly the true blocks of this segmentation are kept."""
    snippets: float | None = None
    """Share of the snippets that must be there and are."""
    leaks: float | None = None
    """Share of the snippets that must not be there and are."""
    structure: dict[str, float] | None = None
    """Kind of structure → F1, for kinds that the truth has."""
    seconds: float | None = None
    fit_seconds: float = 0.0
    """CPU time of learning before this page; 0 where an earlier page has paid for it."""
    fit_pages: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        return self.set, self.page, self.contestant

    def as_dict(self) -> dict[str, Any]:
        """Without what is not known; scores as [precision, recall]."""
        given = {}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if value != entry.default:
                given[entry.name] = _plain(value)
        return given

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> PageScore:
        """Back from `as_dict`."""
        values: dict[str, Any] = {
            name: Score(*value) if isinstance(value, list) else value
            for name, value in given.items()
        }
        return cls(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, Score):
        return [round(value.precision, 6), round(value.recall, 6)]
    if isinstance(value, dict):
        return {name: round(number, 6) for name, number in value.items()}
    return round(value, 6) if isinstance(value, float) else value


def page_key(example: Example) -> str:
    """What names a page in its set."""
    return example.html_digest[:16]


class Scorer:
    """Scores outputs; the block truth of a page is kept for algorithms that share a segmenter."""

    def __init__(self) -> None:
        self._labels: dict[tuple[str, ...], Labels] = {}

    def score(self, example: Example, contestant: str, output: Output) -> PageScore:
        """All scores that the page has a truth for."""
        truth, text = example.text, output.text
        score = dataclasses.replace(
            _blank(example, contestant), seconds=output.seconds, gave_nothing=not words(text)
        )
        if truth is not None:
            score = dataclasses.replace(
                score,
                words=word_score(text, truth),
                shingles=shingle_score(text, truth),
                sentences=sentence_score(text, truth),
            )
        if example.markdown is not None and output.markdown is not None:
            kinds = structure_score(output.markdown, example.markdown).kinds
            score = dataclasses.replace(
                score, structure={kind: found.f1 for kind, found in kinds.items()}
            )
        score = dataclasses.replace(
            score,
            snippets=snippet_rate(text, example.with_ or ()),
            leaks=snippet_rate(text, example.without or ()),
        )
        if output.extraction is None:
            return score
        return self._with_blocks(_with_claims(score, output.extraction), example, output.extraction)

    def _with_blocks(self, score: PageScore, example: Example, extraction: Extraction) -> PageScore:
        texts = [block.text for block in extraction.segmentation]
        has_words = np.array([bool(words(text)) for text in texts], dtype=bool)
        labels = self._truth(example, texts)
        if labels is None:
            return score
        kept = extraction.verdicts.keep
        score = dataclasses.replace(score, blocks=block_score(kept[has_words], labels[has_words]))
        if example.text is not None:
            best = dataclasses.replace(
                extraction, verdicts=dataclasses.replace(extraction.verdicts, keep=labels)
            )
            score = dataclasses.replace(score, ceiling=word_score(best.text, example.text).f1)
        if _has_labelled_text(example):
            ideal = [span["text"] for span in example.spans or ()]
            score = dataclasses.replace(score, segmentation=segmentation_score(texts, ideal))
        return score

    def _truth(self, example: Example, texts: list[str]) -> Labels | None:
        """Which blocks are content, by the most exact truth that the page has."""
        key = page_key(example), *texts
        if key in self._labels:
            return self._labels[key]
        if _has_labelled_text(example):
            shares = labels_from_spans(texts, example.spans or ())
        elif example.selector is not None:
            shares = labels_from_selector(texts, example.html, example.selector)
        elif example.text is not None:
            shares = align_blocks(texts, example.text)
        else:
            return None
        labels = self._labels[key] = shares >= CONTENT_SHARE
        return labels


def _with_claims(score: PageScore, extraction: Extraction) -> PageScore:
    """What the algorithm says of the page as a whole."""
    told = extraction.page_type
    return dataclasses.replace(
        score,
        confidence=extraction.confidence,
        page_type=None if told is None else told.name,
    )


def _has_labelled_text(example: Example) -> bool:
    """Spans of some sets are offsets of fields, which say nothing about blocks."""
    spans = example.spans or ()
    return bool(spans) and all(
        isinstance(span, Mapping) and "text" in span and "label" in span for span in spans
    )


def _blank(example: Example, contestant: str) -> PageScore:
    return PageScore(
        set=example.set,
        page=page_key(example),
        id=example.id,
        contestant=contestant,
        site=example.site,
        type=example.type,
        is_empty=example.text is not None and not words(example.text),
    )


def failed(example: Example, contestant: str, error: str) -> PageScore:
    """The zero of a page that brought no answer: 0 for all that an answer could be scored by."""
    score = dataclasses.replace(
        _blank(example, contestant), error=error, snippets=0.0 if example.with_ else None
    )
    if example.markdown is not None:
        kinds = structure_score("", example.markdown).kinds
        score = dataclasses.replace(score, structure=dict.fromkeys(kinds, 0.0))
    if example.text is None:
        return score
    return dataclasses.replace(
        score, words=NOTHING, shingles=NOTHING, sentences=NOTHING, blocks=NOTHING
    )
