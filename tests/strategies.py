"""Random HTML for property tests: well nested pages, and tag soup that a parser has to mend."""

from __future__ import annotations

from hypothesis import strategies as st

BLOCKS = (
    "div p table tr td th tbody caption ul ol li dl dt dd h1 h2 h6 section article nav aside main "
    "header footer blockquote pre form fieldset legend figure figcaption details summary dialog "
    "center address"
).split()
INLINE = "span a b i em strong code small sub font label button x-card ruby rt q time".split()
SPECIAL = (
    "<br>",
    "<hr>",
    "<img src=i.png alt=x>",
    "<input value=v>",
    "<!-- remark -->",
    "<script>var a = '<p>';</script>",
    "<script type='math/tex'>x^2</script>",
    "<style>p { color: red }</style>",
    "<svg><title>t</title><text>drawn</text></svg>",
    "<math><mi>x</mi><annotation>tex</annotation></math>",
    "<iframe>old</iframe>",
    "<video>fallback</video>",
    "<textarea> a\n b</textarea>",
    "<select><option>one<option>two</select>",
    "<noscript><p>without script</p></noscript>",
    "<template><p>inert</p></template>",
    "<template shadowrootmode=open><p>shown</p></template>",
)
ATTRIBUTES = (
    "",
    "",
    "",
    "",
    " class=c",
    " href=/x",
    " hidden",
    " style='display:none'",
    " aria-hidden=true",
)
TEXTS = (
    "grain",
    "two words",
    " spaced out ",
    " ",
    "\n",
    "\r\n",
    "line one\nline two",
    "tab\tbed",
    "a &amp; b",
    "&lt;p&gt;",
    "&nbsp;",
    "caf\u00e9",
    "你好，世界",
    "สวัสดี",
    "😀",
)

texts = st.sampled_from(TEXTS)
special = st.sampled_from(SPECIAL)
opening = st.builds("<{}{}>".format, st.sampled_from(BLOCKS + INLINE), st.sampled_from(ATTRIBUTES))
closing = st.builds("</{}>".format, st.sampled_from(BLOCKS + INLINE))


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def wrap(tag: str, attribute: str, parts: list[str]) -> str:
        return f"<{tag}{attribute}>{''.join(parts)}</{tag}>"

    return st.builds(
        wrap,
        st.sampled_from(BLOCKS + INLINE),
        st.sampled_from(ATTRIBUTES),
        st.lists(inner, max_size=4),
    )


_nested = st.lists(st.recursive(texts | special, _element, max_leaves=12), max_size=6).map("".join)
_table_cell = st.lists(texts | special, max_size=2).map(lambda parts: f"<td>{''.join(parts)}</td>")
_tables = st.recursive(
    st.lists(_table_cell, min_size=1, max_size=3).map(
        lambda cells: f"<table><tr>{''.join(cells)}</tr></table>"
    ),
    lambda inner: st.builds("<table><tr><td>{}</td><td>{}</td></tr></table>".format, inner, texts),
    max_leaves=3,
)
_soup = st.lists(texts | special | opening | closing, max_size=25).map("".join)
_heads = st.sampled_from(
    ("<div>", "<!DOCTYPE html><title>t</title><body>", "<html><head><meta charset=utf-8></head><p>")
)

bodies = st.one_of(_nested, _soup, st.lists(_tables | texts, max_size=3).map("".join))
pages = st.builds("{}{}".format, _heads, bodies)
"""Markup of a page, always recognisable as HTML."""
