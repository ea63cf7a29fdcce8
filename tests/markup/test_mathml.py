from __future__ import annotations

import pytest
from turbohtml import Element, parse

from thresher.markup.mathml import mathml_to_tex


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", r"\frac{a}{2}"),
        ("<msub><mi>a</mi><mi>i</mi></msub>", "{a}_{i}"),
        ("<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>", "{a}_{i}^{2}"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", r"\sqrt{x + 1}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<mi>sin</mi><mo>\u2061</mo><mi>x</mi>", r"\sin x"),
        ("<mi>foo</mi>", r"\mathrm{foo}"),
        ("<mtext> for all </mtext>", r"\text{for all}"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\overline{x}"),
        ("<mover><mi>x</mi><mi>n</mi></mover>", r"\overset{n}{x}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", "{∑}_{i}^{n}"),
        ("<mo>{</mo><mi>x</mi><mo>}</mo>", r"\{ x \}"),
        (
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>"
                "<mtr><mtd><mn>3</mn></mtd></mtr></mtable>"
            ),
            r"\begin{matrix} 1 & 2 \\ 3 \end{matrix}",
        ),
        ("<mrow><mi>a</mi></mrow><annotation>dropped</annotation>", "a"),
        ("<mfrac><mi>a</mi></mfrac>", "a"),
    ],
)
def test_each_element(mathml: str, tex: str) -> None:
    math = parse(f"<math>{mathml}</math>").find("math")
    assert isinstance(math, Element)
    assert mathml_to_tex(math) == tex


def test_absurd_nesting_is_read_as_text() -> None:
    math = parse(f"<math>{'<mrow>' * 500}<mi>x</mi>").find("math")
    assert isinstance(math, Element)
    assert mathml_to_tex(math) == "x"
