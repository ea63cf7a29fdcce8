"""Every error that Thresher raises on purpose.

    ThresherError
    ├── ParseError          the input is not a page that can be read
    │   └── NotHtml         it is something else: a PDF, an image, an archive, a feed…
    ├── LimitExceeded       the input is over a limit of `thresher.limits.Limits`
    ├── UnknownAlgorithm    no such segmenter, identifier or renderer
    ├── BadOption           no such option, or a value that it does not take
    ├── NotFitted           the algorithm learns from pages and has not been given any
    ├── ModelFormatError    a saved model that cannot be read
    ├── MissingExtra        an optional package is not installed
    ├── FetchError          a URL could not be read
    ├── DataError           an evaluation set is missing or malformed
    └── WorkerDied          the process that worked on a page ended

A message says what was given, what was expected and what to do. Nothing else is raised for bad
input, and nothing is signalled by ``None``: a page without content is an empty extraction.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ThresherError(Exception):
    """Base of all errors of this package."""


class ParseError(ThresherError):
    """The input cannot be read as a page."""


class NotHtml(ParseError):
    """The input is recognisably something other than an HTML page or plain text."""


class LimitExceeded(ThresherError):
    """The input is over a limit; the message names the limit."""


class UnknownAlgorithm(ThresherError):
    """No algorithm of that kind has that name."""


class BadOption(ThresherError):
    """An option that the algorithm does not have, or a value that the option does not take."""


class NotFitted(ThresherError):
    """The algorithm needs `fit` before it can judge a page."""


class ModelFormatError(ThresherError):
    """A model file that is damaged, of another program, or of a newer version."""


class MissingExtra(ThresherError):
    """A feature needs an optional package that is not installed."""


class FetchError(ThresherError):
    """A URL could not be fetched."""


class DataError(ThresherError):
    """An evaluation set is missing or not in the expected form."""


class WorkerDied(ThresherError):
    """The worker process ended while it was busy with a page."""


def nearest_first(name: str, known: Iterable[str]) -> list[str]:
    """The known names, those that resemble `name` first: for messages about a name not found."""
    names = sorted(known)
    likeness = {
        candidate: difflib.SequenceMatcher(None, name, candidate).ratio() for candidate in names
    }
    return sorted(names, key=lambda candidate: -likeness[candidate])
