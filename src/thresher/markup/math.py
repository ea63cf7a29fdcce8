"""Finds formulas in all the forms that pages carry them in, and reads their TeX.

A formula often stands in the tree several times: KaTeX and MathJax keep a visual copy beside the
MathML, Wikipedia a fallback picture. One element is left for each, to be replaced by the caller.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from turbohtml import Element

from thresher.markup.mathml import mathml_to_tex
from thresher.markup.tags import ElementIndex, class_names

MATH_TAGS = ("math", "script", "img")
_TEX_ENCODINGS = frozenset({"application/x-tex", "text/x-tex", "latex", "tex"})
_DISPLAY_CLASSES = frozenset({"katex-display", "MathJax_Display", "mwe-math-element-block"})
_WRAPPERS = frozenset({"katex", "katex-display", "mwe-math-element", "MathJax", "MathJax_Display"})
_STYLE_GROUP = re.compile(r"\{\\(?:display|text)style\s*(.*)\}", re.DOTALL)
_DELIMITED = re.compile(r"\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Formula:
    """The TeX of a formula and the element that stands for it in the tree."""

    element: Element
    tex: str
    is_display: bool


def mark_formulas(found: ElementIndex) -> list[Formula]:
    """The formulas among the indexed elements; their copies are taken out of the tree."""
    formulas: list[Formula] = []
    for script in found["script"]:
        kind = (script.attr("type") or "").lower()
        if kind.startswith("math/tex"):
            _drop_mathjax_preview(script)
            _add(formulas, script, script.text, is_display="mode=display" in kind)
    for math in found["math"]:
        outer = _outermost_wrapper(math)
        _drop_fallback_pictures(outer)
        _add(formulas, outer, _tex_of(math), is_display=_is_display(math, outer))
    for img in found["img"]:
        if img.parent is not None and _is_formula_picture(img):
            is_display = any(name.endswith("-display") for name in class_names(img))
            _add(formulas, img, img.attr("alt") or "", is_display=is_display)
    return formulas


def _add(formulas: list[Formula], element: Element, tex: str, *, is_display: bool) -> None:
    tex = _bare_tex(tex)
    if not tex:
        element.extract()
    elif element.parent is not None:
        tex = tex if is_display else " ".join(tex.split())
        formulas.append(Formula(element, tex, is_display))


def _drop_fallback_pictures(outer: Element) -> None:
    for img in list(outer.iter_elements("img")):
        img.extract()


def _bare_tex(tex: str) -> str:
    """TeX without delimiters, without CDATA and comment marks and without the style group."""
    tex = tex.replace("% <![CDATA[", "").replace("%]]>", "").replace("% ]]>", "").strip()
    if delimited := _DELIMITED.fullmatch(tex):
        tex = next(part for part in delimited.groups() if part is not None).strip()
    if grouped := _STYLE_GROUP.fullmatch(tex):
        tex = grouped[1].strip()
    # A blank line would end the formula in Markdown, and means nothing in TeX's math mode.
    return re.sub(r"\n\s*\n", "\n", tex)


def _tex_of(math: Element) -> str:
    for annotation in math.iter_elements("annotation"):
        if (annotation.attr("encoding") or "").lower() in _TEX_ENCODINGS:
            return annotation.text
    return math.attr("alttext") or mathml_to_tex(math)


def _outermost_wrapper(math: Element) -> Element:
    """The element that holds this formula's MathML together with its visual copies."""
    outer = math
    for depth, ancestor in enumerate(math.ancestors):
        if depth == 6 or not isinstance(ancestor, Element):
            break
        if ancestor.tag == "mjx-container" or not _WRAPPERS.isdisjoint(class_names(ancestor)):
            outer = ancestor
    return outer


def _is_display(math: Element, outer: Element) -> bool:
    if math.attr("display") == "block" or outer.attr("display") in ("true", "block"):
        return True
    return not _DISPLAY_CLASSES.isdisjoint(class_names(outer))


def _is_formula_picture(img: Element) -> bool:
    names = class_names(img)
    if not names or not img.attr("alt"):
        return False
    return any(
        name.startswith("mwe-math-fallback-image") or name in ("tex", "latex", "mwe-math")
        for name in names
    )


def _drop_mathjax_preview(script: Element) -> None:
    """MathJax 2 leaves its rendering as siblings in front of the script that holds the TeX."""
    while isinstance(sibling := script.previous_sibling, Element):
        if not any(name.startswith("MathJax") for name in class_names(sibling)):
            return
        sibling.extract()
