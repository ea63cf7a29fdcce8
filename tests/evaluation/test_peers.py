from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from thresher.errors import MissingExtra, UnknownAlgorithm
from thresher.evaluation import peers

SENTENCES = "The harbour was empty that morning, and nobody knew why the boats had left. "
PAGE = f"""<html><head><title>Boats</title></head><body><nav><a href="/">Start page</a></nav>
<article><h1>Boats</h1><p>{SENTENCES * 5}</p><p>{SENTENCES * 4}</p></article></body></html>"""


def test_every_peer_has_a_name_and_is_listed() -> None:
    assert {"trafilatura", "trafilatura-no-comments", "readability-js"} <= set(peers.peer_names())
    assert set(peers.installed()) <= set(peers.peer_names())


@pytest.mark.parametrize("name", sorted(peers.installed()))
def test_installed_peers_find_the_article(name: str) -> None:
    with peers.load_peer(name) as peer:
        assert peer.version[0].isdigit()
        assert "nobody knew why" in peer.text(PAGE)
        if peer.markdown:
            assert "nobody knew why" in peer.markdown(PAGE)


def test_turbohtml_gives_markdown() -> None:
    markdown = peers.load_peer("turbohtml").markdown
    assert markdown is not None
    assert "# Boats" in markdown(PAGE)


def test_unknown_names_list_the_nearest_first() -> None:
    with pytest.raises(UnknownAlgorithm, match="'trafilatur'; there are: trafilatura"):
        peers.load_peer("trafilatur")


def test_a_missing_peer_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert peers.installed(tmp_path) == {}
    with pytest.raises(MissingExtra, match="pip install jusText"):
        peers.load_peer("justext")
    with pytest.raises(MissingExtra, match="npm install defuddle linkedom"):
        peers.load_peer("defuddle", tmp_path)


def fake_module(monkeypatch: pytest.MonkeyPatch, name: str, **content: Any) -> None:
    module = ModuleType(name)
    module.__dict__.update(content)
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(importlib.metadata, "version", lambda _: "1.0")


def test_trafilatura_finding_nothing_is_an_empty_text(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_module(monkeypatch, "trafilatura", extract=lambda html, **options: None)
    assert peers.load_peer("trafilatura").text(PAGE) == ""


def test_trafilatura_variants_differ_in_one_option(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_module(monkeypatch, "trafilatura", extract=lambda html, **options: str(options))
    assert peers.load_peer("trafilatura").text("") == "{}"
    assert peers.load_peer("trafilatura-no-comments").text("") == "{'include_comments': False}"
    markdown = peers.load_peer("trafilatura").markdown
    assert markdown is not None
    assert markdown("") == "{'output_format': 'markdown'}"


def test_justext_keeps_what_is_not_boilerplate(monkeypatch: pytest.MonkeyPatch) -> None:
    paragraphs = [
        SimpleNamespace(text="menu", is_boilerplate=True),
        SimpleNamespace(text="story", is_boilerplate=False),
    ]
    fake_module(
        monkeypatch,
        "justext",
        justext=lambda html, stoplist: paragraphs,
        get_stoplist=lambda language: frozenset({language}),
    )
    assert peers.load_peer("justext").text(PAGE) == "story"
