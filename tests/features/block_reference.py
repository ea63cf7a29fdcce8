"""A slow reference for the block features, written from the public view of pages and blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property

import numpy as np
import turbohtml

from tests.features.test_class_words import groups_by_search
from thresher.features.block_features import (
    _INLINE,
    _INSIDE,
    _KINDS,
    FEATURE_GROUPS,
)
from thresher.features.class_words import GROUPS
from thresher.features.declared_kinds import declared_kinds
from thresher.parsing.page import Page
from thresher.parsing.table import _ASCII_CLASS
from thresher.parsing.text_shape import STOP, class_beyond_ascii, fold
from thresher.segmenters.leaves import Leaves

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LETTERS = (1, 2, 11, 12)
TINY = 1e-6


class Reference:
    """Everything asked of a page block by block, with no regard to time."""

    def __init__(self, source: str | bytes) -> None:
        self.segmentation = Leaves().segment(Page.parse(source))
        self.table = self.segmentation.page.table
        self.size = len(self.segmentation)
        self.rows = [block.rows.tolist() for block in self.segmentation]
        self.element = [block.element for block in self.segmentation]
        self.first = [rows[0] for rows in self.rows]

    def name(self, row: int) -> str:
        return str(self.table.names[self.table.tag[row]])

    def up(self, row: int) -> list[int]:
        """A row and its ancestors."""
        chain = []
        while row >= 0:
            chain.append(row)
            row = int(self.table.parent[row])
        return chain

    def texts(self, block: int) -> list[str]:
        """The strings of a block, white space made single."""
        found = (self.table.texts[row] for row in self.rows[block])
        return [" ".join(text.split()) for text in found if text and text.strip()]

    def classes(self, block: int) -> Counter[int]:
        text = "".join(self.texts(block))
        return Counter(class_of(ord(ch)) for ch in text)

    @cached_property
    def words(self) -> list[float]:
        return [sum(float(self.table.words[row]) for row in rows) for rows in self.rows]

    @cached_property
    def linked(self) -> list[float]:
        def is_linked(row: int) -> bool:
            return any(
                isinstance(node := self.table.nodes[one], turbohtml.Element)
                and node.tag == "a"
                and node.attr("href") is not None
                for one in self.up(row)
            )

        return [
            sum(float(self.table.words[row]) for row in rows if is_linked(row))
            for rows in self.rows
        ]

    @cached_property
    def unseen(self) -> list[int]:
        """Why a block is hidden: by its first visible text it is not."""
        answer = []
        for rows in self.rows:
            reasons = [
                int(self.table.hidden[r]) for r in rows if (self.table.texts[r] or "").strip()
            ]
            answer.append(0 if 0 in reasons or not reasons else reasons[-1])
        return answer

    @cached_property
    def good(self) -> list[float]:
        answer = []
        for block in range(self.size):
            words, classes = self.words[block], self.classes(block)
            if self.unseen[block] or words <= 0:
                answer.append(0.0)
                continue
            score = words / 12 + classes[4] + classes[5]
            score *= 1.5 if self.last_class(block) == STOP else 1.0
            answer.append(score * (1 - 0.8 * self.linked[block] / words))
        return answer

    def last_class(self, block: int) -> int:
        texts = self.texts(block)
        return class_of(ord(texts[-1][-1])) if texts else 0

    @cached_property
    def heading(self) -> list[int]:
        """Level of the outermost heading among a block's element and three above it."""
        answer = []
        for element in self.element:
            found = [self.name(row) for row in self.up(element)[:4] if self.name(row) in HEADINGS]
            answer.append(int(found[-1][1]) if found else 0)
        return answer

    @cached_property
    def priced(self) -> list[bool]:
        return [self.classes(block)[9] > 0 for block in range(self.size)]

    def held(self, row: int) -> list[int]:
        """Blocks that begin in the subtree of a row."""
        inside = range(row, int(self.table.end[row]))
        return [block for block in range(self.size) if self.first[block] in inside]

    def is_outer(self, row: int) -> bool:
        """html and body: their classes tell the state of the page, not where a block lies."""
        return len(self.up(row)) <= 2

    def attributes(self, row: int) -> set[str]:
        node = self.table.nodes[row]
        if not isinstance(node, turbohtml.Element):
            return set()
        telling = (
            ("role", "itemprop") if self.is_outer(row) else ("class", "id", "role", "itemprop")
        )
        names = (node.attr(name) for name in telling)
        return {group for name in names if name is not None for group in groups_by_search(name)}

    def step(self, row: int) -> tuple[int, str | None]:
        """What a row adds to a path: its tag, and its class without numbers."""
        node = self.table.nodes[row]
        name = None
        if isinstance(node, turbohtml.Element) and not self.is_outer(row):
            name = node.attr("class")
        return int(self.table.tag[row]), None if name is None else re.sub("[0-9]", "", name)

    @cached_property
    def groups(self) -> list[list[int]]:
        """For each block, the blocks with the same path."""
        paths = [tuple(self.step(row) for row in self.up(max(e, 0))) for e in self.element]
        return [[at for at, path in enumerate(paths) if path == mine] for mine in paths]

    def letters(self, block: int) -> tuple[str, ...]:
        """The letters of each string; one string without letters is as good as none."""
        strings = ([ord(ch) for ch in text] for text in self.texts(block))
        return tuple(
            "".join(chr(fold(p)) for p in points if class_of(p) in LETTERS) for points in strings
        )


