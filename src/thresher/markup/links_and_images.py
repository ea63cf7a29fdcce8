"""Makes links and images say where they lead: whole URLs, real pictures, no dead ends."""

from __future__ import annotations

import re
from typing import Final

from turbohtml import Document, Element, Node, Text

from thresher.markup.tags import HEADINGS, ElementIndex, has_content

LINK_TAGS = ("a", "img", "source", "noscript", "picture")
_LAZY_SOURCES: Final = (
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-url",
    "data-hi-res-src",
    "data-full-src",
)
_LAZY_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
_PLACEHOLDER: Final = re.compile(
    r"(?:.*[_-])?(?:1x1|blank|spacer|pixel|transparent|clear|placeholder|lazy|loading)"
    r".*\.(?:gif|png|svg|webp)(?:\?|$)",
    re.IGNORECASE,
)
_DEAD_SCHEMES: Final = ("javascript:", "vbscript:", "data:")
_PERMALINK_SIGNS: Final = frozenset({"#", "¶", "§", "🔗", "\uf0c1", "\ue157"})


def settle_links_and_images(document: Document, found: ElementIndex, base_url: str) -> None:
    """Resolve every URL, fill in lazy pictures and take out permalinks and dead links."""
    _merge_noscript_copies(found["noscript"])
    for img in found["img"]:
        if img.parent is not None:
            _settle_image(img)
    for link in found["a"]:
        _settle_link(link)
    base = document.base_url(base_url)
    if base:
        document.resolve_links(base)


def _settle_link(link: Element) -> None:
    target = (link.attr("href") or "").strip()
    text = link.text.strip()
    if not text and not has_content(link):
        link.extract()
    elif not target or target[:11].lower().startswith(_DEAD_SCHEMES):
        # Without a target the renderers write the text alone.
        link.attrs.pop("href", None)
    elif "#" in target and text in _PERMALINK_SIGNS and _is_permalink(link):
        link.extract()
    elif target[0] == "#" and _is_in_heading(link):
        # A heading that links to itself: the text is wanted, the link says nothing.
        del link.attrs["href"]
    elif (title := link.attr("title")) and title.casefold() == text.casefold():
        del link.attrs["title"]


def _is_permalink(link: Element) -> bool:
    return (
        "headerlink" in (link.attr("class") or "")
        or _is_in_heading(link)
        # Some sites put the permalink next to the heading, in a common box.
        or _is_heading(link.previous_sibling)
        or _is_heading(link.next_sibling)
    )


def _is_in_heading(link: Element) -> bool:
    return any(_is_heading(up) for up, _ in zip(link.ancestors, range(3), strict=False))


def _is_heading(node: Node | None) -> bool:
    return isinstance(node, Element) and node.tag in HEADINGS


def _settle_image(img: Element) -> None:
    source = (img.attr("src") or "").strip()
    if not source or source.startswith("data:") or _is_placeholder(source):
        source = _lazy_source(img) or source
    alt = " ".join((img.attr("alt") or "").split())
    if not source or source.startswith("data:"):
        if alt:
            img.replace_with(Text(f" {alt} "))
        else:
            img.extract()
    elif not alt and (_is_pixel(img) or _is_placeholder(source)):
        img.extract()
    else:
        img.attrs["src"] = source
        img.attrs["alt"] = alt


def _is_placeholder(source: str) -> bool:
    return _PLACEHOLDER.match(source, source.rfind("/") + 1) is not None


def _is_pixel(img: Element) -> bool:
    return img.attr("width") in ("0", "1") or img.attr("height") in ("0", "1")


def _lazy_source(img: Element) -> str:
    for name in _LAZY_SOURCES:
        value = (img.attr(name) or "").strip()
        if value and not value.startswith(("data:", "{", "[")):
            return value
    candidates = [img]
    if isinstance(img.parent, Element) and img.parent.tag == "picture":
        candidates.extend(img.parent.iter_elements("source"))
    for element in candidates:
        for name in _LAZY_SETS:
            if found := largest_of(element.attr(name) or ""):
                return found
    return ""


def largest_of(srcset: str) -> str:
    """The URL with the greatest width or density of a srcset."""
    best, best_size = "", -1.0
    # A URL may hold commas, so a candidate ends at a comma with white space around it.
    for candidate in re.split(r",\s+|\s+,", srcset.strip().strip(",")):
        url, _, descriptor = candidate.strip().partition(" ")
        number = re.match(r"[\d.]*\d", descriptor.strip())
        size = float(number[0]) if number and number[0].count(".") < 2 else 1.0
        if url and not url.startswith("data:") and size > best_size:
            best, best_size = url, size
    return best


def _merge_noscript_copies(noscripts: list[Element]) -> None:
    """A <noscript> picture replaces its lazy twin; otherwise it would appear twice."""
    for noscript in noscripts:
        copy = noscript.find("img")
        if copy is None or noscript.text.strip():
            continue
        twin = _previous_image(noscript)
        if twin is not None and copy.attr("src"):
            twin.attrs["src"] = copy.attr("src")
            if not twin.attr("alt") and copy.attr("alt"):
                twin.attrs["alt"] = copy.attr("alt")
            noscript.extract()
        else:
            noscript.unwrap()


def _previous_image(noscript: Element) -> Element | None:
    """The lazy image in front of a <noscript>, perhaps in a wrapper of its own."""
    before = noscript.previous_sibling
    if isinstance(before, Text) and not before.data.strip():
        before = before.previous_sibling
    if not isinstance(before, Element):
        return None
    if before.tag == "img":
        return before
    return None if before.text.strip() else before.find("img")
