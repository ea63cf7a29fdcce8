"""What an input looks like before it is parsed.

An HTML parser makes a page out of anything, even of a photograph, and the answer is then rubbish
without a warning. So whatever is recognisably something else is refused, with a word on what to do
with it. In doubt the input is a page.
"""

from __future__ import annotations

import re
from typing import Literal, NoReturn

from thresher.errors import NotHtml

Kind = Literal["html", "text"]

HEAD = 8192
"""Bytes looked at; more are read only where a long comment or plain text asks for it."""
MAX_CONTROLS = 0.05
"""Share of control characters in text; random bytes have about twice as many."""

_IMAGE = "Give the page that shows the image."
_MEDIA = "Give the page that plays it."
_ARCHIVE = "Unpack it and give the HTML files in it."
_COMPRESSED = "Decompress it and give what is inside."
_WEB_ARCHIVE = "Give it to a reader of web archives, or extract the HTML records first."
_DOCUMENT = "Convert it to HTML with a tool for such documents first."
_PROGRAM = "Check that the right file was given."
_FEED = "Give the pages that it links to."
_DATA = "Check that the right file was given; data is not a page."

_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", "a PDF document", _DOCUMENT),
    (b"%!PS", "a PostScript document", _DOCUMENT),
    (b"{\\rtf", "an RTF document", _DOCUMENT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _DOCUMENT),
    (b"AT&TFORM", "a DjVu document", _DOCUMENT),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", _IMAGE),
    (b"\xff\xd8\xff", "a JPEG image", _IMAGE),
    (b"GIF87a", "a GIF image", _IMAGE),
    (b"GIF89a", "a GIF image", _IMAGE),
    (b"\x00\x00\x01\x00", "an ICO image", _IMAGE),
    (b"II*\x00", "a TIFF image", _IMAGE),
    (b"MM\x00*", "a TIFF image", _IMAGE),
    (b"8BPS\x00", "a Photoshop image", _IMAGE),
    (b"\x1f\x8b", "gzip-compressed data", _COMPRESSED),
    (b"\xfd7zXZ\x00", "xz-compressed data", _COMPRESSED),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed data", _COMPRESSED),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _ARCHIVE),
    (b"Rar!\x1a\x07", "a RAR archive", _ARCHIVE),
    (b"PK\x05\x06", "an empty ZIP archive", _ARCHIVE),
    (b"WARC/1.", "a WARC web archive", _WEB_ARCHIVE),
    (b"WARC/0.", "a WARC web archive", _WEB_ARCHIVE),
    (b"filedesc://", "an ARC web archive", _WEB_ARCHIVE),
    (b"\xff\xfb", "an MP3 audio file", _MEDIA),
    (b"\xff\xf3", "an MP3 audio file", _MEDIA),
    (b"fLaC\x00", "a FLAC audio file", _MEDIA),
    (b"OggS\x00", "an Ogg audio or video file", _MEDIA),
    (b"MThd\x00", "a MIDI file", _MEDIA),
    (b"FLV\x01", "a Flash video", _MEDIA),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM video", _MEDIA),
    (b"\x00\x00\x01\xba", "an MPEG video", _MEDIA),
    (b"\x00\x00\x01\xb3", "an MPEG video", _MEDIA),
    (b"wOFF", "a font", _DATA),
    (b"wOF2", "a font", _DATA),
    (b"OTTO\x00", "a font", _DATA),
    (b"ttcf\x00", "a font", _DATA),
    (b"\x00\x01\x00\x00\x00", "a font", _DATA),
    (b"\x7fELF", "a program", _PROGRAM),
    (b"\xca\xfe\xba\xbe", "a program", _PROGRAM),
    (b"\xcf\xfa\xed\xfe", "a program", _PROGRAM),
    (b"\xce\xfa\xed\xfe", "a program", _PROGRAM),
    (b"\x00asm", "a WebAssembly program", _PROGRAM),
    (b"SQLite format 3\x00", "an SQLite database", _DATA),
    (b"PAR1\x15", "a Parquet file", _DATA),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", _DATA),
)
_SHORT_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"ID3", "an MP3 audio file", _MEDIA),
    (b"MZ", "a Windows program", _PROGRAM),
    (b"BM", "a BMP image", _IMAGE),
)
"""A few letters could begin a text as well, so a NUL near the start must agree."""
_ZIPPED: tuple[tuple[bytes, str, str], ...] = (
    (b"word/", "a Word document", _DOCUMENT),
    (b"xl/", "an Excel workbook", _DOCUMENT),
    (b"ppt/", "a PowerPoint presentation", _DOCUMENT),
    (b"[Content_Types].xml", "an Office document", _DOCUMENT),
    (b"mimetypeapplication/vnd.oasis", "an OpenDocument file", _DOCUMENT),
    (b"mimetypeapplication/epub", "an EPUB book", _ARCHIVE),
)
_RIFF = {
    b"WEBP": ("a WebP image", _IMAGE),
    b"WAVE": ("a WAV audio file", _MEDIA),
    b"AVI ": ("an AVI video", _MEDIA),
}
_STILL_BRANDS = {b"avif": "an AVIF image", b"avis": "an AVIF image", b"heic": "an HEIC image",
                 b"mif1": "an HEIF image"}  # fmt: skip

