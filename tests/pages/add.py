"""Makes a new golden page: `python -m tests.pages.add saved.html slug` (`make add-page`).

The page is copied, and what the default extracts from it is the first draft of its truth: correct
it by hand, one block a line, and say in note.md why the page is here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import thresher

PAGES = Path(__file__).parent


def add(source: Path, slug: str, pages: Path = PAGES) -> Path:
    """Copy `source` to a folder of its own under `pages`."""
    folder = pages / slug
    if not slug or folder.exists():
        raise SystemExit(f"{folder} exists; choose another name" if slug else "give NAME=slug")
    data = source.read_bytes()
    text = thresher.extract(data).text
    folder.mkdir()
    (folder / "page.html").write_bytes(data)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    truth = "\n".join(line for line in lines if line)
    (folder / "truth.txt").write_text(truth + "\n", encoding="utf-8")
    (folder / "note.md").write_text("Why is this page here?\n", encoding="utf-8")
    return folder


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("make add-page PAGE=saved.html NAME=slug")
    made = add(Path(sys.argv[1]), sys.argv[2])
    print(f"{made}: now correct truth.txt and write note.md")
