"""Words in class names: the automaton against plain substring search."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thresher.features.class_words import GROUPS, WORD_GROUPS, matcher
from thresher.features.element_kernel import read_name

PATTERNS = [(group, word) for group, words in WORD_GROUPS.items() for word in words.split()]


def groups_in(name: str) -> set[str]:
    automaton = matcher()
    pair = [0, 0]
    read_name(name, automaton.step, automaton.found, pair)
    bits = int(pair[0])
    return {group for bit, group in enumerate(GROUPS) if bits >> bit & 1}


def groups_by_search(name: str) -> set[str]:
    """The same, slowly: borders written as dots, then every pattern sought in turn."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", ".", name)
    dotted = "." + re.sub(r"[^A-Za-z]", ".", spaced).lower() + "."
    return {group for group, word in PATTERNS if word in dotted}


def test_there_is_a_bit_for_every_group() -> None:
    assert len(GROUPS) <= 63
    assert len(set(GROUPS)) == len(GROUPS)
    assert int(matcher().found.min()) >= 0
    assert int(matcher().found.max()).bit_length() <= len(GROUPS)


def test_words_are_letters_with_borders_at_their_ends() -> None:
    for _, word in PATTERNS:
        assert re.fullmatch(r"\.?[a-z]+\.?", word), word


@pytest.mark.parametrize(("group", "word"), PATTERNS)
def test_every_group_finds_its_own_words(group: str, word: str) -> None:
    bare = word.strip(".")
    for name in (bare, bare.upper(), f"x-{bare}", f"{bare}_9", f"9{bare}9", f" {bare} "):
        assert group in groups_in(name), name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("nav", True),
        ("top-nav", True),
        ("topNav", True),
        ("NAV", True),
        ("navBar", True),
        ("nav2", True),
        ("canvas", False),
        ("CANVAS", False),
        ("unavailable", False),
    ],
)
def test_borders(name: str, found: bool) -> None:
    assert ("nav" in groups_in(name)) is found


@pytest.mark.parametrize(
    ("name", "found"), [("ad", True), ("ad-slot", True), ("my_ad", True), ("head", False)]
)
def test_a_word_with_two_borders_stands_alone(name: str, found: bool) -> None:
    assert ("ad" in groups_in(name)) is found


def test_several_groups_in_one_name() -> None:
    assert groups_in("article-body__sidebar") >= {"article", "body", "sidebar"}
    assert groups_in("") == set()
    assert groups_in("zzz 123 äöü") == set()


_words = st.sampled_from([word.strip(".") for _, word in PATTERNS])
_joints = st.sampled_from(["", "", "-", "_", " ", "1", "é", "x"])
_cases = st.sampled_from([str.lower, str.upper, str.capitalize])
_parts = st.builds(lambda word, case, joint: case(word) + joint, _words, _cases, _joints)
names = st.lists(_parts | st.text("abnvV-t. ", max_size=4), max_size=5).map("".join) | st.text()


@given(names)
@example("mainNavTop")
@example("postmetadata")
@example("ABTest")
def test_the_automaton_finds_what_substring_search_finds(name: str) -> None:
    assert groups_in(name) == groups_by_search(name)


def test_the_automaton_is_built_once() -> None:
    assert matcher() is matcher()
