"""From input to extraction: a segmenter and an identifier, put together."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from thresher.errors import BadOption, ModelFormatError, NotFitted, ThresherError
from thresher.limits import Limits
from thresher.options import build, option_names, options_of, unknown_option
from thresher.parsing.page import Page
from thresher.registry import load_class, load_segmenter
from thresher.types import Extraction, Identifier, Segmentation, Segmenter, Verdicts

MODEL_FORMAT: Final = "thresher-model"
MODEL_VERSION: Final = 1
_ARCHIVE: Final = b"PK"
"""How the files of arrays begin that `thresher train` writes."""

PageInput = str | bytes | Page


class Pipeline:
    """An identifier with the segmenter it judges: fit it, save it, apply it to pages.

    Options go to the identifier, or to the segmenter when only that has an option of the name.
    """

    def __init__(
        self,
        identifier: str = "thresher",
        segmenter: str | None = None,
        *,
        limits: Limits | None = None,
        **options: Any,
    ) -> None:
        self.name = identifier
        self.limits = limits
        chosen = load_class(identifier, "identifier")
        own = {name: options[name] for name in options if name in option_names(chosen)}
        rest = {name: options[name] for name in options if name not in own}
        self.identifier: Identifier = build(chosen, own) if own else chosen()
        self.segmenter_name = segmenter
        self.segmenter = self._segmenter(segmenter, rest)

    def _segmenter(self, name: str | None, options: Mapping[str, Any]) -> Segmenter:
        base = self.identifier.segmenter() if name is None else load_segmenter(name)
        if not options:
            return base
        known = option_names(type(base))
        for option in options:
            if option not in known:
                every = [*option_names(type(self.identifier)), *known]
                raise BadOption(unknown_option(option, every, self.name))
        return build(type(base), {**options_of(base), **options})

    def fit(self, pages: Iterable[PageInput], labels: Iterable[Any] | None = None) -> Self:
        """Learn from pages (of one site, or with labels, as the algorithm wants); returns self."""
        if self.identifier.learns_in_steps:
            self.identifier.fit([])  # forgets what was learned before
            return self.partial_fit(pages)
        segmentations = [self.segment(page) for page in pages]
        self.identifier.fit(segmentations, None if labels is None else list(labels))
        return self

    def partial_fit(self, pages: Iterable[PageInput]) -> Self:
        """Learn from more pages, on top of those seen before; pages are taken one at a time."""
        self.identifier.partial_fit(self.segment(page) for page in pages)
        return self

    def segment(self, page: PageInput) -> Segmentation:
        """The blocks of a page."""
        return self.segmenter.segment(Page.parse(page, limits=self.limits))

    def extract(
        self, page: PageInput, *, url: str | None = None, encoding: str | None = None
    ) -> Extraction:
        """Judge every block of a page."""
        parsed = Page.parse(page, url=url, encoding=encoding, limits=self.limits)
        segmentation = self.segmenter.segment(parsed)
        return Extraction(segmentation, self.identifier.judge(segmentation), self.name)

    def failed(self, page: PageInput, error: ThresherError) -> Extraction:
        """The empty extraction that stands for a page that could not be read."""
        url = page.url if isinstance(page, Page) else None
        nothing = self.segmenter.segment(Page.parse("", url=url))
        empty = np.zeros(0)
        verdicts = Verdicts(empty.astype(np.bool_), empty, empty.astype(np.uint8), ())
        return Extraction(nothing, verdicts, self.name, error)

    def save(self, path: str | os.PathLike[str], *, state: bool = False) -> None:
        """Write the options and what was learned to a JSON file.

        With `state`, write all that `partial_fit` needs to go on from; such a file is large.
        """
        if self.identifier.needs_fit and self.identifier.export() is None:
            raise NotFitted(f"{self.name} has learned nothing yet; call fit(pages) before save")
        model = {
            "format": MODEL_FORMAT,
            "version": MODEL_VERSION,
            "identifier": self.name,
            "segmenter": self.segmenter_name,
            "options": {**options_of(self.segmenter), **options_of(self.identifier)},
            "learned": self.identifier.export(),
        }
        if state:
            model |= {"learned": None, "state": self.identifier.export_state()}
        text = json.dumps(model, ensure_ascii=False, indent=1)
        part = Path(f"{os.fspath(path)}.part")  # whole, or not there at all
        try:
            part.write_text(text + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise ThresherError(f"cannot write the model {path}: {error.strerror}") from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pipeline:
        """Read back what `save` wrote, or take the default with a model of `thresher train`."""
        try:
            content = Path(path).read_bytes()
            if content.startswith(_ARCHIVE):
                return cls(model=os.fspath(path))
            model = json.loads(content)
        except OSError as error:
            raise ModelFormatError(f"cannot read the model {path}: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise ModelFormatError(f"{path} is not a Thresher model: {error}") from error
        if not isinstance(model, dict) or model.get("format") != MODEL_FORMAT:
            raise ModelFormatError(f"{path} is not a Thresher model: no format {MODEL_FORMAT!r}")
        if model.get("version") != MODEL_VERSION:
            raise ModelFormatError(
                f"{path} is a model of version {model.get('version')}; this program reads version "
                f"{MODEL_VERSION}. Fit it again, or use the program that wrote it"
            )
        try:
            pipeline = cls(model["identifier"], model["segmenter"], **model["options"])
            learned = model["learned"]
        except KeyError as error:
            raise ModelFormatError(f"{path} is a damaged model: {error} is missing") from error
        except TypeError as error:
            raise ModelFormatError(f"{path} is a damaged model: {error}") from error
        if model.get("state") is not None:
            pipeline.identifier.restore_state(model["state"])
        elif learned is not None:
            pipeline.identifier.restore(learned)
        return pipeline


def extract(
    page: PageInput,
    *,
    url: str | None = None,
    algorithm: str = "thresher",
    encoding: str | None = None,
    **options: Any,
) -> Extraction:
    """Find the informative sections of one page.

    `page` is HTML as str or bytes (or a Page); `encoding` is the charset of the HTTP header.
    Options are those of the algorithm: see `thresher algorithms NAME`.
    """
    return Pipeline(algorithm, **options).extract(page, url=url, encoding=encoding)


def segment(
    page: PageInput,
    *,
    url: str | None = None,
    algorithm: str = "leaves",
    encoding: str | None = None,
    **options: Any,
) -> Segmentation:
    """Cut one page into blocks with the segmenter `algorithm`."""
    parsed = Page.parse(page, url=url, encoding=encoding)
    return load_segmenter(algorithm, options).segment(parsed)


def render(extraction: Extraction, renderer: str = "text") -> str:
    """Write an extraction down as text, markdown, html or json."""
    from thresher.registry import load_renderer

    return load_renderer(renderer).render(extraction)
