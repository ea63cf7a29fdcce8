from __future__ import annotations

import pytest
from turbohtml import parse

from thresher.markup.code_blocks import CODE_TAGS, clean_code_blocks
from thresher.markup.tags import index


def blocks(html: str) -> list[str]:
    document = parse(html)
    clean_code_blocks(document, index(document, CODE_TAGS))
    return [pre.text.rstrip("\n") for pre in document.find_all("pre")]


@pytest.mark.parametrize(
    "html",
    [
        (
            '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td>'
            '<td class="code"><pre>a\nb\n</pre></td></tr></table>'
        ),
        (
            '<pre><code><table class="rouge-table"><tr><td class="rouge-gutter"><pre>1\n2\n'
            '</pre></td><td class="rouge-code"><pre>a\nb\n</pre></td></tr></table></code></pre>'
        ),
        (
            '<pre><code><table class="hljs-ln"><tr><td class="hljs-ln-numbers">1</td>'
            "<td>a</td></tr>"
            '<tr><td class="hljs-ln-numbers">2</td><td>b</td></tr></table></code></pre>'
        ),
        (
            '<table class="lntable"><tr><td class="lntd"><pre><span class="lnt">1\n</span></pre>'
            '</td><td class="lntd"><pre><code>a\nb</code></pre></td></tr></table>'
        ),
        (
            '<table><tr><td class="blob-num">1</td><td class="blob-code">a</td></tr>'
            '<tr><td class="blob-num">2</td><td class="blob-code">b</td></tr></table>'
        ),
        (
            '<div class="syntaxhighlighter"><table><tr><td class="gutter"><div>1</div>'
            '<div>2</div></td><td class="code"><div><div>a</div>'
            "<div>b</div></div></td></tr></table></div>"
        ),
        '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>',
        "<pre><div>a</div><div>b</div></pre>",
        "<pre>a<br>b</pre>",
        "<pre><code>a</code><code>b</code></pre>",
        "<pre><ol><li>a</li><li>b</li></ol></pre>",
        "<pre>a\nb<button>Copy</button></pre>",
        "<listing>a\nb</listing>",
    ],
)
def test_only_the_code_stays(html: str) -> None:
    assert blocks(html) == ["a\nb"]


def test_empty_line_element_is_an_empty_line() -> None:
    assert blocks("<pre><div>a</div><div></div><div>b</div></pre>") == ["a\n\nb"]


def test_tokens_on_one_line_stay_on_one_line() -> None:
    assert blocks("<pre><code>if</code> <code>x</code></pre>") == ["if x"]


def test_language_becomes_the_class_of_the_code() -> None:
    document = parse('<div class="highlight-python"><pre class="x"><b>a</b></pre></div>')
    clean_code_blocks(document, index(document, CODE_TAGS))
    assert '<pre><code class="language-python">a</code></pre>' in document.html


def test_empty_block_vanishes() -> None:
    assert blocks("<pre><code> </code></pre>") == []


@pytest.mark.parametrize(
    ("beside", "stays"),
    [
        ("<button>Copy</button>", False),
        ('<div class="zeroclipboard-container"><clipboard-copy>Copy</clipboard-copy></div>', False),
        ("<p>Copy this.</p>", True),
        ('<div class="copyright">All rights are reserved by the author.</div>', True),
    ],
)
def test_copy_button_beside_the_code_vanishes(beside: str, stays: bool) -> None:
    document = parse(f"<div><pre>a</pre>{beside}</div>")
    clean_code_blocks(document, index(document, CODE_TAGS))
    assert (document.text != "a") is stays
