"""One web page: the bytes as they came, and on demand its tree, node table and metadata."""

from __future__ import annotations

import codecs
import html
import re
from typing import TYPE_CHECKING, Any, Final

import turbohtml
import turbohtml.detect  # registers the whatwg-* codecs

from thresher.errors import LimitExceeded, ParseError
from thresher.limits import Limits
from thresher.parsing.sniffing import sniff
from thresher.parsing.table import NodeTable

if TYPE_CHECKING:
    from thresher.metadata import Metadata

_MAX_TITLE: Final = 2000
_BLANK_LINES: Final = re.compile(r"\n\s*\n")


class Page:
    """A page is read-only: nothing that works on it changes its tree.

    It pickles as its source, so it may be sent to other processes; the tree is parsed again there
    when it is asked for, and gives the same rows.
    """

    __slots__ = ("_document", "_limits", "_metadata", "_table", "declared_encoding", "given", "url")

    def __init__(
        self,
        given: str | bytes,
        url: str | None = None,
        declared_encoding: str | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.given = given
        self.url = url
        self.declared_encoding = declared_encoding
        self._limits = limits or Limits()
        self._document: turbohtml.Document | None = None
        self._table: NodeTable | None = None
        self._metadata: Metadata | None = None

    @classmethod
    def parse(
        cls,
        data: str | bytes | Page,
        *,
        url: str | None = None,
        encoding: str | None = None,
        limits: Limits | None = None,
    ) -> Page:
        """Parse a page. `encoding` is the charset of the HTTP header, if there was one.

        Bytes are decoded by byte order mark, HTTP charset, meta tag, detection, in that order.
        Raises NotHtml for PDF, images, feeds and the like, LimitExceeded for a page too large.
        """
        if isinstance(data, Page):
            return data if url is None or url == data.url else data.at(url)
        if not isinstance(data, (str, bytes, bytearray, memoryview)):
            raise ParseError(
                f"cannot parse {type(data).__name__}: give the page as str or bytes "
                "(to read a file: pathlib.Path(name).read_bytes())"
            )
        given = data if isinstance(data, (str, bytes)) else bytes(data)
        page = cls(given, url, encoding, limits)
        page.document  # noqa: B018 - parsing here makes errors come out here
        return page

    def at(self, url: str) -> Page:
        """The same page, known to come from `url`."""
        page = Page(self.given, url, self.declared_encoding, self._limits)
        page._document, page._table = self._document, self._table
        return page

    @property
    def raw(self) -> bytes:
        """The page's bytes as they came (a str is encoded as UTF-8)."""
        if isinstance(self.given, bytes):
            return self.given
        return self.given.encode("utf-8", "surrogatepass")

    @property
    def document(self) -> turbohtml.Document:
        """The parsed tree. Do not change it; copy it first."""
        if self._document is None:
            self._document = self._parse()
        return self._document

    @property
    def table(self) -> NodeTable:
        """The node table, built when first asked for."""
        if self._table is None:
            table = NodeTable.of(self.document)
            repaired = _repaired(table, self.given, self.declared_encoding)
            if repaired is not None:
                self._document, table = repaired, NodeTable.of(repaired)
            if len(table) > self._limits.max_nodes:
                raise LimitExceeded(
                    f"the page has {len(table):,} nodes, over the limit max_nodes = "
                    f"{self._limits.max_nodes:,}; raise it with thresher.Limits(max_nodes=…)"
                )
            self._table = table
        return self._table

    @property
    def metadata(self) -> Metadata:
        """Title, author, date and so on, each with where it was found."""
        if self._metadata is None:
            from thresher.metadata import read_metadata  # not every use asks for it

            self._metadata = read_metadata(self.document, self.url)
        return self._metadata

    @property
    def encoding(self) -> str:
        """The encoding the bytes were read in."""
        return self.document.encoding or "UTF-8"

    @property
    def base_url(self) -> str:
        """What relative links of the page are relative to."""
        return self.document.base_url(self.url or "")

    @property
    def markup(self) -> str:
        """The source that was parsed, decoded; source positions refer to it."""
        given = self.given
        if isinstance(given, bytes):
            given = codecs.decode(given, f"whatwg-{self.encoding}", "replace")
            given = given.removeprefix("\ufeff")
        return _as_markup(given) if sniff(self.given) == "text" else given

    def _parse(self) -> turbohtml.Document:
        self._check_size()
        given = self.given
        if sniff(given) == "text":
            return _plain_text_document(given, self.declared_encoding)
        return _parse_markup(given, self.declared_encoding)

    def _check_size(self) -> None:
        size = len(self.given)
        if size > self._limits.max_bytes:
            raise LimitExceeded(
                f"the page has {size:,} bytes, over the limit max_bytes = "
                f"{self._limits.max_bytes:,}; raise it with thresher.Limits(max_bytes=…)"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return Page, (self.given, self.url, self.declared_encoding, self._limits)

    def __repr__(self) -> str:
        return f"<Page {self.url or 'without URL'}, {len(self.given):,} bytes>"


def _parse_markup(markup: str | bytes, encoding: str | None) -> turbohtml.Document:
    try:
        return _tree(markup, encoding, scripting=False)
    except LookupError:
        # An unknown charset in the HTTP header is ignored, as browsers do.
        return _parse_markup(markup, None)


def _repaired(
    table: NodeTable, markup: str | bytes, encoding: str | None
) -> turbohtml.Document | None:
    """The document parsed anew, if an unclosed element took in the rest of the page.

    An iframe inside noscript does; browsers run scripts, so for them noscript is opaque and the
    frame harmless. A title does in browsers too, and nobody would know the page was ever there.
    """
    title = table.title
    if len(title) > _MAX_TITLE and "<" in title:
        return _tree(_closing_title(markup), encoding, scripting=False)
    if any("</noscript" in frame.text for frame in table.noted_elements("iframe")):
        return _tree(markup, encoding, scripting=True)
    return None


def _closing_title(markup: str | bytes) -> str | bytes:
    """The markup with an end tag for a title that takes in the rest of the page."""
    if isinstance(markup, bytes):
        at = markup.find(b"<", markup.lower().find(b"<title") + 1)
        return markup[:at] + b"</title>" + markup[at:]
    at = markup.find("<", markup.lower().find("<title") + 1)
    return f"{markup[:at]}</title>{markup[at:]}"


def _tree(markup: str | bytes, encoding: str | None, *, scripting: bool) -> turbohtml.Document:
    return turbohtml.parse(
        markup,
        encoding=encoding if isinstance(markup, bytes) else None,
        detect_encoding=isinstance(markup, bytes),
        allow_declarative_shadow_roots=False,
        scripting=scripting,
    )


def _plain_text_document(given: str | bytes, encoding: str | None) -> turbohtml.Document:
    """Plain text as a page of paragraphs, cut at blank lines."""
    if isinstance(given, bytes):
        label = _parse_markup(given, encoding).encoding or "UTF-8"
        given = codecs.decode(given, f"whatwg-{label}", "replace").removeprefix("\ufeff")
    return _parse_markup(_as_markup(given), None)


def _as_markup(text: str) -> str:
    return "".join(f"<p>{html.escape(part)}</p>" for part in _BLANK_LINES.split(text))
