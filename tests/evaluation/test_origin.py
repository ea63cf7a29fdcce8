"""What numbers depend on."""

from __future__ import annotations

import numpy as np

import thresher
from thresher.evaluation.contestants import algorithm, peer
from thresher.evaluation.origin import machine, source_digest, versions


def test_versions_of_everything_that_takes_part() -> None:
    found = versions([algorithm("core-ex"), peer("turbohtml")])
    assert found["thresher"] == thresher.__version__
    assert found["numpy"] == np.__version__
    assert found["turbohtml"]
    assert "core-ex" not in found


def test_the_machine_is_a_kind_of_machine() -> None:
    found = machine()
    assert int(found["cores"]) >= 1
    assert found["cpu"]
    assert set(found) == {"cores", "cpu", "system"}


def test_the_source_has_a_digest() -> None:
    assert source_digest() == source_digest()
    assert len(source_digest()) == 64