def class_of(point: int) -> int:
    return int(_ASCII_CLASS[point]) if point < 0x80 else class_beyond_ascii(point)


def kind_of(groups: tuple[str, ...], tag: str) -> int:
    return next((n for n, names in enumerate(groups, 1) if tag in names.split()), 0)


def total(column: list[float], blocks: list[int]) -> float:
    return sum(column[block] for block in blocks)


def text_group(page: Reference, block: int) -> dict[str, float]:
    classes, words = page.classes(block), page.words[block]
    length = sum(map(len, page.texts(block)))
    return {
        "words": words,
        "length": length,
        "link-share": page.linked[block] / (words + TINY),
        "letters-per-word": (classes[1] + classes[2] + classes[12]) / (words + TINY),
        "stops": classes[4],
        "commas": classes[5],
        "marks-per-word": (classes[4] + classes[5]) / (words + TINY),
        "capital-share": classes[2] / (length + TINY),
        "digit-share": classes[3] / (length + TINY),
        "quotes": classes[6],
        "bracket-share": classes[7] / (length + TINY),
        "code-share": classes[8] / (length + TINY),
        "currency": classes[9],
        "sign-share": classes[10] / (length + TINY),
        "ideograph-share": classes[11] / (length + TINY),
        "strings": len(page.texts(block)),
        "last-class": page.last_class(block),
        "good": page.good[block],
    }


def markup_group(page: Reference, block: int) -> dict[str, float]:
    chain = page.up(page.element[block])
    around = {page.name(row) for row in chain}
    kinds = [kind_of(_KINDS, page.name(row)) for row in chain[:4]] + [0] * 4
    before = page.rows[block - 1][-1] if block else -1
    inner = range(max(page.element[block], before) + 1, page.rows[block][-1] + 1)
    inline = Counter(kind_of(_INLINE, page.name(row)) for row in inner)
    return {
        "kind": kinds[0],
        "kind up 1": kinds[1],
        "kind up 2": kinds[2],
        "kind up 3": kinds[3],
        "heading": page.heading[block],
        "depth": int(page.table.depth[chain[0]]) if chain else 0,
        "hidden": page.unseen[block],
        **{f"in {names.split()[0]}": int(bool(around & set(names.split()))) for names in _INSIDE},
        **{f"has {names.split()[0]}": inline[n] for n, names in enumerate(_INLINE, 1)},
    }


def class_group(page: Reference, block: int) -> dict[str, float]:
    chain = page.up(page.element[block])
    near = {group for row in chain[:3] for group in page.attributes(row)}
    every = {group for row in chain for group in page.attributes(row)}
    return {f"class {group}": 2 if group in near else int(group in every) for group in GROUPS}


def container_group(page: Reference, block: int) -> dict[str, float]:
    """Ancestors that hold more and more blocks; where there are no more, the top again."""
    levels: list[tuple[int, list[int]]] = []
    chain = [(row, page.held(row)) for row in page.up(page.element[block])]
    for row, blocks in chain:
        if len(blocks) > (len(levels[-1][1]) if levels else 1):
            levels.append((row, blocks))
    levels += [chain[-1]] * 5 if chain else []
    answer: dict[str, float] = {}
    for level, (row, blocks) in enumerate(levels[:5], 1):
        words = total(page.words, blocks)
        values = {
            "words": words,
            "link-share": total(page.linked, blocks) / (words + TINY),
            "blocks": len(blocks),
            "good-share": total(page.good, blocks) / (sum(page.good) + TINY),
            "word-share": words / (sum(page.words) + TINY),
            "words-per-block": words / len(blocks),
            "headings": sum(page.heading[b] > 0 for b in blocks),
            "place": (block - blocks[0]) / len(blocks),
            "kind": kind_of(_KINDS, page.name(row)),
            "stops": sum(page.classes(b)[4] for b in blocks) / (words + TINY),
            "prices": sum(page.priced[b] for b in blocks),
        }
        answer |= {f"container {level} {name}": value for name, value in values.items()}
    return answer


def position_group(page: Reference, block: int) -> dict[str, float]:
    all_words = sum(page.words) + TINY
    before = [at for at in range(block + 1) if page.heading[at]]
    after = [at for at in range(block + 1, page.size) if page.heading[at]]
    return {
        "index": block,
        "from-end": page.size - block,
        "relative-index": block / page.size,
        "words-before": sum(page.words[:block]) / all_words,
        "words-after": sum(page.words[block + 1 :]) / all_words,
        "from-heading": block - before[-1] if before else 1000,
        "heading-level": page.heading[before[-1]] if before else 0,
        "words-from-heading": sum(page.words[before[-1] : block]) if before else -1,
        "to-heading": after[0] - block if after else 1000,
        "next-heading-level": page.heading[after[0]] if after else 0,
    }


