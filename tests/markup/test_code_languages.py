from __future__ import annotations

import pytest
from turbohtml import Element, parse

from thresher.markup.code_languages import language_of


def language(html: str) -> str:
    pre = parse(html).find("pre")
    assert isinstance(pre, Element)
    return language_of(pre)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<pre><code class="language-python">', "python"),
        ('<pre class="lang-js">', "js"),
        ('<pre class="prettyprint lang-c">', "c"),
        ('<pre class="brush: php; toolbar: false">', "php"),
        ('<pre class="brush:sql">', "sql"),
        ('<pre data-lang="C++">', "c++"),
        ('<div data-language="go"><pre>', "go"),
        ('<pre><code class="hljs rust">', "rust"),
        ('<pre class="sourceCode haskell"><code>', "haskell"),
        ('<div class="highlight-python notranslate"><div class="highlight"><pre>', "python"),
        ('<div class="highlight highlight-source-shell"><pre>', "shell"),
        ('<div class="highlight-ipython3"><pre>', "python"),
        ('<div class="language-ruby highlighter-rouge"><div class="highlight"><pre>', "ruby"),
        ('<pre class="python">', "python"),
        ('<pre lang="ruby">', "ruby"),
    ],
)
def test_named_language(html: str, expected: str) -> None:
    assert language(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<pre>",
        '<div class="highlight-default notranslate"><pre>',
        '<pre class="highlight notranslate">',
        '<pre><code class="language-none">',
        '<pre><code class="language-plaintext">',
        '<pre class="wp-block-code wide">',
        '<pre lang="en">',
        '<div class="hljs-copy wrapper"><pre>',
        '<div class="lang-go"><div><div><div><pre>',
    ],
)
def test_no_language(html: str) -> None:
    assert language(html) == ""


def test_line_number_table_does_not_count_as_distance() -> None:
    html = '<div class="highlight-c"><table><tr><td><div class="highlight"><pre>'
    assert language(html) == "c"
