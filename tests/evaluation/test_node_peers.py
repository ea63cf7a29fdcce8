from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from thresher.errors import MissingExtra, WorkerDied
from thresher.evaluation.node_peers import NodeWorker, node_version

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

# Stand-ins with the few members that the worker uses, so that its protocol is tested without npm.
LINKEDOM = """
const text = (data) => ({ nodeType: 3, data, childNodes: [] });
const element = (localName, childNodes) => ({ nodeType: 1, localName, childNodes });
exports.parseHTML = (html) => ({ document: { html, body: element("body", [text(html)]) } });
exports.element = element;
exports.text = text;
"""
READABILITY = """
const { element, text } = require("linkedom");
exports.Readability = class {
  constructor(document) { this.document = document; }
  parse() {
    console.log("noise");
    if (this.document.html.includes("fail")) throw new Error("cannot parse");
    if (this.document.html.includes("exit")) process.exit(3);
    if (this.document.html.includes("none")) return null;
    const parts = [text("one "), element("b", [text("two")])];
    return { content: element("div", [element("p", parts), element("p", [text("thrée")])]) };
  }
};
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    for name, source in (("linkedom", LINKEDOM), ("@mozilla/readability", READABILITY)):
        folder = tmp_path / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"version": "9.1", "main": "main.js"}))
        (folder / "main.js").write_text(source, "utf-8")
    return tmp_path


@needs_node
def test_version_from_a_named_folder_or_node_path(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NODE_PATH", "")
    assert node_version("readability-js", packages) == "9.1"
    assert node_version("readability-js") is None
    assert node_version("defuddle", packages) is None
    monkeypatch.setenv("NODE_PATH", str(packages / "node_modules"))
    assert node_version("readability-js") == "9.1"


@needs_node
def test_one_process_answers_page_after_page(packages: Path) -> None:
    with NodeWorker("readability-js", packages) as worker:
        assert worker.text("<html>page\u2028\ud800") == "one two\nthrée"
        assert worker.text("<html>none") == ""
        with pytest.raises(RuntimeError, match="readability-js: cannot parse"):
            worker.text("<html>fail")
        assert worker.text("<html>again") == "one two\nthrée"


@needs_node
def test_a_process_that_ends_is_an_error(packages: Path) -> None:
    with NodeWorker("readability-js", packages) as worker:
        with pytest.raises(WorkerDied, match="readability-js"):
            worker.text("<html>exit")
        worker.close()


def test_missing_packages(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match="@mozilla/readability"):
        NodeWorker("readability-js", tmp_path)
