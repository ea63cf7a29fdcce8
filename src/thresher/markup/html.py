"""A pruned tree as a safe fragment of HTML: all of its structure, nothing that acts.

turbohtml's sanitiser decides what stays. Links, pictures and code blocks are settled first, as for
Markdown. The tree that is passed in is used up.
"""

from __future__ import annotations

from typing import Final

from turbohtml import Document, Element, Text
from turbohtml.clean import OnDisallowed, Policy, Sanitizer

from thresher.markup.code_blocks import CODE_TAGS, clean_code_blocks
from thresher.markup.links_and_images import LINK_TAGS, settle_links_and_images
from thresher.markup.math import MATH_TAGS, Formula, mark_formulas
from thresher.markup.tags import index

_TEXT_TAGS: Final = (
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup"
    " data dd del details dfn dir div dl dt em fieldset figcaption figure footer h1 h2 h3 h4 h5 h6"
    " header hgroup hr i img ins kbd label legend li main mark menu nav ol p picture pre q rp rt"
    " ruby s samp search section small source span strike strong sub summary sup table tbody td"
    " tfoot th thead time tr tt u ul var wbr"
).split()
_MATH_TAGS: Final = (
    "annotation math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom"
    " mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder"
    " munderover semantics"
).split()
_ATTRIBUTES: Final = {
    "*": {"dir", "id", "lang", "title"},
    "a": {"href", "name"},
    "annotation": {"encoding"},
    "blockquote": {"cite"},
    "code": {"class"},
    "col": {"span"},
    "colgroup": {"span"},
    "data": {"value"},
    "details": {"open"},
    "del": {"cite", "datetime"},
    "img": {"alt", "height", "sizes", "src", "srcset", "width"},
    "ins": {"cite", "datetime"},
    "li": {"value"},
    "math": {"alttext", "display", "xmlns"},
    "mo": {"fence", "stretchy"},
    "mstyle": {"displaystyle", "mathvariant", "scriptlevel"},
    "mi": {"mathvariant"},
    "ol": {"reversed", "start", "type"},
    "q": {"cite"},
    "source": {"height", "media", "sizes", "srcset", "type", "width"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"abbr", "align", "colspan", "rowspan", "scope"},
    "time": {"datetime"},
}
_SANITIZER: Final = Sanitizer(
    Policy(
        tags=frozenset((*_TEXT_TAGS, *_MATH_TAGS)),
        attributes={tag: frozenset(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes=frozenset({"http", "https", "mailto", "tel"}),
        allow_fragment_urls=True,
        # A form keeps its words, each in a place of its own, and loses its controls.
        on_disallowed_tag=OnDisallowed.STRIP,
        transform_tags={"button": "span", "option": "div", "select": "div"},
        remove_with_content=frozenset(
            "script style noscript template iframe object embed canvas audio video svg head title"
            " textarea input".split()
        ),
        isolate_named_props=True,
    )
)


def to_html(document: Document, base_url: str = "") -> str:
    """The content of the body as safe HTML; URLs are resolved against `base_url`."""
    found = index(document, {*MATH_TAGS, *CODE_TAGS, *LINK_TAGS})
    for formula in mark_formulas(found):
        _show_formula(formula)
    clean_code_blocks(document, found)
    settle_links_and_images(document, found, base_url)
    body = document.find("body")
    content: Document | Element = document if body is None else body
    return _SANITIZER.sanitize(content).strip()


def _show_formula(formula: Formula) -> None:
    """One copy of each formula: its MathML where the page has it, otherwise TeX in its marks."""
    element = formula.element
    math = element if element.tag == "math" else element.find("math")
    if math is not None:
        if math is not element:
            element.replace_with(math)
        return
    left, right = (r"\[", r"\]") if formula.is_display else (r"\(", r"\)")
    element.replace_with(Text(f"{left}{formula.tex}{right}"))
