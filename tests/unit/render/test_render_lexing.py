"""Lexers driven by openings give the tokens that Pygments gives, and openings never miss a match."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name

from site_builder.render.lexing import OFTEN, read_tokens
from site_builder.render.openings import EVERY, openings

ROOT = Path(__file__).parents[3]
LANGUAGES = (
    *("python", "pycon", "json", "toml", "yaml", "html", "css", "javascript", "typescript", "csharp"),
    *("bash", "console", "rust", "go", "java", "c", "cpp", "diff", "ini", "sql", "php", "ruby", "markdown"),
)
FILES = ("site_builder/render/code.py", "templates/layout.html", "pyproject.toml", "templates/theme.css")
PIECES = (
    *("def f", "class ", "(", ")", "{", "}", '"', "'", '"""', "f'", "\n", " ", "\t", "#", "//", "/*", "*/"),
    *("<<E\n", "\nE\n", "$x", "@", "1.5", "é", "K", "if ", "<a>", "--", "\\", "`", ":", "=", "x", "\x0c"),
)
EXPRESSIONS = (
    *("a", "(?i)k", "[^a-c]", r"\s+", r"\S", "", "x?y", "(?:ab|c)d", r"\bword", "(?=z)z", "(?<!a)b", "."),
    *("(?s).", r"[\w-]+", "(?i)[^a]", r"(a)?\1b", "a|", "(?x) # note\n b", r"\Z", "[à-ÿ]", "(?i:Q)r"),
)


@cache
def lexer(language: str) -> Lexer:
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)


def theirs(language: str, text: str) -> list[tuple[object, str]]:
    return [(token, part) for _, token, part in lexer(language).get_tokens_unprocessed(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_in_any_language_gives_the_tokens_of_pygments(language: str) -> None:
    for file in FILES:
        text = (ROOT / file).read_text(encoding="utf-8")[:3000] + "\n"
        for _ in range(2):
            assert read_tokens(lexer(language), text) == theirs(language, text)


@given(st.sampled_from(LANGUAGES), st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_text_gives_the_tokens_of_pygments_also_where_states_are_known_well(
    language: str, pieces: list[str]
) -> None:
    read_tokens(lexer(language), "x\n" * OFTEN)
    text = "".join(pieces) + "\n"
    assert read_tokens(lexer(language), text) == theirs(language, text)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_whatever_an_expression_matches_begins_with_one_of_its_openings(expression: str) -> None:
    pattern = re.compile(expression)
    found = openings(pattern)
    for sign in EVERY:
        for rest in ("", "a", "b", "d", "k", "r", "y", "z", "ord"):
            assert sign in found or pattern.match(sign + rest) is None


def test_openings_are_few_where_an_expression_says_so() -> None:
    assert openings(re.compile("(?:def|class)\\b")) == {"d", "c"}
    assert openings(re.compile("x?y")) == {"x", "y"}
    assert openings(re.compile("")) == EVERY
