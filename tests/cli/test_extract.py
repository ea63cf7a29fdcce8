"""`thresher extract`: what goes in, what comes out, and what is said when it does not work."""

from __future__ import annotations

import io
import json
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from thresher.cli import run
from thresher.pipeline import Pipeline

GRAIN = "Grain, and no chaff at all."
PAGE = f"<title>T</title><nav><a href=/>Home</a></nav><p>{GRAIN}</p>"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with one page in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    return tmp_path


def shown(capsys: Capture) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_a_file(capsys: Capture) -> None:
    assert run(["extract", "page.html"]) == 0
    assert shown(capsys) == (f"{GRAIN}\n", "")


def test_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert run(["extract", "-"]) == 0
    assert shown(capsys) == (f"{GRAIN}\n", "")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("text", GRAIN), ("markdown", GRAIN), ("html", f"<p>{GRAIN}</p>")],
)
def test_the_formats(name: str, expected: str, capsys: Capture) -> None:
    assert run(["extract", "page.html", "-f", name]) == 0
    assert shown(capsys) == (expected + "\n", "")


def test_json_has_everything(capsys: Capture) -> None:
    assert run(["extract", "page.html", "-f", "json", "--url", "https://example.org/"]) == 0
    result = json.loads(shown(capsys)[0])
    assert result["text"] == GRAIN
    assert result["url"] == "https://example.org/"
    assert result["metadata"]["title"]["value"] == "T"
    assert [block["keep"] for block in result["blocks"]] == [False, True]


def test_the_url_makes_links_absolute(capsys: Capture) -> None:
    arguments = ["extract", "page.html", "-a", "all-text", "-f", "markdown"]
    assert run([*arguments, "--url", "https://example.org/a"]) == 0
    assert "https://example.org/" in shown(capsys)[0]


def test_several_files_get_a_heading_each(folder: Path, capsys: Capture) -> None:
    (folder / "other.html").write_text("<p>Another one.</p>")
    assert run(["extract", "page.html", "other.html"]) == 0
    expected = f"==> page.html <==\n{GRAIN}\n\n==> other.html <==\nAnother one.\n"
    assert shown(capsys) == (expected, "")


def test_several_files_as_json_lines(folder: Path, capsys: Capture) -> None:
    (folder / "other.html").write_text("<p>Another\none.</p>")
    assert run(["extract", "page.html", "other.html", "-f", "json"]) == 0
    lines = [json.loads(line) for line in shown(capsys)[0].splitlines()]
    found = [(line["page"], line["text"]) for line in lines]
    assert found == [("page.html", GRAIN), ("other.html", "Another one.")]


def test_to_a_file(folder: Path, capsys: Capture) -> None:
    assert run(["extract", "page.html", "-o", "out.txt"]) == 0
    assert (folder / "out.txt").read_text(encoding="utf-8") == f"{GRAIN}\n"
    assert shown(capsys) == ("", "")


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("text", ".txt"), ("markdown", ".md"), ("html", ".html"), ("json", ".json")],
)
def test_several_to_a_folder(folder: Path, name: str, suffix: str, capsys: Capture) -> None:
    (folder / "other.htm").write_text("<p>Another one.</p>")
    assert run(["extract", "page.html", "other.htm", "-f", name, "-o", "new/texts"]) == 0
    written = sorted(path.name for path in (folder / "new" / "texts").iterdir())
    assert written == [f"other{suffix}", f"page{suffix}"]
    assert shown(capsys) == ("", "")


@pytest.mark.parametrize("output", ["there", "there/", "new/"])
def test_one_page_to_a_folder(folder: Path, output: str) -> None:
    (folder / "there").mkdir()
    assert run(["extract", "page.html", "-o", output]) == 0
    assert (folder / output / "page.txt").read_text(encoding="utf-8") == f"{GRAIN}\n"


def test_names_that_collide_are_numbered(folder: Path) -> None:
    for name in ("a/page.html", "b/page.html", "b/page-2.html"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"<p>This is {name}.</p>")
    names = ["a/page.html", "b/page.html", "b/page-2.html"]
    assert run(["extract", *names, "-o", "texts"]) == 0
    texts = {path.name: path.read_text().strip() for path in (folder / "texts").iterdir()}
    assert sorted(texts.values()) == [f"This is {name}." for name in sorted(names)]
    assert texts["page.txt"] == "This is a/page.html."


