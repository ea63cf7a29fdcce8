"""The documentation says what the code does: fresh, complete, linked, and its snippets run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from docs import generate
from tests.material import PACKAGE, ROOT, golden_pages
from thresher import errors
from thresher.options import option_names
from thresher.registry import Entry, load_class

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
PRINTS = re.compile(r"# prints: (.+)$", re.MULTILINE)
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(?:home|root|tmp|work|Users|mnt|opt|usr|var)/|[A-Z]:\\")
MAX_LINES = 120
# A reference book is as long as its subject; what is to be read from top to bottom is short.
REFERENCE = {
    *("docs/cli.md", "docs/python.md", "docs/glossary.md", "docs/results.md"),
    *("CHANGELOG.md", "README.md"),
}


def markdown_files() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


ALL_TEXT = "\n".join(map(read, markdown_files()))
every_file = pytest.mark.parametrize("path", markdown_files(), ids=name_of)
every_algorithm = pytest.mark.parametrize(
    "entry", generate.documented_algorithms(), ids=lambda entry: entry.name
)


def test_generated_pages_are_fresh() -> None:
    names = [name_of(path) for path in generate.stale()]
    assert names == [], "run `make docs`"


def test_a_change_makes_a_page_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "index_tables", lambda: "another table")
    assert "docs/algorithms/index.md" in [name_of(path) for path in generate.stale()]
    with pytest.raises(SystemExit) as exit_with:
        generate.main.main(["--check"], standalone_mode=False)
    assert exit_with.value.code == 1


def test_a_page_without_markers_is_named() -> None:
    with pytest.raises(SystemExit, match=r"docs/algorithms/leaves\.md"):
        generate.filled("# no markers", "text", generate.ALGORITHMS / "leaves.md")


@every_algorithm
def test_every_algorithm_has_its_page(entry: Entry) -> None:
    page = read(generate.page_of(entry))
    assert page.startswith(f"# {entry.name}\n")
    assert generate.option_table(entry) in page


@every_algorithm
def test_every_option_says_what_it_means(entry: Entry) -> None:
    algorithm = load_class(entry.name, entry.role)
    shown = generate.option_table(entry)
    for option in option_names(algorithm):
        assert re.search(rf"^\| `{option}` \|.*\| \S.*\S \|$", shown, re.MULTILINE), option


@every_algorithm
def test_functions_named_on_an_algorithm_s_page_exist(entry: Entry) -> None:
    """The table "From the paper to the code" may not go stale when something is renamed."""
    table = read(generate.page_of(entry)).partition("to the code")[2].partition("\n## ")[0]
    rows = [line.split(" | ", 1)[1] for line in table.splitlines() if line.startswith("| ")]
    named = {
        part
        for cell in rows
        for code in re.findall(r"`([^`=]+)`", cell)
        if not code.endswith(".py")
        for part in code.split(".")
    }
    source = "\n".join(map(read, sorted(PACKAGE.rglob("*.py"))))
    assert named, "the page has no table of functions"
    assert [name for name in sorted(named) if not re.search(rf"\b{name}\b", source)] == []


def test_every_command_and_its_options_are_documented() -> None:
    page = read(ROOT / "docs" / "cli.md")
    for name, command in generate.commands():
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert section, name
        for option in command.params:
            if isinstance(option, click.Option):
                assert all(flag in section for flag in option.opts), option.opts


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.ThresherError)
    ],
)
def test_every_error_is_documented(name: str) -> None:
    assert f"`{name}`" in ALL_TEXT


def test_every_folder_of_the_package_is_in_the_architecture() -> None:
    page = read(ROOT / "ARCHITECTURE.md")
    parts = [path for path in PACKAGE.iterdir() if path.name[0] not in "_."]
    folders = [f"  {path.name}/ " for path in parts if (path / "__init__.py").exists()]
    files = [f"  {path.name} " for path in parts if path.suffix == ".py"]
    assert [name for name in folders + files if name not in page] == []


@every_file
def test_relative_links_resolve(path: Path) -> None:
    broken = []
    for target in LINK.findall(FENCE.sub("", read(path))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        other = (path.parent / name).resolve() if name else path
        if not other.exists() or (anchor and anchor not in anchors(other)):
            broken.append(target)
    assert broken == []


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub makes of headings."""
    titles = HEADING.findall(FENCE.sub("", read(path)))
    kept = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {title.replace(" ", "-") for title in kept}


@every_file
def test_no_machine_paths(path: Path) -> None:
    assert MACHINE_PATH.search(read(path)) is None


def test_machine_paths_are_known_when_seen() -> None:
    assert MACHINE_PATH.search("see /home/somebody/page.html")
    assert MACHINE_PATH.search("`/tmp/x`")
    assert not MACHINE_PATH.search("https://example.org/home/page, docs/tmp/x")


@every_file
def test_pages_are_short(path: Path) -> None:
    if name_of(path) not in REFERENCE:
        assert len(read(path).splitlines()) <= MAX_LINES


class Snippet(NamedTuple):
    file: str
    number: int
    code: str


# What the README may take for granted.
GIVEN = """
from pathlib import Path
html = Path("page.html").read_bytes()
page = html
pages = [file.read_bytes() for file in sorted(Path("pages").glob("*.html"))]
"""


def python_code(path: Path) -> list[str]:
    return [code for language, code in FENCE.findall(read(path)) if language == "python"]


def snippets() -> list[Snippet]:
    """Recipes one by one; the README's as one program, because they go on from each other."""
    recipes = python_code(ROOT / "docs" / "python.md")
    readme = [GIVEN, *python_code(ROOT / "README.md")]
    found = [Snippet("docs/python.md", number, code) for number, code in enumerate(recipes, 1)]
    return [*found, Snippet("README.md", 1, "\n".join(readme))]


def test_there_are_snippets_to_run() -> None:
    assert [snippet.file for snippet in snippets()].count("docs/python.md") > 5


@pytest.mark.parametrize("snippet", snippets(), ids=lambda each: f"{each.file}-{each.number}")
def test_snippets_run(snippet: Snippet, tmp_path: Path) -> None:
    """In a folder with `page.html` and `pages/`; what `# prints:` announces must be printed."""
    (tmp_path / "pages").mkdir()
    for name, page in golden_pages().items():
        (tmp_path / "pages" / f"{name}.html").write_bytes(page)
    (tmp_path / "page.html").write_bytes(golden_pages()["news-article"])
    (tmp_path / "snippet.py").write_text(snippet.code, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-X", "utf8", "snippet.py"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    missing = [text for text in PRINTS.findall(snippet.code) if text not in result.stdout]
    assert missing == [], result.stdout
