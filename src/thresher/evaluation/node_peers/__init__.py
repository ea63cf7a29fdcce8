"""Extractors written in JavaScript, each in a Node process that stays up and answers line by line.

One request is one line of JSON on standard input, ``{"html": …, "as": "text" | "markdown"}``;
one answer is one line on standard output, ``{"text": …}`` or ``{"error": …}``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from thresher.errors import MissingExtra, WorkerDied

_WORKER = Path(__file__).with_name("worker.js")


@dataclass(frozen=True, slots=True)
class NodePeer:
    """The npm packages of a peer; the first is the peer itself, the others it runs on."""

    packages: tuple[str, ...]
    has_markdown: bool = False


NODE_PEERS: dict[str, NodePeer] = {
    "defuddle": NodePeer(("defuddle", "linkedom"), has_markdown=True),
    "readability-js": NodePeer(("@mozilla/readability", "linkedom")),
}


def node_version(name: str, node_modules: Path | None = None) -> str | None:
    """The version of a peer's npm package, or None when it, what it runs on, or node is missing."""
    folder = _find(name, node_modules)
    if folder is None or shutil.which("node") is None:
        return None
    manifest = json.loads(_manifest(folder, NODE_PEERS[name].packages[0]).read_text("utf-8"))
    return str(manifest["version"])


def _find(name: str, node_modules: Path | None) -> Path | None:
    """The first folder that holds all packages of the peer."""
    packages = NODE_PEERS[name].packages
    for folder in _folders(node_modules):
        if all(_manifest(folder, package).is_file() for package in packages):
            return folder
    return None


def _folders(node_modules: Path | None) -> Iterator[Path]:
    """Where packages may be: the named folder (or its node_modules), else NODE_PATH."""
    if node_modules is not None:
        yield node_modules
        yield node_modules / "node_modules"
        return
    yield from (Path(part) for part in os.environ.get("NODE_PATH", "").split(os.pathsep) if part)


def _manifest(folder: Path, package: str) -> Path:
    return folder.joinpath(*package.split("/"), "package.json")


class NodeWorker:
    """A running peer. Close it, or use it in a ``with`` block, to end its process."""

    def __init__(self, name: str, node_modules: Path | None = None) -> None:
        folder = _find(name, node_modules)
        node = shutil.which("node")
        if folder is None or node is None:
            raise MissingExtra(
                f"the peer {name!r} needs node and the npm packages "
                f"{', '.join(NODE_PEERS[name].packages)}; found node: {node}, packages: {folder}"
            )
        self.name = name
        self.has_markdown = NODE_PEERS[name].has_markdown
        self._process = subprocess.Popen(
            [node, str(_WORKER), name, str(folder.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def text(self, html: str) -> str:
        """The main text of a page."""
        return self._ask(html, "text")

    def markdown(self, html: str) -> str:
        """The main content of a page as Markdown."""
        return self._ask(html, "markdown")

    def close(self) -> None:
        """End the process. Safe to call twice."""
        stdin, stdout = self._pipes()
        stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        stdout.close()

    def __enter__(self) -> NodeWorker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ask(self, html: str, wanted: str) -> str:
        stdin, stdout = self._pipes()
        try:
            # A lone surrogate cannot be encoded; ASCII JSON escapes it.
            stdin.write(json.dumps({"html": html, "as": wanted}) + "\n")
            stdin.flush()
            line = stdout.readline()
        except BrokenPipeError as error:
            raise WorkerDied(f"the process of the peer {self.name!r} ended") from error
        if not line:
            raise WorkerDied(f"the process of the peer {self.name!r} ended without an answer")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return str(answer["text"])

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout
