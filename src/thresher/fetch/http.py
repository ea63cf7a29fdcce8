"""One page over HTTP, within limits that hold whatever the server does.

The time limit is for the whole fetch, so a server that drips bytes is cut off; the size limit is
for the decompressed bytes while they arrive, so a compressed bomb is too. A body that ends early is
an error: half a page would be judged as if it were whole.

Every connection, of the first request and of each redirect, is opened by `_connect`, which is the
one place to ask whether an address may be visited.
"""

from __future__ import annotations

import http.client
import importlib.metadata
import io
import re
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from thresher.errors import FetchError, LimitExceeded
from thresher.limits import Limits

_DEFAULT_LIMITS = Limits()
_CHUNK = 64 * 1024
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came."""

    url: str
    """Where it came from after all redirects."""
    body: bytes
    charset: str | None
    """As the server declares it."""
    content_type: str | None
    """The media type alone, in lower case."""


def fetch(url: str, limits: Limits = _DEFAULT_LIMITS) -> Fetched:
    """Get a page; `FetchError` where that fails, `LimitExceeded` where it is too much."""
    deadline = _Deadline(limits.timeout_seconds)
    address = _normal(url)
    seen: set[str] = set()
    while address.geturl() not in seen:
        if len(seen) > limits.max_redirects:
            raise LimitExceeded(
                f"{url} redirects more than {limits.max_redirects} times (limit max_redirects)."
            )
        seen.add(address.geturl())
        answer = _visit(address, limits, deadline)
        if isinstance(answer, Fetched):
            return answer
        address = answer
    raise FetchError(f"{url} redirects in a circle, back to {address.geturl()}.")


class _Deadline:
    """The moment at which the fetch must be over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left; `TimeoutError` when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _Reader(io.RawIOBase):
    """The bytes of a socket, where each read waits no longer than the deadline of the whole."""

    def __init__(self, connection: socket.socket, deadline: _Deadline) -> None:
        self._connection = connection
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connection.settimeout(self._deadline.left())
        return self._connection.recv_into(buffer)


class _TimedSocket:
    """What `http.client` needs of a socket. Closing is left to the one who opened it."""

    def __init__(self, connection: socket.socket, deadline: _Deadline) -> None:
        self._connection = connection
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._connection.settimeout(self._deadline.left())
        self._connection.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self._connection, self._deadline))

    def close(self) -> None:
        pass


