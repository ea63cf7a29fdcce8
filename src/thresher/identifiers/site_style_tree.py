"""Site style tree: what a site presents in many ways, or fills with different contents.

Yi, Liu, Li: Eliminating Noisy Information in Web Pages for Data Mining, KDD 2003, as described in
[Mountain08 §5] and [Patterns §2]. All pages of a site are laid over each other in one tree of
elements and their styles. An element that always looks the same and always holds the same is noise;
the more ways of presentation and the more diverse its contents, the more important it is.

    style nodes, element nodes           -> features.style_tree.StyleTree
    NodeImp                              -> features.style_tree.node_importance
    CompImp of inner elements            -> features.style_tree.composite_importance
    CompImp of leaves, feature entropy   -> features.style_tree.leaf_importances
    noisy elements, maximal              -> features.style_tree.StyleTree.noisy, noise_template
    mapping of a new page                -> noisy_rows
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.features.shingles import Hashes
from thresher.features.style_tree import ROOT, StyledPage, StyleTree
from thresher.identifiers.template_verdicts import TOO_FEW_PAGES, page_level, verdicts_of_rows
from thresher.segmenters.leaves import Leaves
from thresher.types import Identifier, Segmentation, Segmenter, Verdicts

# Share of a noisy element's features that a new page must repeat there to be noise as well.
_MIN_KNOWN: Final = 0.5


@dataclass(frozen=True, slots=True)
class TemplateElement:
    """An element of the tree that is noisy, or on the way to one that is."""

    importance: float
    pages: int
    styles: dict[int, dict[int, int]]
    """Hash of a sequence of children → place in it → number of the element there."""
    features: frozenset[int] | None
    """All features below a noisy element; None on the way."""


@dataclass(slots=True)
class SiteStyleTree(Identifier):
    """The elements of a page that do not look and read the same all over the site."""

    needs_fit: ClassVar[bool] = True
    learns_in_steps: ClassVar[bool] = True

    threshold: float = 0.2
    """Composite importance below which an element is noisy."""
    gamma: float = 0.9
    """Weight of what is below an element against its own styles; falls with each style."""
    attributes: tuple[str, ...] = ("align", "bgcolor")
    """Attributes that tell elements with the same tag apart."""
    pages: dict[bytes, StyledPage] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    template: list[TemplateElement] | None = field(default=None, init=False, repr=False)
    distinct_pages: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise BadOption(f"threshold must be from 0 to 1, not {self.threshold}")
        if not 0 < self.gamma < 1:
            raise BadOption(f"gamma must be between 0 and 1, not {self.gamma}")

    def segmenter(self) -> Segmenter:
        return Leaves()

    def fit(self, pages: Sequence[Segmentation], labels: Sequence[Any] | None = None) -> Self:
        """Learn the noisy elements of a site."""
        self.pages = self.template = None
        return self.partial_fit(pages)

    def partial_fit(self, pages: Iterable[Segmentation]) -> Self:
        """Learn from more pages of the site. Copies of a page count once."""
        if self.pages is None:
            if self.template is not None:
                raise ThresherError(
                    "this model holds the noisy elements of a site, not its pages; to add pages, "
                    "load the file that was saved with state=True"
                )
            self.pages = {}
        for each in pages:
            page = StyledPage.of(each.page, self.attributes)
            if page.rows:
                self.pages.setdefault(page.feature.tobytes(), page)
        self._learn(self.pages)
        return self

    def _learn(self, pages: dict[bytes, StyledPage]) -> None:
        self.distinct_pages = len(pages)
        tree = StyleTree.of(list(pages.values()), self.gamma)
        self.template = noise_template(tree, tree.noisy(self.threshold))

    def export(self) -> dict[str, Any] | None:
        if self.template is None:
            return None
        elements = []
        for each in self.template:
            known = {"importance": each.importance, "pages": each.pages}
            styles = {str(style): _texts(places) for style, places in each.styles.items()}
            features = None if each.features is None else sorted(each.features)
            elements.append({**known, "styles": styles, "features": features})
        return {"pages": self.distinct_pages, "elements": elements}

    def restore(self, learned: dict[str, Any]) -> None:
        try:
            self.distinct_pages = int(learned["pages"])
            self.template = [_element(each) for each in learned["elements"]]
            styles = [style for each in self.template for style in each.styles.values()]
            named = [number for style in styles for number in style.values()]
            if not self.template or not all(ROOT < number < len(self.template) for number in named):
                raise ValueError("a style names an element that is not there")
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(
                f"the model has no usable 'pages' and 'elements': {error}"
            ) from error

    def export_state(self) -> dict[str, Any] | None:
        if self.pages is None:
            return None
        return {"pages": [page.export() for page in self.pages.values()]}

    def restore_state(self, state: dict[str, Any]) -> None:
        try:
            pages = [StyledPage.restored(each) for each in state["pages"]]
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFormatError(f"the model has no usable state: {error!r}") from error
        self.pages = {page.feature.tobytes(): page for page in pages}
        self._learn(self.pages)

    def judge(self, segmentation: Segmentation) -> Verdicts:
        if self.template is None:
            raise NotFitted("site-style-tree learns from pages of a site: call fit(pages) first")
        if self.distinct_pages < 2:
            return page_level(segmentation, TOO_FEW_PAGES)
        page = StyledPage.of(segmentation.page, self.attributes)
        noisy = noisy_rows(segmentation.page.table.end, page, self.template)
        return verdicts_of_rows(
            segmentation, noisy, "diverse on the site, or new to it", "the same all over the site"
        )


def _texts(places: dict[int, int]) -> dict[str, int]:
    return {str(place): number for place, number in places.items()}


def _element(given: dict[str, Any]) -> TemplateElement:
    styles = {
        int(style): {int(place): int(number) for place, number in places.items()}
        for style, places in given["styles"].items()
    }
    features = given["features"]
    if features is not None:
        features = frozenset(int(feature) for feature in features)
    return TemplateElement(float(given["importance"]), int(given["pages"]), styles, features)


def noise_template(tree: StyleTree, noisy: Sequence[bool]) -> list[TemplateElement]:
    """The outermost noisy elements with all features below them, and the way to them.

    Everything else of the tree is content, as is what a page has beyond it, and can be forgotten.
    """
    is_needed = list(noisy)
    features: list[list[Hashes]] = [
        [tree.features[element]] if noisy[element] and element in tree.features else []
        for element in range(len(noisy))
    ]
    for element in range(len(noisy) - 1, -1, -1):
        for style in tree.styles[element].values():
            for child in tree.places[style].values():
                is_needed[element] |= is_needed[child]
                if noisy[element]:
                    features[element] += features[child]
    is_needed[ROOT] = True
    kept: list[int] = [ROOT]
    number_of = {ROOT: 0}
    template = []
    for element in kept:
        styles: dict[int, dict[int, int]] = {}
        for key, style in tree.styles[element].items() if not noisy[element] else ():
            children = {p: child for p, child in tree.places[style].items() if is_needed[child]}
            for child in children.values():
                number_of[child] = len(kept)
                kept.append(child)
            if children:
                styles[key] = {place: number_of[child] for place, child in children.items()}
        own = frozenset(feature for each in features[element] for feature in each.tolist())
        template.append(
            TemplateElement(
                round(float(tree.importance[element]), 4),
                tree.element_pages[element],
                styles,
                own if noisy[element] else None,
            )
        )
    return template


def noisy_rows(
    ends: NDArray[np.int32], page: StyledPage, template: Sequence[TemplateElement]
) -> NDArray[np.bool_]:
    """The rows of a page that lie in a noisy element and repeat what the site has there."""
    noisy = np.zeros(len(ends), dtype=np.bool_)
    order = np.argsort(page.feature_row, kind="stable")
    starts = np.searchsorted(page.feature_row[order], np.arange(len(ends) + 1))
    feature = page.feature[order].tolist()
    places_of = {-1: template[ROOT].styles.get(page.top_style, {})}
    for row in page.rows:
        number = places_of.get(page.parents[row], {}).get(page.place[row])
        if number is None:
            continue
        element = template[number]
        if element.features is None:
            places_of[row] = element.styles.get(page.style[row], {})
            continue
        found = feature[starts[row] : starts[ends[row]]]
        if sum(map(element.features.__contains__, found)) >= _MIN_KNOWN * len(found):
            noisy[row : ends[row]] = True
    return noisy
