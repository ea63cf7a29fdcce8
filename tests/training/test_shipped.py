"""The models of the papers' algorithms that come with the package."""

from __future__ import annotations

import pytest

from thresher.models import read_model, shipped


@pytest.mark.parametrize("algorithm", ["mountain", "l-extractor"])
def test_the_shipped_models_are_small_and_described(algorithm: str) -> None:
    assert shipped(algorithm).stat().st_size < 300_000
    _, about = read_model(shipped(algorithm))
    assert about["algorithm"] == algorithm
    assert {"date", "command", "sets", "pages", "scores on domains not trained on"} <= set(about)
