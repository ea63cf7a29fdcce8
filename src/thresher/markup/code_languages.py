"""The programming language that a page's markup names for a code block."""

from __future__ import annotations

import itertools
import re
from typing import Final

from turbohtml import Element

from thresher.markup.tags import class_names

_MAX_ANCESTORS: Final = 3
_TABLE_PARTS: Final = frozenset({"table", "tbody", "tr", "td"})
_PREFIXED: Final = re.compile(
    r"(?:language|lang|highlight-source|highlight-text|highlight|brush|src|code|syntax)[-:](.+)"
)
# A class before the language: highlight.js, pandoc, SyntaxHighlighter, Rouge and their like.
_MARKERS: Final = frozenset(
    {"hljs", "sourcecode", "brush:", "syntaxhighlighter", "src", "highlight", "prettyprint"}
)
_NAME: Final = re.compile(r"[a-z][a-z0-9+#._-]{0,24}")
_NOT_A_LANGUAGE: Final = frozenset(
    "auto block box container content copy default dark example fence font highlight inline"
    " light line-numbers lines nohighlight none notranslate plain plaintext raw source text toolbar"
    " txt undefined unknown wrap wrapper".split()
)
# Classes that name a language without any marker (<pre class="python">) are believed only when
# they are one of these: the usual names on pages, and no word that layouts use as well.
_KNOWN: Final = frozenset(
    "bash c c# c++ clojure cmake cpp cs csharp css cuda d dart diff django dockerfile elixir elm"
    " erlang fortran fsharp go golang graphql groovy haskell hcl html http ini java javascript js"
    " json json5 jsonc jsx julia kotlin latex lisp lua makefile markdown matlab nginx objective-c"
    " ocaml pascal perl php postgresql powershell prolog protobuf pycon py python python3 r rb"
    " ruby rust sass scala scheme scss sh shell shell-session sql swift tcl terraform tex toml ts"
    " tsx typescript vb vim vue xml yaml yml zig".split()
)
# Sphinx names the lexer after the interpreter; no highlighter of Markdown knows these two.
_RENAMED: Final = {"ipython3": "python", "python3": "python", "pycon3": "pycon"}


def language_of(pre: Element) -> str:
    """The language in lower case, or an empty string when the page does not say."""
    code = next(iter(pre.iter_elements("code")), None)
    nearest = [pre] if code is None else [code, pre]
    for element in nearest:
        if found := _declared(element) or _bare(element):
            return found
    steps = 0
    for ancestor in pre.ancestors:
        if steps == _MAX_ANCESTORS or not isinstance(ancestor, Element) or ancestor.tag == "body":
            break
        if found := _declared(ancestor):
            return found
        # A table with line numbers puts four elements between the code and its box.
        steps += ancestor.tag not in _TABLE_PARTS
    return ""


def _declared(element: Element) -> str:
    """The language that an attribute or a marked class of this element names."""
    for attribute in ("data-lang", "data-language", "data-code-language"):
        if found := _language(element.attr(attribute) or ""):
            return found
    names = [name.lower() for name in class_names(element)]
    for name in names:
        matched = _PREFIXED.fullmatch(name)
        if matched and (found := _language(matched[1])):
            return found
    for marker, name in itertools.pairwise(names):
        if marker not in _MARKERS or not (found := _language(name)):
            continue
        if marker in ("brush:", "sourcecode", "hljs") or found in _KNOWN:
            return found
    return ""


def _bare(element: Element) -> str:
    """A language among the plain classes, or in the old ``lang`` attribute of a code block."""
    candidates = [*class_names(element), element.attr("lang") or ""]
    return next((name.lower() for name in candidates if name.lower() in _KNOWN), "")


def _language(name: str) -> str:
    name = name.strip().rstrip(";").lower()
    for prefix in ("source-", "text-"):
        name = name.removeprefix(prefix)
    # Jekyll writes language-ruby:line, Hugo language-go{linenos=1}.
    matched = _NAME.match(name)
    if matched is None or matched[0] in _NOT_A_LANGUAGE:
        return ""
    return _RENAMED.get(matched[0], matched[0])