_WIDE_STARTS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
_ROOTS = {
    "rss": ("an RSS feed", _FEED),
    "feed": ("an Atom feed", _FEED),
    "rdf:rdf": ("an RDF document or RSS 1.0 feed", _FEED),
    "urlset": ("a sitemap", _FEED),
    "sitemapindex": ("a sitemap index", _FEED),
    "opml": ("an OPML list of feeds", _FEED),
}

_TAGS = """
a abbr address article aside audio b base blockquote body br button canvas caption center cite code
col dd details div dl dt em embed fieldset figure font footer form frame frameset h1 h2 h3 h4 h5 h6
head header hr html i iframe img input label li link main meta nav noscript object ol optgroup
option p pre q s script section select small span strong style sub summary sup svg table tbody td
template textarea tfoot th thead title tr tt u ul video dialog math picture search slot hgroup
figcaption time data mark ruby dfn kbd samp var del ins bdi bdo map area object output progress
""".split()
_CUSTOM = r"[a-z][a-z0-9]*-[a-z0-9-]*"  # custom elements have a hyphen in their names
_TAG = re.compile(
    rf"<!doctype html|</?(?:{'|'.join(_TAGS)}|{_CUSTOM})(?:[\s/][^<]*)?>", re.IGNORECASE
)
_PAGE_START = re.compile(r"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_PROLOG = re.compile(
    r"\s+|<!--.*?-->|<\?.*?\?>|<!doctype\b[^>\[]*(?:\[.*?\]\s*)?>", re.IGNORECASE | re.DOTALL
)
_OPEN_PROLOG = re.compile(r"<!--|<\?|<!doctype", re.IGNORECASE)
_ROOT = re.compile(r"<([a-z_][\w.:-]*)", re.IGNORECASE)
_JSON = re.compile(
    r'\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}\s*$)'
    r'|\[\s*(?:\{\s*["}]|\[\s*[\[{"\d\-]|"(?:[^"\\]|\\.)*"\s*[,\]]|-?\d+(?:\.\d+)?\s*,\s*-?\d|\]\s*$)'
)
_MAIL_HEADER = re.compile(r"(?:[!-9;-~]+:[ \t][^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n){2,}")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def sniff(data: bytes | str) -> Kind:
    """``"html"`` or ``"text"``; `NotHtml` for anything that is recognisably something else."""
    if _is_plainly_html(data):
        return "html"
    if isinstance(data, str):
        _refuse_binary(data[:HEAD].lstrip().encode("latin-1", "replace"))
        encoding = None
    else:
        _refuse_binary(data[:HEAD])
        _refuse_binary(data[:HEAD].lstrip())
        encoding = _encoding(data[:HEAD])
    head = _decode(data[:HEAD], encoding)
    if _is_unfinished(head) and len(data) > HEAD:
        head = _decode(data, encoding)
    start, has_xml_prolog = _skip_prolog(head)
    if not start:
        return "html"
    _refuse_markup(start, has_xml_prolog, _decode(data[-64:], encoding))
    if has_xml_prolog or (start.startswith("<") and _PAGE_START.search(head)):
        return "html"
    _refuse_text(start)
    if _TAG.search(head) or (len(data) > HEAD and _TAG.search(_decode(data, encoding))):
        return "html"
    return "text"


def _is_plainly_html(data: bytes | str) -> bool:
    """Most pages begin with a doctype or with their html element, and need no closer look."""
    if isinstance(data, str):
        return _PAGE_START.match(data[:200].lstrip()) is not None
    return _PAGE_START.match(data[:200].decode("latin-1").lstrip()) is not None


def _refuse(what: str, advice: str) -> NoReturn:
    raise NotHtml(f"this looks like {what}, not like an HTML page. {advice}")


