from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.add import add


def test_a_page_is_added_with_a_first_draft_of_its_truth(tmp_path: Path) -> None:
    source = tmp_path / "saved.html"
    source.write_text("<p>Grain is the part of the plant that is kept, and eaten.</p>")
    folder = add(source, "grain", tmp_path)
    assert (folder / "page.html").read_bytes() == source.read_bytes()
    assert (folder / "truth.txt").exists()
    with pytest.raises(SystemExit, match="exists"):
        add(source, "grain", tmp_path)
    with pytest.raises(SystemExit, match="NAME"):
        add(source, "", tmp_path)
