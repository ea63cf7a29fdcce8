"""The pages that an algorithm does worst on, one HTML page a case, to be looked at.

All text of the page is shown in its order, block by block. A colour says what became of a block:
kept rightly, kept wrongly, missed, or rightly dropped. Truth that is not in the page comes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final, Literal

from thresher.errors import BadOption, DataError
from thresher.evaluation.alignment import align_blocks
from thresher.evaluation.cells import number
from thresher.evaluation.contestants import Contestant, load
from thresher.evaluation.datasets import Example, read_path
from thresher.evaluation.page_scores import CONTENT_SHARE, PageScore, page_key
from thresher.evaluation.results import Results
from thresher.evaluation.run import Settings
from thresher.evaluation.summary import f1
from thresher.evaluation.words import words
from thresher.pipeline import segment

Fate = Literal["kept", "wrong", "missed", "dropped", "absent"]

_LEGEND: Final[dict[Fate, str]] = {
    "kept": "kept, and in the truth",
    "wrong": "kept, but not in the truth",
    "missed": "in the truth, but dropped",
    "dropped": "dropped, and not in the truth",
    "absent": "in the truth, but not found in the page",
}

_CSS = """
body { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  max-width: 900px; margin: 32px auto; padding: 0 24px; color: #1c1e21; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
td, th { text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid #d9dce1; }
p { margin: 2px 0; padding: 2px 8px; border-left: 4px solid; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.kept { background: #e9f5ec; border-color: #3f7d4e; }
.wrong { background: #fbe9e4; border-color: #b5482a; }
.missed, .absent { background: #fdf3d8; border-color: #b98a00; }
.absent { font-style: italic; }
.dropped { color: #8a8f98; border-color: #e4e6ea; font-size: 13px; }
.legend p { display: inline-block; margin-right: 8px; font-size: 13px; }
.error { font-weight: 600; color: #b5482a; }
"""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text and what became of it."""

    text: str
    fate: Fate


def write_worst(results: Results, settings: Settings, count: int, folder: Path) -> Path:
    """Write the worst pages of the first contestant, and an index of them; returns the index."""
    leader = results.contestants[0].name
    contestant = next(each for each in settings.contestants if each.name == leader)
    if contestant.needs_fit:
        raise BadOption(
            f"{leader} judges a page only after learning its site, and the worst pages are shown "
            "of algorithms that need no more than the page: name one of these first"
        )
    scores = [each for each in results.scores if each.contestant == leader and each.words]
    scores = sorted(scores, key=lambda each: (f1(each.words), each.set, each.page))[:count]
    examples = _examples(scores, settings)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for rank, score in enumerate(scores, start=1):
            links = _links(rank, len(scores))
            page = _case(links, score, examples[score.set, score.page], contestant)
            (folder / _file(rank)).write_text(page, encoding="utf-8")
        index = folder / "index.html"
        index.write_text(_index(leader, scores), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot write to {str(folder)!r}: {error.strerror}") from error
    return index


def _examples(scores: Sequence[PageScore], settings: Settings) -> dict[tuple[str, str], Example]:
    """The pages of the scores, read again: a run keeps none."""
    wanted = {(score.set, score.page) for score in scores}
    found = {}
    for name, path in settings.sets:
        for example in read_path(path):
            key = name, page_key(example)
            if key in wanted:
                found[key] = example
    return found


def pieces(html: str, truth: str, extracted: str) -> list[Piece]:
    """The text of a page with the fate of each block, then the truth that is not in the page."""
    texts = [block.text for block in segment(html)]
    texts = [text for text in texts if words(text)]
    in_truth = align_blocks(texts, truth) >= CONTENT_SHARE
    is_kept = align_blocks(texts, extracted) >= CONTENT_SHARE
    fates: dict[tuple[bool, bool], Fate] = {
        (True, True): "kept",
        (True, False): "missed",
        (False, True): "wrong",
        (False, False): "dropped",
    }
    found = [
        Piece(text, fates[bool(is_content), bool(kept)])
        for text, is_content, kept in zip(texts, in_truth, is_kept, strict=True)
    ]
    lines = [line for line in truth.splitlines() if words(line)]
    shares = align_blocks(lines, "\n".join(texts))
    absent = [line for line, share in zip(lines, shares, strict=True) if share < CONTENT_SHARE]
    return found + [Piece(line, "absent") for line in absent]


def _case(links: str, score: PageScore, example: Example, contestant: Contestant) -> str:
    # What failed in the run is not tried again: it may hang, and here nothing would end it.
    trouble = score.error
    extracted = load(contestant).extract(example).text if trouble is None else ""
    shown = pieces(example.html, example.text or "", extracted)
    scored = score.words
    facts = f"word F1 {number(f1(scored))}" + (
        f", precision {number(scored.precision)}, recall {number(scored.recall)}" if scored else ""
    )
    about = f"{contestant.name}: {facts}. {score.type or ''} {example.url or ''}"
    legend = "".join(_piece(Piece(text, fate)) for fate, text in _LEGEND.items())
    body = [
        links,
        f"<h1>{escape(score.set)} {escape(score.id)}</h1>",
        f"<div>{escape(about)}</div>",
        f'<div class="error">{escape(trouble)}</div>' if trouble else "",
        f'<div class="legend">{legend}</div><hr>',
        *(_piece(piece) for piece in shown),
    ]
    return _page(f"{score.set} {score.id}", body)


def _piece(piece: Piece) -> str:
    return f'<p class="{piece.fate}">{escape(piece.text)}</p>'


def _file(rank: int) -> str:
    return f"{rank:03}.html"


def _links(rank: int, count: int) -> str:
    """To the case before, to all, to the next."""
    places = [("previous", rank - 1), ("next", rank + 1)]
    before, after = (
        f'<a href="{_file(place)}">{text}</a>' if 1 <= place <= count else text
        for text, place in places
    )
    return f'<nav>{before} · <a href="index.html">all</a> · {after}</nav>'


def _index(leader: str, scores: Sequence[PageScore]) -> str:
    rows = "".join(
        f'<tr><td>{number(f1(score.words))}</td><td><a href="{_file(rank)}">{escape(score.set)} '
        f"{escape(score.id)}</a></td><td>{escape(score.type or '')}</td>"
        f"<td>{escape(score.error or '')}</td></tr>"
        for rank, score in enumerate(scores, start=1)
    )
    head = "<tr><th>word F1</th><th>page</th><th>type</th><th></th></tr>"
    body = [f"<h1>Worst pages of {escape(leader)}</h1>", f"<table>{head}{rows}</table>"]
    return _page(f"Worst pages of {leader}", body)


def _page(title: str, body: Iterable[str]) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_CSS}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )
