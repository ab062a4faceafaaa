"""Heads read line by line say what PyYAML's events say of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.content import plain_yaml
from site_builder.content.plain_yaml import BadYaml, read_entries

BITS = (
    *("a", "Été", " ", "  ", "-", ":", ": ", " #", "#", ".", "1", "12", "1.5", "true", "null", "~", "no"),
    *("(", ")", "'", '"', "’", "/", "%", "+", "?", "!", ",", "_", "…", "1e3", "[", "]", "{", "&", "*", "|"),
    *(">", "@", "`", "\t", "\u00a0", "–", "«", "»", "words and ", "2026-01-31"),
)
LINE = st.tuples(
    st.sampled_from(("title", "lead", "order", "words_differ")),
    st.sampled_from((": ", ": ", ": ", ":", ": - ", ":  ")),
    st.sampled_from(("", "a", "É", "7")),
    st.lists(st.sampled_from(BITS), max_size=5).map("".join),
).map("".join)


def read(text: str) -> object:
    try:
        return read_entries(text)
    except BadYaml as bad:
        return (bad.message, bad.line, bad.column)


@given(st.lists(LINE, max_size=3).map("\n".join), st.sampled_from(("", "\n")))
def test_a_plain_head_says_the_same_with_and_without_yaml(text: str, end: str) -> None:
    quickly = read(text + end)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_yaml, "_read_plain", lambda text: None)
        assert read(text + end) == quickly


def test_most_heads_need_no_yaml() -> None:
    assert plain_yaml._read_plain("title: Words, and more (2)\norder: 10\ndraft: true\n") is not None
    assert plain_yaml._read_plain("title: a: b\n") is None
    assert plain_yaml._read_plain("related: [a]\n") is None
