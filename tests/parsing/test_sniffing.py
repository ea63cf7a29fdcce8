from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import NotHtml
from thresher.parsing.sniffing import HEAD, sniff

PAGE = "<!DOCTYPE html><html><head><title>t</title></head><body><p>Grain.</p></body></html>"
XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("page.html"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "page",
    [
        PAGE,
        "  \n\t" + PAGE,
        "<!-- saved from somewhere -->" + PAGE,
        "<!--" + "x" * 3 * HEAD + "-->" + PAGE,
        " " * 3 * HEAD + PAGE,
        XML + '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
        XML + PAGE,
        XML + "<!-- c --><div>fragment</div>",
        XML + '<x:html xmlns:x="http://www.w3.org/1999/xhtml"></x:html>',
        "<p>a fragment</p>",
        "<td>cell</td>",
        "<svg><path/></svg><p>A page that begins with a drawing.</p>",
        "Some words, then <b>bold</b> ones.",
        "word " * HEAD + "<p>late</p>",
        "<custom-card>Words</custom-card><p>More</p>",
        "<!DOCTYPE NETSCAPE-Bookmark-file-1><title>Bookmarks</title>",
        '<script type="application/json">{"a": 1}</script>',
        "",
        " \r\n ",
        "\ufeff",
        "<!-- only a comment -->",
        "<html>\x00\x00 a few stray bytes</html>",
    ],
)
def test_pages(page: str) -> None:
    assert sniff(page) == "html"
    assert sniff(page.encode()) == "html"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-be", "utf-32-le"])
def test_pages_in_wide_encodings(encoding: str) -> None:
    assert sniff(PAGE.encode(encoding)) == "html"
    assert sniff(("\n" + PAGE).encode(encoding)) == "html"
    assert sniff("Plain words and no tag at all.".encode(encoding)) == "text"


def test_chinese_page_in_utf16_without_mark() -> None:
    assert sniff(("<p>" + "谷物" * 2000).encode("utf-16-le")) == "html"


@pytest.mark.parametrize(
    "text",
    [
        "Plain words.",
        "if a < b and c > d then stop",
        "Write to <someone@example.org> today",
        "[1] A footnote, not a list.",
        "{braces} in prose",
        "ID3 tags are found in music.",
        "MZ and BM are initials.",
        "Note: one line that looks like a header.\n\nThen prose.",
        "The ftyp box",
        "Это простой текст.",
        "これはただの文章です。",
    ],
)
def test_text(text: str) -> None:
    assert sniff(text) == "text"
    assert sniff(text.encode()) == "text"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"\n%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "PNG"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "JPEG"),
        (b"GIF89a\x01\x00", "GIF"),
        (b"RIFF\x24\x00\x00\x00WEBPVP8 ", "WebP"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt ", "WAV"),
        (b"\x00\x00\x00\x1cftypavif\x00", "AVIF"),
        (b"\x00\x00\x00\x18ftypmp42\x00", "MP4"),
        (b"\x00\x00\x01\x00\x01\x00\x10\x10", "ICO"),
        (zipped("a.html"), "ZIP"),
        (zipped("[Content_Types].xml", "word/document.xml"), "Word"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "Excel"),
        (gzip.compress(PAGE.encode()), "gzip"),
        (b"BZh91AY&SY\x00\x00", "bzip2"),
        (b"\xfd7zXZ\x00\x00", "xz"),
        (b"\x28\xb5\x2f\xfd\x04", "zstd"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!\x1a\x07\x01\x00", "RAR"),
        (tarred(), "tar"),
        (b"WARC/1.0\r\nWARC-Type: warcinfo\r\n", "WARC"),
        (b"filedesc://a.arc 0.0.0.0 20200101000000 text/plain 1\n", "ARC"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "Office"),
        (b"ID3\x03\x00\x00", "MP3"),
        (b"OggS\x00\x02", "Ogg"),
        (b"\x1aE\xdf\xa3\x9f", "WebM"),
        (b"wOF2\x00\x01", "font"),
        (b"{\\rtf1\\ansi", "RTF"),
        (b"\x7fELF\x02\x01", "program"),
        (b"MZ\x90\x00\x03\x00", "program"),
        (b'<rss version="2.0"><channel>', "RSS"),
        (XML.encode() + b'<rss version="2.0">', "RSS"),
        (XML.encode() + b'<feed xmlns="http://www.w3.org/2005/Atom">', "Atom"),
        ((XML + "<feed>").encode("utf-16"), "Atom"),
        (XML.encode() + b"<!-- made by hand --><urlset>", "sitemap"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>\n', "SVG"),
        (XML.encode() + b"<!DOCTYPE svg PUBLIC 'a' 'b'><svg>", "SVG"),
        (XML.encode() + b"<invoice><total>3</total></invoice>", "<invoice>"),
        (b'{"html": "<p>words</p>"}', "JSON"),
        (b'[{"a": 1}]', "JSON"),
        (b"[]", "JSON"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>", "HTTP response"),
        (
            b"MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=x\r\n\r\n--x\r\n",
            "MHTML",
        ),
        (b"Subject: hi\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>x</p>", "e-mail"),
        (bytes(range(256)) * 8, "binary"),
        (b"\x00" * 500, "binary"),
    ],
)
def test_refusals_name_what_was_given(data: bytes, what: str) -> None:
    with pytest.raises(NotHtml, match=r"this looks like .*, not like an HTML page\. \w") as caught:
        sniff(data)
    assert what in str(caught.value)


def test_pdf_read_as_text_by_mistake() -> None:
    with pytest.raises(NotHtml, match="PDF"):
        sniff("%PDF-1.4 �")


@pytest.mark.parametrize(
    "data",
    [
        "A: b\n" + " x    \n" * 20_000,
        "<!--" * 50_000,
        "<!doctype [" + "]  " * 50_000,
        "<a " * 100_000,
        '{"' + "\\" * 100_001,
        "<?" * 50_000,
    ],
)
def test_hostile_input_comes_to_an_end(data: str) -> None:
    assert sniff(data) in ("html", "text")


def answer(data: bytes | str) -> str:
    try:
        return sniff(data)
    except NotHtml as error:
        return str(error)


@given(st.one_of(st.binary(max_size=400), st.text(max_size=400)))
def test_any_input_has_an_answer(data: bytes | str) -> None:
    assert answer(data) in ("html", "text") or "looks like" in answer(data)


@given(
    st.text(alphabet='<>!?-[]{}":/ \nahtmlrssxv\x00\ufeff', max_size=200),
    st.sampled_from(["utf-8", "utf-16", "utf-32", "utf-16-le", "utf-32-be"]),
)
def test_any_markup_has_an_answer(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert answer(data) in ("html", "text") or "looks like" in answer(data)
