"""Thresher finds the informative sections of web pages.

>>> import thresher
>>> result = thresher.extract("<nav><a href=/>Home</a></nav><p>Grain, and no chaff at all.</p>")
>>> result.text
'Grain, and no chaff at all.'
"""

from thresher.errors import ThresherError
from thresher.limits import Limits
from thresher.many import extract_many
from thresher.parsing.page import Page
from thresher.pipeline import Pipeline, extract, render, segment
from thresher.registry import algorithms
from thresher.types import Block, Extraction, Segmentation, Verdict

load = Pipeline.load

__version__ = "0.1.0"

__all__ = [
    "Block",
    "Extraction",
    "Limits",
    "Page",
    "Pipeline",
    "Segmentation",
    "ThresherError",
    "Verdict",
    "algorithms",
    "extract",
    "extract_many",
    "load",
    "render",
    "segment",
]
