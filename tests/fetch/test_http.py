from __future__ import annotations

import gzip
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from thresher.errors import FetchError, LimitExceeded
from thresher.fetch import Fetched, fetch
from thresher.limits import Limits

PAGE = b"<html><body><p>Grain, and no chaff.</p></body></html>"
RAW_DEFLATE = zlib.compressobj(wbits=-15)
DEFLATED = RAW_DEFLATE.compress(PAGE) + RAW_DEFLATE.flush()
BOMB = gzip.compress(bytes(50_000_000))

Route = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    routes: dict[str, Route]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        route = self.routes.get(path, missing)
        with suppress(OSError):  # the client hangs up, as several tests make it do
            route(self)

    def answer(self, body: bytes, *, length: int | None = None, **headers: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def redirect(self, location: str | None, status: int = 302) -> None:
        self.send_response(status)
        if location is not None:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def missing(handler: Handler) -> None:
    handler.send_error(404)


def chunks(handler: Handler, parts: list[bytes]) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for part in parts:
        handler.wfile.write(part)
    handler.close_connection = True


def drip_body(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b"x")
        time.sleep(0.05)


def drip_headers(handler: Handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(100):
        handler.wfile.write(b"x")
        time.sleep(0.05)


def hops(handler: Handler) -> None:
    left = int(handler.path.partition("?")[2])
    if left:
        handler.redirect(f"/hops?{left - 1}")
    else:
        handler.answer(PAGE)


def hang_up(handler: Handler) -> None:
    handler.close_connection = True


def not_http(handler: Handler) -> None:
    handler.wfile.write(b"SSH-2.0-hello\r\n\r\n")
    handler.close_connection = True


def request_headers(handler: Handler) -> None:
    sent = [f"{name}: {value}" for name, value in handler.headers.items()]
    handler.answer("\n".join(sent).encode())


ROUTES: dict[str, Route] = {
    "/": lambda h: h.answer(PAGE, Content_Type="Text/HTML; charset=UTF-8"),
    "/latin": lambda h: h.answer(PAGE, Content_Type='text/html;charset="ISO-8859-1"; x=y'),
    "/bare": lambda h: h.answer(PAGE),
    "/headers": request_headers,
    "/a%20b": lambda h: h.answer(h.path.encode()),
    "/%C3%A9": lambda h: h.answer(h.path.encode()),
    "/gzip": lambda h: h.answer(gzip.compress(PAGE), Content_Encoding="gzip"),
    "/members": lambda h: h.answer(
        gzip.compress(PAGE) + gzip.compress(PAGE), Content_Encoding="gzip"
    ),
    "/padded": lambda h: h.answer(gzip.compress(PAGE) + b"\0" * 9, Content_Encoding="gzip"),
    "/zlib": lambda h: h.answer(zlib.compress(PAGE), Content_Encoding="deflate"),
    "/deflate": lambda h: h.answer(DEFLATED, Content_Encoding="deflate"),
    "/brotli": lambda h: h.answer(b"\x0b", Content_Encoding="br"),
    "/bomb": lambda h: h.answer(BOMB, Content_Encoding="gzip"),
    "/large": lambda h: h.answer(bytes(100_000)),
    "/large-chunked": lambda h: chunks(h, [b"1000\r\n" + bytes(4096) + b"\r\n"] * 100),
    "/chunked": lambda h: chunks(h, [b"5\r\ngrain\r\n", b"0\r\n\r\n"]),
    "/cut-chunked": lambda h: chunks(h, [b"5\r\ngrain\r\n", b"ff\r\ncha"]),
    "/cut-gzip": lambda h: h.answer(gzip.compress(PAGE)[:-9], Content_Encoding="gzip"),
    "/not-gzip": lambda h: h.answer(PAGE, Content_Encoding="gzip"),
    "/empty-gzip": lambda h: h.answer(b"", Content_Encoding="gzip"),
    "/short": lambda h: h.answer(PAGE, length=len(PAGE) + 10),
    "/drip-body": drip_body,
    "/drip-headers": drip_headers,
    "/hops": hops,
    "/circle": lambda h: h.redirect("/circle-back"),
    "/circle-back": lambda h: h.redirect("/circle", 301),
    "/relative": lambda h: h.redirect("a b", 307),
    "/to-utf8": lambda h: h.redirect("/é".encode().decode("latin-1"), 308),
    "/to-file": lambda h: h.redirect("file:///etc/hostname"),
    "/to-nowhere": lambda h: h.redirect(None),
    "/to-rubbish": lambda h: h.redirect("http://[::"),
    "/gone": lambda h: h.send_error(410),
    "/broken": lambda h: h.send_error(503),
    "/hang-up": hang_up,
    "/not-http": not_http,
}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    handler = type("RoutedHandler", (Handler,), {"routes": ROUTES})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def test_page(server: str) -> None:
    assert fetch(f"{server}/") == Fetched(f"{server}/", PAGE, "utf-8", "text/html")


def test_url_without_path_and_with_fragment(server: str) -> None:
    assert fetch(f" {server}#part ").url == f"{server}/"


def test_charset(server: str) -> None:
    assert fetch(f"{server}/latin").charset == "iso-8859-1"
    bare = fetch(f"{server}/bare")
    assert (bare.charset, bare.content_type) == (None, None)


def test_request_headers(server: str) -> None:
    sent = fetch(f"{server}/headers").body.decode()
    assert "User-Agent: thresher/" in sent
    assert "Accept: text/html" in sent
    assert "Accept-Encoding: gzip, deflate" in sent
    assert f"Host: {server.removeprefix('http://')}" in sent
    assert sent.count("Host:") == 1


@pytest.mark.parametrize(
    ("given", "sent"),
    [("/a b?q=x y&r=%20", b"/a%20b?q=x%20y&r=%20"), ("/é", b"/%C3%A9"), ("/%C3%A9", b"/%C3%A9")],
)
def test_urls_are_quoted_once(server: str, given: str, sent: bytes) -> None:
    assert fetch(server + given).body == sent


@pytest.mark.parametrize("path", ["/gzip", "/padded", "/zlib", "/deflate"])
def test_compressed(server: str, path: str) -> None:
    assert fetch(server + path).body == PAGE


def test_compressed_in_members(server: str) -> None:
    assert fetch(f"{server}/members").body == PAGE + PAGE


def test_empty_compressed(server: str) -> None:
    assert fetch(f"{server}/empty-gzip").body == b""


def test_chunked(server: str) -> None:
    assert fetch(f"{server}/chunked").body == b"grain"


def test_redirects_give_the_final_url(server: str) -> None:
    assert fetch(f"{server}/hops?3").url == f"{server}/hops?0"
    assert fetch(f"{server}/relative").url == f"{server}/a%20b"
    assert fetch(f"{server}/to-utf8").url == f"{server}/%C3%A9"


def test_redirects_are_counted(server: str) -> None:
    limits = Limits(max_redirects=2)
    assert fetch(f"{server}/hops?2", limits).body == PAGE
    with pytest.raises(LimitExceeded, match=r"more than 2 times .*max_redirects"):
        fetch(f"{server}/hops?3", limits)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/circle", "in a circle"),
        ("/to-file", "only http and https are followed"),
        ("/to-nowhere", "without saying where to"),
        ("/to-rubbish", "not a valid URL"),
        ("/missing", "answered 404 Not Found"),
        ("/gone", "answered 410"),
        ("/broken", "answered 503"),
        ("/short", "before the page was complete"),
        ("/cut-chunked", "before the page was complete"),
        ("/cut-gzip", "before the page was complete"),
        ("/not-gzip", "damaged"),
        ("/brotli", "compressed as 'br'"),
        ("/hang-up", "without an answer"),
        ("/not-http", "not valid HTTP"),
    ],
)
def test_failures(server: str, path: str, message: str) -> None:
    with pytest.raises(FetchError, match=message):
        fetch(server + path)


