from __future__ import annotations

import pytest

from thresher.evaluation.markdown_links import Link, find_links, plain_text, target_tail


@pytest.mark.parametrize(
    ("target", "tail"),
    [
        ("../flow/match.md", "match"),
        ("match.html#arms", "match"),
        ("https://host.example/flow/Match/?q=1", "match"),
        ("https://host.example", "host.example"),
        ("guide/index.html", "guide"),
        ("#Setup", "#setup"),
        ("mailto:a@b.example", "a@b.example"),
        ("{{ site.url }}/docs/", ""),
        ("Lint_%28software%29", "lint_(software)"),
    ],
)
def test_target_tail(target: str, tail: str) -> None:
    assert target_tail(target) == tail


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("a [link](x.md) b", "a link b"),
        ("![alt](i.png) [ref][r] [short]", "alt ref short"),
        ("rest\\_framework and _so_ on", "rest_framework and  so  on"),
        ("<b>bold</b> &amp; `<tag>`", " bold  & <tag>"),
    ],
)
def test_plain_text(markdown: str, text: str) -> None:
    assert plain_text(markdown) == text


def test_every_kind_of_link() -> None:
    prose = """An [inline *one*](a/b.md "title"), a [named][N], a [short] one, [collapsed][],
<https://auto.example/page>, <a href="x.html">html</a> and [two
lines](c.md). Not [this], not `[code](d.md)`, not ![image](e.png).

[n]: https://host.example/named
[Short]: short.html
[collapsed]: <col.md>
"""
    assert sorted((link.text, link.target) for link in find_links(prose)) == [
        ("collapsed", "col"),
        ("html", "x"),
        ("https auto example page", "page"),
        ("inline one", "b"),
        ("named", "named"),
        ("short", "short"),
        ("two lines", "c"),
    ]


def test_a_link_around_an_image_has_its_words() -> None:
    assert find_links("[![Build status](s.svg)](https://ci.example/run)") == [
        Link("build status", "run")
    ]


def test_parentheses_inside_a_target() -> None:
    assert find_links("[lint](https://w.example/Lint_(software))") == [
        Link("lint", "lint_(software)")
    ]