def _normal(url: str) -> SplitResult:
    """The URL in the form that goes over the wire, or `FetchError` where it is not for HTTP."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (ValueError, UnicodeError) as error:
        raise FetchError(f"{url!r} is not a valid URL: {error}.") from error
    if parts.scheme == "file":
        raise FetchError(f"{url!r} is a file: give its path instead of a URL.")
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{url!r} cannot be fetched: expected a URL with http:// or https://.")
    if not host:
        raise FetchError(f"{url!r} has no host: expected a URL such as https://example.org/page.")
    if "@" in parts.netloc:
        raise FetchError("a URL with a user name or password in it is not fetched: remove them.")
    if ":" in host:
        host = f"[{host}]"
    return SplitResult(
        scheme=parts.scheme,
        netloc=host if port is None else f"{host}:{port}",
        path=quote(parts.path or "/", safe="/%:@!$&'()*+,;=~"),
        query=quote(parts.query, safe="/%:@!$&'()*+,;=~?[]"),
        fragment="",
    )


def _visit(address: SplitResult, limits: Limits, deadline: _Deadline) -> Fetched | SplitResult:
    """The page at an address, or the address to which it redirects."""
    url = address.geturl()
    try:
        with _connect(address, deadline) as connection:
            return _ask(address, connection, limits, deadline)
    except TimeoutError as error:
        raise LimitExceeded(
            f"{url} was not read within {deadline.seconds:g} seconds (limit timeout_seconds)."
        ) from error
    except socket.gaierror as error:
        raise FetchError(
            f"{url}: the host {address.hostname} is not known. Check the name."
        ) from error
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", "") or error.reason or "TLS failed"
        raise FetchError(f"{url}: no secure connection ({reason}).") from error
    except ConnectionRefusedError as error:
        raise FetchError(f"{url}: the server refuses connections on this port.") from error
    except http.client.RemoteDisconnected as error:
        raise FetchError(f"{url}: the server closed the connection without an answer.") from error
    except http.client.IncompleteRead as error:
        raise FetchError(f"{url}: the connection ended before the page was complete.") from error
    except http.client.HTTPException as error:
        raise FetchError(
            f"{url}: the answer is not valid HTTP ({type(error).__name__})."
        ) from error
    except OSError as error:
        raise FetchError(f"{url}: the connection failed ({error.strerror or error}).") from error


@contextmanager
def _connect(address: SplitResult, deadline: _Deadline) -> Iterator[socket.socket]:
    """An open connection to the host of an address, encrypted for https."""
    host = address.hostname or ""
    port = address.port or (443 if address.scheme == "https" else 80)
    failure: OSError | None = None
    places = _resolve(host, port, deadline)
    for tried, (family, kind, protocol, _, place) in enumerate(places):
        connection = socket.socket(family, kind, protocol)
        try:
            # A share of the time, so that one dead address does not use up all of it.
            connection.settimeout(deadline.left() / (len(places) - tried))
            connection.connect(place)
            connection.settimeout(deadline.left())
            if address.scheme == "https":
                connection = ssl.create_default_context().wrap_socket(
                    connection, server_hostname=host
                )
        except OSError as error:
            connection.close()
            failure = error
            continue
        with connection:
            yield connection
        return
    raise failure or OSError("the host has no address")


def _resolve(host: str, port: int, deadline: _Deadline) -> list[Any]:
    """The addresses of a host. In a thread, as the system's resolver knows no time limit."""
    answers: list[list[Any] | OSError] = []

    def ask() -> None:
        try:
            answers.append(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            answers.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(deadline.left())
    if not answers:
        raise TimeoutError
    if isinstance(answers[0], OSError):
        raise answers[0]
    return answers[0]


def _ask(
    address: SplitResult, connection: socket.socket, limits: Limits, deadline: _Deadline
) -> Fetched | SplitResult:
    url = address.geturl()
    client = http.client.HTTPConnection(address.hostname or "", address.port)
    client.sock = _TimedSocket(connection, deadline)
    client.request("GET", url.removeprefix(f"{address.scheme}://{address.netloc}"),
                   headers=_headers(address))  # fmt: skip
    with client.getresponse() as response:
        if response.status in _REDIRECTS:
            return _target(address, response.headers.get("Location"))
        if not 200 <= response.status < 300:
            reason = f"{response.status} {response.reason}".strip()
            raise FetchError(f"{url} answered {reason}.")
        kind = response.headers.get("Content-Type", "")
        charset = _CHARSET.search(kind)
        return Fetched(
            url=url,
            body=_read(url, response, limits),
            charset=charset[1].lower() if charset else None,
            content_type=kind.partition(";")[0].strip().lower() or None,
        )


def _headers(address: SplitResult) -> dict[str, str]:
    return {
        "Host": address.netloc,
        "User-Agent": f"thresher/{_version()}",
        "Accept": "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.1",
        "Accept-Encoding": "gzip, deflate",
        "Connection": "close",
    }


def _version() -> str:
    try:
        return importlib.metadata.version("thresher")
    except importlib.metadata.PackageNotFoundError:  # run from a source tree
        return "0"


def _target(address: SplitResult, location: str | None) -> SplitResult:
    url = address.geturl()
    if not location:
        raise FetchError(f"{url} redirects without saying where to.")
    try:
        # Header bytes come as Latin-1; addresses that were not quoted are UTF-8 as a rule.
        location = location.encode("latin-1").decode("utf-8", "replace")
        target = urljoin(url, location)
    except ValueError as error:
        raise FetchError(f"{url} redirects to {location!r}, which is not a valid URL.") from error
    if urlsplit(target).scheme not in ("http", "https"):
        raise FetchError(f"{url} redirects to {target!r}; only http and https are followed.")
    return _normal(target)


def _read(url: str, response: http.client.HTTPResponse, limits: Limits) -> bytes:
    """The body, decompressed and whole."""
    too_large = LimitExceeded(f"{url} is larger than {limits.max_bytes} bytes (limit max_bytes).")
    if (response.length or 0) > limits.max_bytes:
        raise too_large
    decoder = _decoder(url, response.headers.get("Content-Encoding", ""))
    body = bytearray()
    received = 0
    while chunk := response.read(_CHUNK):
        received += len(chunk)
        try:
            body += decoder.feed(chunk, limits.max_bytes + 1 - len(body))
        except zlib.error as error:
            raise FetchError(f"{url}: the compressed answer is damaged.") from error
        if len(body) > limits.max_bytes or received > limits.max_bytes:
            raise too_large
    if response.length or not decoder.is_complete:
        raise FetchError(f"{url}: the connection ended before the page was complete.")
    return bytes(body)


class _Plain:
    """A body that is not compressed."""

    is_complete = True

    def feed(self, data: bytes, _max_length: int) -> bytes:
        return data


class _Inflated:
    """A gzip or deflate body; gzip may consist of several members."""

    def __init__(self) -> None:
        self._stream: zlib._Decompress | None = None
        self.is_complete = True

    def feed(self, data: bytes, max_length: int) -> bytes:
        """What `data` unpacks to, cut at `max_length`: a body that long is refused anyway."""
        output = bytearray()
        while data and len(output) < max_length:
            if self._stream is None:
                self._stream = zlib.decompressobj(_window(data))
                self.is_complete = False
            output += self._stream.decompress(data, max_length - len(output))
            data = b""
            if self._stream.eof:
                self.is_complete = True
                # Servers pad; only another gzip member is data.
                data = self._stream.unused_data
                if not data.startswith(b"\x1f\x8b"):
                    break
                self._stream = None
        return bytes(output)


def _window(data: bytes) -> int:
    """The zlib setting for a stream: gzip, zlib, or the bare deflate that some servers send."""
    if data[:1] == b"\x1f":
        return 16 + zlib.MAX_WBITS
    is_zlib = len(data) > 1 and data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS


def _decoder(url: str, encoding: str) -> _Plain | _Inflated:
    name = encoding.strip().lower()
    if name in ("", "identity", "none"):
        return _Plain()
    if name in ("gzip", "x-gzip", "deflate"):
        return _Inflated()
    raise FetchError(f"{url} is compressed as {name!r}; only gzip and deflate were asked for.")
