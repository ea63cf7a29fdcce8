"""A pruned tree as GitHub-flavoured Markdown.

turbohtml writes the Markdown. What is done here is to bring the tree into a form from which its
renderer loses nothing and never falls back to HTML: formulas, code blocks, links and images,
tables, blocks without a Markdown form, emphasis. The tree that is passed in is used up.
"""

from __future__ import annotations

from typing import Final

from turbohtml import Document, Element, Text

from thresher.markup.block_structure import (
    STRUCTURE_TAGS,
    drop_empty_blocks,
    settle_structure,
)
from thresher.markup.code_blocks import CODE_TAGS, clean_code_blocks
from thresher.markup.emphasis import EMPHASIS_TAGS, settle_emphasis
from thresher.markup.layout_tables import settle_tables
from thresher.markup.links_and_images import LINK_TAGS, settle_links_and_images
from thresher.markup.literals import Literals
from thresher.markup.math import MATH_TAGS, Formula, mark_formulas
from thresher.markup.tags import index
from thresher.markup.tidy import tidy

_OWN_TAGS: Final = ("sub", "sup")
_ALL_TAGS: Final = {
    *MATH_TAGS,
    *CODE_TAGS,
    *LINK_TAGS,
    *STRUCTURE_TAGS,
    *EMPHASIS_TAGS,
    *_OWN_TAGS,
}


def to_markdown(document: Document, base_url: str = "") -> str:
    """The visible content of the tree as Markdown; URLs are resolved against `base_url`."""
    literals = prepare(document, base_url)
    return literals.restore(tidy(document.to_markdown()))


def prepare(document: Document, base_url: str = "") -> Literals:
    """Bring the tree into the form that renders without loss."""
    literals = Literals()
    found = index(document, _ALL_TAGS)
    for formula in mark_formulas(found):
        _write_formula(formula, literals)
    clean_code_blocks(document, found)
    settle_links_and_images(document, found, base_url)
    settle_structure(found)
    settle_tables(found["table"])
    settle_emphasis(found, literals)
    drop_empty_blocks(found)
    for element in (*found["sub"], *found["sup"]):
        _keep_raised(element, literals)
    return literals


def _write_formula(formula: Formula, literals: Literals) -> None:
    tex = formula.tex
    if formula.is_display:
        # A block around it makes the renderer end the paragraph before and after the formula.
        text = Text(literals.token(f"$$\n{tex}\n$$"))
        formula.element.replace_with(Element("div", None, [text]))
    else:
        formula.element.replace_with(Text(literals.token(f"${tex}$")))


def _keep_raised(element: Element, literals: Literals) -> None:
    """Exponents and indices keep their tag, which is GitHub's own form for them.

    Notes (a link inside or around) and ordinals (5th) read better without.
    """
    text = element.text.strip()
    is_word = text.isalpha() and len(text) > 1
    in_link = isinstance(element.parent, Element) and element.parent.tag == "a"
    if not text or is_word or in_link or element.find("a") is not None:
        return
    element.insert_before(Text(literals.token(f"<{element.tag}>")))
    element.insert_after(Text(literals.token(f"</{element.tag}>")))
