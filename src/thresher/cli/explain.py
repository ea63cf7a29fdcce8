"""A coloured tree of a page: where each block lies, and why it was kept or dropped."""

from __future__ import annotations

import re
from typing import Final

import turbohtml
from rich.text import Text
from rich.tree import Tree

from thresher.cli.console import console
from thresher.parsing.table import NodeTable
from thresher.types import Block, Extraction, Verdict

# Each level takes four columns; beyond the edge of the terminal, lines would vanish.
_MAX_LEVELS: Final = 10


# A page must not be able to steer the terminal.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")


def print_explanation(extraction: Extraction) -> None:
    """Print the tree, with a line of totals above it."""
    out = console()
    title = extraction.metadata.title
    out.print(Text(title.value if title else extraction.page.url or "page", style="bold"))
    out.print(extraction.summary, style="dim", highlight=False)
    out.print(explanation_tree(extraction))


def explanation_tree(extraction: Extraction) -> Tree:
    """Blocks under the elements that hold them; chains of single elements are one line."""
    table = extraction.page.table
    shown = [(block, verdict) for block, verdict in extraction if block.text or verdict.keep]
    elements = [block.element for block, _ in shown]
    holders = _branching(table, elements)
    root = Tree(Text("page", style="dim"), guide_style="dim")
    branches: dict[int, tuple[Tree, int]] = {}

    def branch(row: int) -> tuple[Tree, int]:
        while row >= 0 and row not in holders:
            row = int(table.parent[row])
        if row < 0:
            return root, 0
        if row not in branches:
            above, level = branch(int(table.parent[row]))
            if level < _MAX_LEVELS:
                above = above.add(Text(_label(table, row), style="cyan dim"))
            branches[row] = above, level + 1
        return branches[row]

    for (block, verdict), row in zip(shown, elements, strict=True):
        branch(int(table.parent[row]) if row >= 0 else -1)[0].add(_line(block, verdict))
    return root


def _branching(table: NodeTable, elements: list[int]) -> set[int]:
    """Ancestors of blocks at which the page forks: two or more of their children hold blocks."""
    seen: set[int] = set()
    forks: set[int] = set()
    for element in elements:
        row = element
        while row >= 0 and row not in seen:
            seen.add(row)
            row = int(table.parent[row])
            if row in seen:
                forks.add(row)
    return forks


def _label(table: NodeTable, row: int) -> str:
    node = table.nodes[row]
    if not isinstance(node, turbohtml.Element):
        return ""
    name = node.tag
    if identity := node.attr("id"):
        name += f"#{identity}"
    for part in (node.attr("class") or "").split()[:2]:
        name += f".{part}"
    return name


def _line(block: Block, verdict: Verdict) -> Text:
    line = Text()
    line.append("✓ " if verdict.keep else "✗ ", style="bold green" if verdict.keep else "red")
    line.append(f"{block.tag or block.origin} ", style="cyan")
    line.append(f"{verdict.score:.3f} {verdict.why}: ", style="dim")
    words = " ".join(_CONTROLS.sub(" ", block.text).split())
    shown = words if len(words) <= 90 else words[:89] + "…"
    line.append(shown or "(no text)", style="" if verdict.keep else "dim")
    return line