def _refuse_binary(head: bytes) -> None:
    for signature, what, advice in _SIGNATURES:
        if head.startswith(signature):
            _refuse(what, advice)
    for signature, what, advice in _SHORT_SIGNATURES:
        if head.startswith(signature) and b"\x00" in head[:32]:
            _refuse(what, advice)
    if head.startswith(b"PK\x03\x04"):
        found = (row for row in _ZIPPED if row[0] in head)
        _, what, advice = next(found, (b"", "a ZIP archive", _ARCHIVE))
        _refuse(what, advice)
    if head[:4] == b"RIFF" and head[8:12] in _RIFF:
        _refuse(*_RIFF[head[8:12]])
    if head[:2] == b"\x00\x00" and head[4:8] == b"ftyp":
        still = _STILL_BRANDS.get(head[8:12])
        _refuse(still or "an MP4 audio or video file", _IMAGE if still else _MEDIA)
    if head[:3] == b"BZh" and head[4:10] == b"1AY&SY":
        _refuse("bzip2-compressed data", _COMPRESSED)
    if head[257:262] == b"ustar":
        _refuse("a tar archive", _ARCHIVE)


def _encoding(head: bytes) -> str | None:
    """The wide encoding of the bytes, by its first bytes or by where the NULs are; else none."""
    for mark, name in _WIDE_STARTS:
        if head.startswith(mark):
            return name
    # NULs in fixed places of Latin text; the other places are then free of them.
    quarters = [head[place::4].count(0) for place in range(4)]
    full = len(head) // 4
    if full < 2:
        return None
    empty = [count >= 0.6 * full for count in quarters]
    names = {
        (False, True, True, True): "utf-32-le",
        (True, True, True, False): "utf-32-be",
        (False, True, False, True): "utf-16-le",
        (True, False, True, False): "utf-16-be",
    }
    return names.get((empty[0], empty[1], empty[2], empty[3]))


def _decode(data: bytes | str, encoding: str | None) -> str:
    """Text in which markup can be recognised, whatever the encoding of the rest."""
    if isinstance(data, bytes):
        data = data.decode(encoding or "latin-1", "replace").removeprefix("\xef\xbb\xbf")
    return data.removeprefix("\ufeff")


def _is_unfinished(head: str) -> bool:
    """Whether the head ends before the first thing that is neither blank nor prolog."""
    rest, _ = _skip_prolog(head)
    return not rest or _OPEN_PROLOG.match(rest) is not None


def _skip_prolog(text: str) -> tuple[str, bool]:
    """The text from its root element on, and whether an XML declaration stood before it."""
    place = 0
    has_xml_prolog = False
    while found := _PROLOG.match(text, place):
        passed = found[0].lower()
        if passed.startswith("<!doctype") and re.match(r"<!doctype\s+html\b", passed):
            break
        has_xml_prolog |= passed.startswith("<?xml")
        place = found.end()
    return text[place:], has_xml_prolog


def _refuse_markup(start: str, has_xml_prolog: bool, tail: str) -> None:
    found = _ROOT.match(start)
    if found is None:
        return
    root = found[1].lower()
    if root in _ROOTS:
        _refuse(*_ROOTS[root])
    # A fragment may begin with a drawing; an SVG file also ends with it.
    if root == "svg" and (has_xml_prolog or tail.rstrip().lower().endswith("</svg>")):
        _refuse("an SVG image", _IMAGE)
    is_html = root in _TAGS or "http://www.w3.org/1999/xhtml" in start[:1000]
    if has_xml_prolog and not is_html:
        _refuse(f"an XML document (<{found[1][:40]}>)", _DATA)


def _refuse_text(start: str) -> None:
    head = start[:HEAD]
    if _JSON.match(head):
        _refuse("JSON", "Take the HTML out of it, or give the page that shows it.")
    if re.match(r"HTTP/\d(?:\.\d)? \d{3}", head):
        _refuse("a raw HTTP response", "Give its body without the headers.")
    mail = _MAIL_HEADER.match(head)
    if mail and re.search(r"^(?:MIME-Version|Received|Message-ID):", mail[0], re.I | re.M):
        if re.search(r"multipart/related", mail[0], re.IGNORECASE):
            _refuse("a saved page in MHTML form", "Save it as HTML, or take the HTML part out.")
        _refuse("an e-mail message", "Take its HTML part out and give that.")
    controls = len(_CONTROLS.findall(head))
    if controls > MAX_CONTROLS * len(head):
        _refuse(
            "binary data", "Check that the right file was given, and that it is not compressed."
        )
