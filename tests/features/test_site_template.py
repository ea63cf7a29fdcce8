from __future__ import annotations

import numpy as np

from thresher.features.counts import FEATURES
from thresher.features.site_template import TemplateBlock, scaled
from thresher.identifiers.content_extractor import ContentExtractor
from thresher.pipeline import Pipeline


def test_counts_are_divided_by_their_maximum() -> None:
    counts = np.array([[10, 0, 3]], dtype=np.int32)
    assert scaled(counts, np.array([20, 0, 2], dtype=np.int32)).tolist() == [[0.5, 0.0, 1.0]]
    assert scaled(counts, None).tolist() == [[10.0, 0.0, 3.0]]


def test_a_block_comes_back() -> None:
    block = TemplateBlock(0b1011, (4, *[0] * (len(FEATURES) - 1)), (7, 2**63), 1)
    exported = block.export()
    assert exported["pages"] == 3
    assert exported["held_by"] == "b"
    assert exported["counts"] == {"text": 4}
    assert TemplateBlock.restored(exported) == block


def test_variants_of_a_block_are_one_block_of_the_template() -> None:
    """Thirty greetings with a name each are one line of the model, with one free word."""
    text = "welcome back we are glad to see you here again"
    pages = [f"<p>{text} guest{n}</p><p>story{n} tale{n}</p>" for n in range(30)]
    identifier = Pipeline("content-extractor").fit(pages).identifier
    assert isinstance(identifier, ContentExtractor)
    assert identifier.template is not None
    (block,) = identifier.template.blocks
    assert block.free == 1
    assert block.held_by.bit_count() == 30
    assert len(block.terms) == 10
