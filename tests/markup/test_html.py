from __future__ import annotations

import pytest
from turbohtml import parse

from thresher.markup.html import to_html

PAGE = "https://example.org/a/"


def html_of(html: str) -> str:
    return to_html(parse(html, allow_declarative_shadow_roots=False), PAGE)


@pytest.mark.parametrize(
    "html",
    [
        "<script>evil()</script>",
        "<style>evil</style>",
        '<p onclick="evil()">x</p>',
        '<a href="javascript:evil()">x</a>',
        '<a href=" java\nscript:evil()">x</a>',
        '<a href="data:text/html,evil">x</a>',
        '<img src="x.png" onerror="evil()">',
        '<img src="javascript:evil()" alt="x">',
        '<iframe src="evil"></iframe>',
        '<svg onload="evil()"><script>evil()</script></svg>',
        '<p style="background:url(evil)">x</p>',
        "<math><annotation-xml encoding='text/html'><img src=x onerror=evil()></annotation-xml>",
        "<!-- evil -->",
        '<object data="evil"></object>',
        '<form action="evil"><input value="evil"></form>',
    ],
)
def test_nothing_acts(html: str) -> None:
    assert "evil" not in html_of(html)


@pytest.mark.parametrize(
    "html",
    [
        "<h1>a</h1><p>b<br>c</p><hr>",
        '<ol start="3"><li value="5">a<ul><li>b</li></ul></li></ol>',
        '<table><tbody><tr><td colspan="2" rowspan="3">a</td></tr></tbody></table>',
        '<pre><code class="language-python">a &lt; b</code></pre>',
        (
            '<figure><img src="https://h.org/p.png" alt="P" width="3" height="4">'
            "<figcaption>c</figcaption></figure>"
        ),
        '<blockquote>a</blockquote><details open=""><summary>s</summary>d</details>',
        "<dl><dt>a</dt><dd>b</dd></dl>x<sub>1</sub><sup>2</sup>",
        '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
        '<p dir="rtl" lang="ar">a</p>',
        '<a href="mailto:a@example.org">m</a>',
    ],
)
def test_structure_stays(html: str) -> None:
    assert html_of(html) == html


def test_urls_are_resolved() -> None:
    html = '<a href="b">x</a><img srcset="p.png 1x, q.png 2x" src="p.png">'
    assert html_of(html) == (
        '<a href="https://example.org/a/b">x</a><img srcset="https://example.org/a/p.png 1x, '
        'https://example.org/a/q.png 2x" src="https://example.org/a/p.png" alt="">'
    )


def test_form_keeps_only_its_words() -> None:
    assert html_of("<form><label>L</label><input><button>go</button></form>") == (
        "<label>L</label><span>go</span>"
    )


def test_formula_without_mathml_is_tex_in_its_marks() -> None:
    html = '<p><script type="math/tex">a<b</script><script type="math/tex; mode=display">c</script>'
    assert html_of(html) == r"<p>\(a&lt;b\)\[c\]</p>"


def test_visual_twin_of_a_formula_goes() -> None:
    html = '<span class="katex"><math><mi>x</mi></math><span class="katex-html">twin</span></span>'
    assert html_of(html) == "<math><mi>x</mi></math>"


def test_empty_document_is_empty() -> None:
    assert html_of("") == ""
