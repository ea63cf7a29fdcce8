"""Which tags matter to the renderers, and one cheap look at where they are in a tree."""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml import Element, Node

ElementIndex = dict[str, list[Element]]

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
BLOCKS = (
    HEADINGS
    | LISTS
    | frozenset(
        "address article aside blockquote center dd details div dt fieldset figcaption figure"
        " footer form header hr li main nav p pre section table".split()
    )
)
# An element that holds one of these is not empty although it has no text of its own.
_VISIBLE = ("img", "input", "math", "svg")


def index(root: Node, tags: Iterable[str]) -> ElementIndex:
    """The elements with these tags, in document order, found in one pass."""
    found: ElementIndex = {tag: [] for tag in tags}
    for element in root.iter_elements(tuple(found)):
        found[element.tag].append(element)
    return found


def has_content(element: Element) -> bool:
    """Whether a reader would see anything of this element."""
    return (
        any(map(str.strip, element.stripped_strings))
        or next(iter(element.iter_elements(_VISIBLE)), None) is not None
    )


def first_block(element: Element) -> Element | None:
    """The first block-level element inside, if there is one."""
    return next(iter(element.iter_elements(BLOCKS)), None)


def class_names(element: Element) -> list[str]:
    """The classes as a list, empty without a class attribute."""
    names = element.attrs.get("class")
    return names.split() if isinstance(names, str) else list(names or ())