def test_several_pages_do_not_go_to_one_file(folder: Path, capsys: Capture) -> None:
    (folder / "out.txt").write_text("precious")
    assert run(["extract", "page.html", "page.html", "-o", "out.txt"]) == 2
    assert "for several pages -o names a folder" in shown(capsys)[1]
    assert (folder / "out.txt").read_text() == "precious"


@pytest.mark.parametrize("output", [".", "page.html", "./", "../{name}/page.html"])
def test_a_page_is_never_overwritten_by_its_extract(
    folder: Path, output: str, capsys: Capture
) -> None:
    output = output.format(name=folder.name)
    assert run(["extract", "page.html", "-f", "html", "-o", output]) == 1
    assert "is the page itself" in shown(capsys)[1]
    assert (folder / "page.html").read_text(encoding="utf-8") == PAGE


def test_an_output_that_cannot_be_written(folder: Path, capsys: Capture) -> None:
    assert run(["extract", "page.html", "-o", "no/such/folder.txt"]) == 1
    assert "cannot write no/such/folder.txt: No such file or directory" in shown(capsys)[1]
    assert run(["extract", "page.html", "-o", "page.html/"]) == 2
    assert run(["extract", "page.html", "page.html", "-o", "page.html/inside"]) == 2
    assert "defect" not in shown(capsys)[1]


def test_an_algorithm_with_options(folder: Path, capsys: Capture) -> None:
    (folder / "tags.html").write_text("<ul>" + "<li><p>one</p></li>" * 4 + "</ul>")
    arguments = ["extract", "tags.html", "-a", "pattern-importance"]
    assert run([*arguments, "-O", "threshold=1"]) == 0
    assert shown(capsys)[0].split() == ["one"] * 4
    assert run([*arguments, "-O", "threshold=100"]) == 0
    out, err = shown(capsys)
    assert (out, err) == ("", "thresher: tags.html: nothing informative found\n")


def test_another_segmenter_and_its_option(capsys: Capture) -> None:
    arguments = ["extract", "page.html", "-a", "all-text", "-s", "cells", "-f", "json"]
    assert run([*arguments, "-O", "blank-distance=5"]) == 0
    assert len(json.loads(shown(capsys)[0])["blocks"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-a", "core-exe"], "there is no identifier 'core-exe'; known are core-ex, "),
        (["-a", "leaves"], "there is no identifier 'leaves'"),
        (["-s", "leafs"], "there is no segmenter 'leafs'; known are leaves, "),
        (["-f", "markdow"], "there is no renderer 'markdow'; known are markdown, "),
        (["-O", "feature"], "-O takes key=value, not 'feature'"),
        (["-O", "=text"], "-O takes key=value, not '=text'"),
        (["-O", "min_ration=1"], "thresher has no option 'min_ration'"),
        (["-a", "core-ex", "-O", "min_ratio=x"], "min_ratio must be a number, not 'x'"),
        (["-a", "core-ex", "-O", "min_ratio=nan"], "min_ratio must be a number, not 'nan'"),
        (["-O", "segmenter=cells"], "segmenter is no option of an algorithm; see -a and -s"),
        (["-O", "limits=5"], "limits is no option of an algorithm"),
    ],
)
def test_wrong_names_and_values_are_2(arguments: list[str], message: str, capsys: Capture) -> None:
    assert run(["extract", "page.html", *arguments]) == 2
    out, err = shown(capsys)
    assert out == ""
    assert err.startswith(f"thresher: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "PNG"),
        (bytes(range(256)) * 40, "binary data"),
        (b'{"a": [1, 2, 3]}', "JSON"),
    ],
)
def test_what_is_no_page_is_named(
    folder: Path, content: bytes, message: str, capsys: Capture
) -> None:
    (folder / "file.html").write_bytes(content)
    assert run(["extract", "file.html"]) == 1
    out, err = shown(capsys)
    assert out == ""
    assert err.startswith("thresher: file.html: ")
    assert message in err