@pytest.mark.parametrize("path", ["/large", "/large-chunked", "/bomb"])
def test_size_limit(server: str, path: str) -> None:
    with pytest.raises(LimitExceeded, match=r"larger than 99999 bytes .*max_bytes"):
        fetch(server + path, Limits(max_bytes=99_999))


def test_size_limit_is_inclusive(server: str) -> None:
    assert len(fetch(f"{server}/large", Limits(max_bytes=100_000)).body) == 100_000
    assert fetch(f"{server}/gzip", Limits(max_bytes=len(PAGE) + 40)).body == PAGE


@pytest.mark.parametrize("path", ["/drip-body", "/drip-headers"])
def test_slow_drip_is_cut(server: str, path: str) -> None:
    start = time.monotonic()
    with pytest.raises(LimitExceeded, match=r"within 0\.3 seconds .*timeout_seconds"):
        fetch(server + path, Limits(timeout_seconds=0.3))
    assert time.monotonic() - start < 2


def test_silent_server_is_cut() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(LimitExceeded, match="timeout_seconds"),
    ):
        fetch(f"http://127.0.0.1:{silent.getsockname()[1]}/", Limits(timeout_seconds=0.2))


def test_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(FetchError, match="refuses connections"):
        fetch(f"http://127.0.0.1:{port}/")


def test_no_tls_on_the_other_side(server: str) -> None:
    with pytest.raises(FetchError, match="no secure connection"):
        fetch(server.replace("http:", "https:"))


def test_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(FetchError, match=r"the host nowhere\.invalid is not known"):
        fetch("http://nowhere.invalid/")


def test_slow_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(5))
    with pytest.raises(LimitExceeded, match="timeout_seconds"):
        fetch("http://slow.invalid/", Limits(timeout_seconds=0.1))
    over.set()


def test_international_host(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def record(host: str, *_: Any, **__: Any) -> None:
        asked.append(host)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", record)
    with pytest.raises(FetchError):
        fetch("http://bücher.example/")
    assert asked == ["xn--bcher-kva.example"]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("file:///etc/hostname", "give its path"),
        ("ftp://example.org/x", "expected a URL with http"),
        ("data:text/html,<p>x", "expected a URL with http"),
        ("javascript:alert(1)", "expected a URL with http"),
        ("example.org/page", "expected a URL with http"),
        ("", "expected a URL with http"),
        ("http://", "has no host"),
        ("http:///page", "has no host"),
        ("http://example.org:99999/", "not a valid URL"),
        ("http://[::1", "not a valid URL"),
        ("http://" + "x" * 70 + ".org/", "not a valid URL"),
        ("http://user:secret@example.org/", "user name or password"),
    ],
)
def test_other_urls_are_refused(url: str, message: str) -> None:
    with pytest.raises(FetchError, match=message) as caught:
        fetch(url)
    assert "secret" not in str(caught.value)
