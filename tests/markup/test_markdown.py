from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import parse

from thresher.markup.markdown import to_markdown

PAGE = "https://example.org/a/"


def markdown_of(html: str) -> str:
    return to_markdown(parse(html, allow_declarative_shadow_roots=False), PAGE)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>T</h1><p>a</p><hr><p>b", "# T\n\na\n\n---\n\nb"),
        ("<ol start=3><li>a<ul><li>b</ul><li>c</ol>", "3. a\n   - b\n4. c"),
        ("<blockquote><p>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
        ('<figure><img src="p.png" alt="P"><figcaption>c', f"![P]({PAGE}p.png)\n\nc"),
        ("<ul><li><input type=checkbox checked> a<li><input type=checkbox> b", "- [x] a\n- [ ] b"),
        ("<p>press <kbd>Ctrl</kbd>, <abbr title=x>ABC</abbr>", "press `Ctrl`, ABC"),
        ("<p>H<sub>2</sub>O, x<sup>2</sup>, 5<sup>th</sup>", "H<sub>2</sub>O, x<sup>2</sup>, 5th"),
        ('<p>a<sup><a href="#n">1</a></sup>', f"a[1]({PAGE}#n)"),
        ("<p>It costs $5 or $6.", "It costs $5 or $6."),
        ("<p>snake_case and _x_", r"snake_case and \_x\_"),
        ("<p>a&nbsp;<p>&nbsp;<p>b", "a\n\nb"),
        ("", ""),
    ],
)
def test_each_construct(html: str, markdown: str) -> None:
    assert markdown_of(html) == markdown


def test_fence_is_longer_than_the_backticks_inside() -> None:
    assert markdown_of('<pre><code class="language-md">```\n') == "````md\n```\n````"


def test_formulas_are_not_escaped() -> None:
    html = (
        '<p>Let <math alttext="x_1*y_2"></math> be.</p>'
        '<ul><li>a <math display="block" alttext="b_1 \\\\\nc"></math></ul>'
        '<table><tr><th>a<th>b<tr><td>1<td><math alttext="|x|"></math></table>'
    )
    assert markdown_of(html) == (
        "Let $x_1*y_2$ be.\n\n"
        "- a\n\n  $$\n  b_1 \\\\\n  c\n  $$\n\n"
        "| a | b |\n| --- | --- |\n| 1 | $\\|x\\|$ |"
    )


def test_code_table_becomes_a_fence() -> None:
    html = (
        '<div class="highlight-python"><table><tr><td class="linenos"><pre>1</pre></td>'
        '<td class="code"><div class="highlight"><pre>x</pre></div></td></tr></table></div>'
    )
    assert markdown_of(html) == "```python\nx\n```"


def test_non_breaking_spaces_in_code_are_spaces() -> None:
    assert markdown_of("<pre>a\n&nbsp;&nbsp;b</pre>") == "```\na\n  b\n```"


def test_deep_tree_keeps_its_text() -> None:
    assert markdown_of("<div><b><ul><li>" * 120 + "deep").count("deep") == 1


# Every word is a letter and a number, so no markup of Markdown can be taken for one.
_WORDS = st.integers(0, 999).map(lambda number: f"w{number}x")
_PLAIN = ("p", "div", "span", "b", "i", "code", "sup", "h2", "blockquote", "pre", "a", "center")
_INLINE = ("b", "i", "s", "code", "span", "sub", "a", "font")


def _wrap(tag: str, inside: str) -> str:
    return f'<{tag} href="/u">{inside}</{tag}>' if tag == "a" else f"<{tag}>{inside}</{tag}>"


def _rows(cells: list[list[str]]) -> str:
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in cells)
    return f"<table>{rows}</table>"


def _containers(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    some = st.lists(children, min_size=1, max_size=3)
    return st.one_of(
        st.builds(_wrap, st.sampled_from(_PLAIN), some.map(" ".join)),
        st.builds(_wrap, st.sampled_from(_INLINE), some.map("".join)),
        some.map(lambda items: "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"),
        some.map(lambda items: "<dl><dt>" + "<dd>".join(items) + "</dl>"),
        some.map("<br><br>".join),
        st.lists(some, min_size=1, max_size=3).map(_rows),
    )


_TREES = st.recursive(
    st.builds("{} {}{}".format, _WORDS, _WORDS, st.sampled_from(["", ".", ":", "”", " – "])),
    _containers,
    max_leaves=12,
)


@given(_TREES)
def test_every_word_is_rendered_in_order(html: str) -> None:
    document = parse(f"<body>{html}")
    words = re.findall(r"w\d+x", document.text)
    markdown = to_markdown(document)
    assert re.findall(r"w\d+x", markdown) == words
    assert "\n\n\n" not in re.sub(r"```.*?```", "code", markdown, flags=re.DOTALL)
