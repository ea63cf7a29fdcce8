"""Where pages come from, and what is said of sources that cannot be read."""

from __future__ import annotations

import io
import json
import lzma
import sys
from pathlib import Path

import pytest

from thresher.cli.page_sources import PageSources, site_of
from thresher.errors import MissingExtra, ParseError
from thresher.parsing.page import Page

Capture = pytest.CaptureFixture[str]


def texts(*names: str | Path) -> list[str]:
    return [page.document.text.strip() for page in PageSources([str(name) for name in names])]


def test_a_folder_is_read_in_order_with_what_is_below(tmp_path: Path) -> None:
    (tmp_path / "b.example").mkdir()
    (tmp_path / "b.example" / "x.HTM").write_text("<p>second</p>", encoding="utf-8")
    (tmp_path / "a.html").write_text("<p>first</p>", encoding="utf-8")
    (tmp_path / "note.txt").write_text("no page", encoding="utf-8")
    pages = list(PageSources([str(tmp_path)]))
    assert [page.document.text for page in pages] == ["first", "second"]
    assert [page.url for page in pages] == [None, "https://b.example/x.HTM"]


def test_json_lines(tmp_path: Path, capsys: Capture) -> None:
    lines = [
        json.dumps({"html": "<p>one</p>", "url": "https://a.example/"}),
        "",
        "{broken",
        json.dumps({"text": "no html"}),
        json.dumps([1]),
        json.dumps({"content": "<p>two</p>", "url": 5}),
    ]
    path = tmp_path / "pages.jsonl.xz"
    path.write_bytes(lzma.compress("\n".join(lines).encode()))
    sources = PageSources([str(path)])
    assert [(page.document.text, page.url) for page in sources] == [
        ("one", "https://a.example/"),
        ("two", None),
    ]
    assert (sources.read, sources.failed) == (2, 3)
    err = capsys.readouterr().err
    assert f"{path}:3: the line is not JSON" in err
    assert f"{path}:4: the line has no page" in err


def test_damaged_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.xz"
    path.write_bytes(lzma.compress(b'{"html": "<p>x</p>"}\n' * 5000)[:-30])
    with pytest.raises(ParseError, match="damaged"):
        texts(path)


def test_a_web_archive(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc")
    path = tmp_path / "crawl.warc"
    path.write_bytes(
        record(
            "https://a.example/1",
            "text/html; charset=iso-8859-2",
            "<p>żyto</p>".encode("iso-8859-2"),
        )
        + record("https://a.example/2", "image/png", b"\x89PNG")
        + record("https://a.example/3", "text/html", b"<p>three</p>")
    )
    pages = list(PageSources([str(path)]))
    assert [(page.url, page.document.text) for page in pages] == [
        ("https://a.example/1", "żyto"),
        ("https://a.example/3", "three"),
    ]


def record(url: str, kind: str, body: bytes) -> bytes:
    """A response as it stands in a web archive."""
    http = (
        f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    )
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http) + len(body)}\r\n\r\n"
    )
    return head.encode() + http + body + b"\r\n\r\n"


def test_a_file_that_is_no_archive(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc")
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"neither header nor record" * 40)
    with pytest.raises(ParseError, match="no web archive"):
        texts(path)


def test_an_archive_without_its_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    with pytest.raises(MissingExtra, match=r"thresher\[batch\]"):
        texts(tmp_path / "crawl.warc.gz")


def test_a_list_of_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def read_page(name: str) -> Page:
        asked.append(name)
        return Page.parse("<p>fetched</p>", url=name)

    monkeypatch.setattr("thresher.cli.page_sources.read_page", read_page)
    path = tmp_path / "urls.txt"
    path.write_text("https://a.example/1\n\nhttps://a.example/2\n", encoding="utf-8")
    assert texts(path) == ["fetched", "fetched"]
    assert asked == ["https://a.example/1", "https://a.example/2"]


def test_a_text_that_is_no_list_of_urls(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("rye and oats", encoding="utf-8")
    with pytest.raises(ParseError, match="no list of URLs"):
        texts(path)


@pytest.mark.parametrize("name", ["a.jsonl", "a.txt"])
def test_a_missing_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ParseError, match="cannot be read"):
        texts(tmp_path / name)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"<p>piped</p>")))
    assert texts("-") == ["piped"]


def test_every_page_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>a</p>", encoding="utf-8")
    (tmp_path / "b.html").write_bytes(b"%PDF-1.7")
    seen: list[None] = []
    assert len(list(PageSources([str(tmp_path)], on_page=lambda: seen.append(None)))) == 1
    assert len(seen) == 2


def test_the_site_of_a_page() -> None:
    declared = '<link rel=canonical href="https://WWW.other.example/x"><p>x</p>'
    assert site_of(Page.parse("<p>x</p>", url="https://www.a.example:8080/x")) == "a.example"
    assert site_of(Page.parse(declared)) == "other.example"
    assert site_of(Page.parse("<p>x</p>")) == "unknown"