def test_an_empty_file_is_an_empty_page(folder: Path, capsys: Capture) -> None:
    (folder / "empty.html").touch()
    assert run(["extract", "empty.html"]) == 0
    assert shown(capsys) == ("", "thresher: empty.html: nothing informative found\n")


def test_a_folder_is_no_page(capsys: Capture) -> None:
    assert run(["extract", "."]) == 1
    assert shown(capsys) == (
        "",
        "thresher: .: it is a folder; name the pages in it, as ./*.html\n",
    )


def test_a_missing_file(capsys: Capture) -> None:
    assert run(["extract", "none.html"]) == 1
    assert "none.html: there is no such file" in shown(capsys)[1]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may read everything")
def test_a_file_that_may_not_be_read(folder: Path, capsys: Capture) -> None:
    (folder / "page.html").chmod(0)
    assert run(["extract", "page.html"]) == 1
    assert "page.html: cannot be read: Permission denied" in shown(capsys)[1]


@pytest.mark.parametrize("name", ["x" * 5000, "page.html/inside"])
def test_a_name_that_no_file_can_have(name: str, capsys: Capture) -> None:
    assert run(["extract", name]) == 1
    assert "cannot be read" in shown(capsys)[1]


def test_one_failure_does_not_stop_the_others(folder: Path, capsys: Capture) -> None:
    (folder / "bad.html").write_bytes(b"%PDF-1.4")
    assert run(["extract", "bad.html", "none.html", "page.html"]) == 1
    out, err = shown(capsys)
    assert out == f"==> page.html <==\n{GRAIN}\n"
    assert err.count("\n") == 2


def test_a_saved_model_brings_its_algorithm(folder: Path, capsys: Capture) -> None:
    Pipeline("all-text", "cells").save(folder / "model.json")
    assert run(["extract", "page.html", "--model", "model.json"]) == 0
    assert shown(capsys)[0] == f"Home\n\n{GRAIN}\n"


def test_a_model_that_cannot_be_read(capsys: Capture) -> None:
    assert run(["extract", "page.html", "--model", "none.json"]) == 1
    assert shown(capsys) == (
        "",
        "thresher: cannot read the model none.json: No such file or directory\n",
    )


def test_explaining_goes_to_standard_output_only(capsys: Capture) -> None:
    assert run(["extract", "page.html", "--explain", "-o", "out.txt"]) == 2
    assert "leave out -o" in shown(capsys)[1]


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = "<p>Зерно, <a href=../x>полова</a> и ещё немного слов.</p>".encode("koi8-r")
        self.send_response(200 if self.path.startswith("/a/") else 404)
        self.send_header("Content-Type", "text/html; charset=koi8-r")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: standard error is under test."""


@pytest.fixture
def address() -> Iterator[Callable[[str], str]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield lambda path: f"http://127.0.0.1:{server.server_port}{path}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_url(address: Callable[[str], str], capsys: Capture) -> None:
    assert run([address("/a/b"), "-a", "all-text", "-f", "markdown"]) == 0
    out, err = shown(capsys)
    assert err == ""
    assert out == f"Зерно, [полова]({address('/x')}) и ещё немного слов.\n"


def test_a_url_to_a_folder_is_named_after_its_last_part(
    address: Callable[[str], str], folder: Path
) -> None:
    assert run(["extract", address("/a/post.php?id=7"), address("/a/"), "-o", "texts"]) == 0
    assert len(list((folder / "texts").iterdir())) == 2


def test_a_url_that_is_not_there(address: Callable[[str], str], capsys: Capture) -> None:
    assert run(["extract", address("/gone")]) == 1
    out, err = shown(capsys)
    assert out == ""
    assert "404" in err


@pytest.mark.parametrize("url", ["ftp://example.org/x", "file:///etc/hostname", "http://"])
def test_a_url_that_cannot_be_fetched(url: str, capsys: Capture) -> None:
    assert run(["extract", url]) == 1
    assert shown(capsys)[1].startswith(f"thresher: {url}: ")