def neighbour_group(page: Reference, block: int) -> dict[str, float]:
    answer: dict[str, float] = {}
    mean = sum(page.good) / page.size
    for reach in (1, 2, 4, 8, 16):
        around = [at for at in range(block - reach, block + reach + 1) if 0 <= at < page.size]
        good = total(page.good, around) / len(around)
        answer[f"within {reach} good"] = good
        answer[f"within {reach} link-share"] = total(page.linked, around) / (
            total(page.words, around) + TINY
        )
        answer[f"within {reach} relative"] = good / (mean + TINY)
    for offset in (-3, -2, -1, 1, 2, 3):
        at = block + offset
        there = 0 <= at < page.size
        answer[f"at{offset:+d} words"] = page.words[at] if there else -1
        answer[f"at{offset:+d} good"] = page.good[at] if there else 0
        answer[f"at{offset:+d} heading"] = page.heading[at] if there else 0
        share = page.linked[at] / (page.words[at] + TINY) if there else 0
        answer[f"at{offset:+d} link-share"] = share
    return answer


def repetition_group(page: Reference, block: int) -> dict[str, float]:
    group = page.groups[block]
    span = group[-1] - group[0] + 1
    copies = [at for at in range(page.size) if page.letters(at) == page.letters(block)]
    return {
        "group-size": len(group),
        "group-words": total(page.words, group) / len(group),
        "group-link-share": total(page.linked, group) / (total(page.words, group) + TINY),
        "group-span": span / page.size,
        "group-density": len(group) / span,
        "group-good": total(page.good, group) / len(group),
        "group-stops": sum(page.last_class(at) == STOP for at in group) / len(group),
        "group-place": (block - group[0]) / span,
        "copies": len(copies) if any(page.letters(block)) else 1,
    }


def core_group(page: Reference, block: int) -> dict[str, float]:
    """The deepest of the containers that hold a share of the good text; of equals the first."""
    sums = np.concatenate(([0.0], np.cumsum(page.good)))
    holders = sorted({row for element in page.element for row in page.up(element)})
    answer: dict[str, float] = {}
    for percent in (30, 50, 70, 90):
        enough = [
            row
            for row in holders
            if sums[-1] > 0
            and (held := page.held(row))
            and sums[held[-1] + 1] - sums[held[0]] >= percent / 100 * sums[-1]
        ]
        if not enough:
            answer[f"core {percent} inside"] = -2
            continue
        core = max(enough, key=lambda row: (page.table.depth[row], -row))
        held = page.held(core)
        below = page.table.depth[page.element[block]] - page.table.depth[core]
        if block in held:
            values: tuple[float, float, float] = (1, below, (block - held[0]) / len(held))
        elif block < held[0]:
            values = (-1, block - held[0], -1)
        else:
            values = (0, block - held[-1] - 1, -1)
        names = (f"core {percent} {name}" for name in ("inside", "depth", "place"))
        answer |= dict(zip(names, values, strict=True))
    return answer


def page_group(page: Reference, block: int) -> dict[str, float]:
    words = sum(page.words) + TINY
    tags = Counter(page.name(row) for row in range(len(page.table)))
    lengthy = [
        words
        for words, linked in zip(page.words, page.linked, strict=True)
        if words >= 20 and linked < 0.3 * words
    ]
    values = {
        "words": sum(page.words),
        "blocks": page.size,
        "link-share": sum(page.linked) / words,
        "good": sum(page.good),
        "stops": sum(page.classes(b)[4] for b in range(page.size)) / words,
        "headings": sum(level > 0 for level in page.heading),
        "prices": sum(page.priced),
        "longest": max(page.words),
        "long-share": sum(lengthy) / words,
        "good-of-largest": page.good[block] / (max(page.good) + TINY),
        "words-of-longest": page.words[block] / (max(page.words) + TINY),
        "articles": tags["article"],
        "mains": tags["main"],
        "forms": tags["form"] + tags["input"] + tags["select"],
        "tables": tags["table"],
        "items": tags["li"],
        "images": tags["img"] + tags["picture"],
        "videos": tags["video"] + tags["iframe"],
        "hidden-share": sum(reason != 0 for reason in page.unseen) / page.size,
    }
    return {f"page {name}": value for name, value in values.items()}


def declared_group(page: Reference, block: int) -> dict[str, float]:
    claimed = declared_kinds(page.table).tolist()
    return dict(zip(FEATURE_GROUPS["declared"], claimed, strict=True))


def convention_group(page: Reference, block: int) -> dict[str, float]:
    return {"headline": 0.0, "comments": 0.0}  # not of the page; set by who asks


REFERENCES: dict[str, Callable[[Reference, int], dict[str, float]]] = {
    "text": text_group,
    "markup": markup_group,
    "class names": class_group,
    "containers": container_group,
    "position": position_group,
    "neighbours": neighbour_group,
    "repetition": repetition_group,
    "core": core_group,
    "page": page_group,
    "declared": declared_group,
    "convention": convention_group,
}
