from __future__ import annotations

import pytest
from turbohtml import parse

from thresher.markup.math import MATH_TAGS, Formula, mark_formulas
from thresher.markup.tags import index

ANNOTATION = '<annotation encoding="application/x-tex">{}</annotation>'


def formulas(html: str) -> list[Formula]:
    return mark_formulas(index(parse(html), MATH_TAGS))


def only(html: str) -> tuple[str, bool]:
    (formula,) = formulas(html)
    return formula.tex, formula.is_display


def test_tex_annotation_is_preferred_to_alttext_and_mathml() -> None:
    html = f'<math alttext="b"><semantics><mi>c</mi>{ANNOTATION.format("a_1")}</semantics></math>'
    assert only(html) == ("a_1", False)


def test_alttext_is_used_without_annotation() -> None:
    assert only('<math alttext="x^2" display="block"><mi>c</mi></math>') == ("x^2", True)


def test_mathml_alone_is_written_as_tex() -> None:
    assert only("<math><msup><mi>x</mi><mn>2</mn></msup></math>") == ("{x}^{2}", False)


def test_katex_with_its_visual_twin_is_one_formula() -> None:
    math = f"<math><semantics><mi>q</mi>{ANNOTATION.format('q')}</semantics></math>"
    html = (
        f'<p><span class="katex"><span class="katex-mathml">{math}</span>'
        '<span class="katex-html">twin</span></span></p>'
    )
    (formula,) = formulas(html)
    assert (formula.tex, formula.element.attr("class")) == ("q", "katex")


def test_katex_display_wrapper_makes_it_display() -> None:
    html = f'<p class="katex-display"><span class="katex"><math>{ANNOTATION.format("q")}</math>'
    assert only(html) == ("q", True)


@pytest.mark.parametrize(
    ("kind", "display"), [("math/tex", False), ("math/tex; mode=display", True)]
)
def test_mathjax_2_script_replaces_its_preview(kind: str, display: bool) -> None:
    document = parse(f'<p>M <span class="MathJax">v</span><script type="{kind}">x_v</script></p>')
    (formula,) = mark_formulas(index(document, MATH_TAGS))
    assert (formula.tex, formula.is_display) == ("x_v", display)
    assert document.find(class_="MathJax") is None


def test_other_scripts_are_no_formulas() -> None:
    assert formulas("<script>let a</script>") == []


def test_mathjax_3_container_is_replaced_as_a_whole() -> None:
    html = (
        '<mjx-container display="true"><mjx-math>glyphs</mjx-math><mjx-assistive-mml>'
        "<math><mi>x</mi></math></mjx-assistive-mml></mjx-container>"
    )
    (formula,) = formulas(html)
    assert (formula.element.tag, formula.tex, formula.is_display) == ("mjx-container", "x", True)


def test_wikipedia_formula_is_counted_once() -> None:
    tex = r"{\displaystyle x_{1}}"
    html = (
        f'<p><span class="mwe-math-element"><math alttext="{tex}"></math>'
        f'<img class="mwe-math-fallback-image-inline" alt="{tex}"></span></p>'
    )
    assert only(html) == ("x_{1}", False)


def test_wikipedia_picture_alone_gives_its_tex() -> None:
    html = r'<img class="mwe-math-fallback-image-display" alt="{\displaystyle z}" src="z.svg">'
    assert only(html) == ("z", True)


def test_ordinary_picture_is_no_formula() -> None:
    assert formulas('<img class="wide" alt="a cat">') == []


def test_delimiters_and_blank_lines_are_taken_off() -> None:
    assert only('<script type="math/tex; mode=display">$$a\n\nb$$</script>') == ("a\nb", True)


def test_formula_without_tex_vanishes() -> None:
    document = parse("<p>a<math></math></p>")
    assert mark_formulas(index(document, MATH_TAGS)) == []
    assert document.find("math") is None
