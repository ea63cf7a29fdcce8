"""Presentation MathML without a TeX annotation, written as TeX.

Covers the elements that carry structure; any other element gives the TeX of its children, so no
symbol is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from turbohtml import Element

# No formula is nested deeper; what is comes from a broken or hostile page and is read as text.
_MAX_DEPTH: Final = 100
_FUNCTIONS: Final = frozenset(
    "arccos arcsin arctan cos cosh cot csc det dim exp gcd inf ker lim ln log max min Pr sec sin"
    " sinh sup tan tanh".split()
)
_SYMBOLS: Final[Mapping[str, str]] = {
    "\u2061": "",  # function application
    "\u2062": "",  # invisible times
    "\u2063": "",  # invisible comma
    "−": "-",
    "{": r"\{",
    "}": r"\}",
    "#": r"\#",
    "%": r"\%",
    "&": r"\&",
    "$": r"\$",
}
_ACCENTS: Final[Mapping[str, str]] = {
    "¯": r"\overline",
    "‾": r"\overline",
    "^": r"\hat",
    "~": r"\tilde",
    "→": r"\vec",
    "˙": r"\dot",
}


def mathml_to_tex(math: Element) -> str:
    """The formula as TeX."""
    return _row(math, 0).strip()


def _row(element: Element, depth: int) -> str:
    parts = _parts(element, depth) if depth < _MAX_DEPTH else []
    return " ".join(part for part in parts if part) or _token(element)


def _parts(element: Element, depth: int) -> list[str]:
    return [_tex(child, depth + 1) for child in _elements(element)]


def _elements(element: Element) -> list[Element]:
    return [
        child
        for child in element.children
        if isinstance(child, Element) and not child.tag.startswith("annotation")
    ]


def _tex(element: Element, depth: int) -> str:
    rule = _RULES.get(element.tag) if depth < _MAX_DEPTH else None
    parts = _parts(element, depth) if rule else []
    if rule and len(parts) >= _MIN_PARTS[element.tag]:
        return rule(parts)
    if element.tag == "mtext":
        text = element.text.strip()
        return rf"\text{{{text}}}" if text else ""
    return _row(element, depth)


def _token(element: Element) -> str:
    text = element.text.strip()
    if element.tag == "mi" and len(text) > 1:
        return f"\\{text}" if text in _FUNCTIONS else rf"\mathrm{{{text}}}"
    return "".join(_SYMBOLS.get(letter, letter) for letter in text)


def _over(parts: list[str]) -> str:
    accent = _ACCENTS.get(parts[1])
    return f"{accent}{{{parts[0]}}}" if accent else rf"\overset{{{parts[1]}}}{{{parts[0]}}}"


_RULES: Final[Mapping[str, Callable[[list[str]], str]]] = {
    "msup": lambda p: f"{{{p[0]}}}^{{{p[1]}}}",
    "msub": lambda p: f"{{{p[0]}}}_{{{p[1]}}}",
    "msubsup": lambda p: f"{{{p[0]}}}_{{{p[1]}}}^{{{p[2]}}}",
    "mfrac": lambda p: rf"\frac{{{p[0]}}}{{{p[1]}}}",
    "mroot": lambda p: rf"\sqrt[{p[1]}]{{{p[0]}}}",
    "msqrt": lambda p: rf"\sqrt{{{' '.join(p)}}}",
    "mover": _over,
    "munder": lambda p: f"{{{p[0]}}}_{{{p[1]}}}",
    "munderover": lambda p: f"{{{p[0]}}}_{{{p[1]}}}^{{{p[2]}}}",
    "mtd": lambda p: " ".join(p),
    "mtr": lambda p: " & ".join(p),
    "mtable": lambda p: r"\begin{matrix} " + r" \\ ".join(p) + r" \end{matrix}",
}
_MIN_PARTS: Final[Mapping[str, int]] = dict.fromkeys(_RULES, 1) | {
    "msup": 2,
    "msub": 2,
    "msubsup": 3,
    "mfrac": 2,
    "mroot": 2,
    "mover": 2,
    "munder": 2,
    "munderover": 3,
}
