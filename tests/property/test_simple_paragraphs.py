"""Paragraphs read at once say what the whole parser says of them."""

from __future__ import annotations

from itertools import groupby

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it.token import Token

from site_builder.content.markdown.parser import _markdown
from site_builder.content.markdown.simple import read_simple

BITS = (
    *(
        "a",
        "word",
        "É",
        "_",
        "a_b",
        "1",
        " ",
        " ",
        "\n",
        "\t",
        "`",
        "``",
        "*",
        "**",
        "***",
        "`code`",
        "` b `",
    ),
    *(
        "**bold words**",
        "*so*",
        "(",
        ")",
        ".",
        ",",
        "!",
        "—",
        "’",
        "«",
        "»",
        "\u00a0",
        "`a\nb`",
        "  \n",
        "`*`",
    ),
)


def parsed(text: str) -> list[Token]:
    tokens: list[Token] = []
    markdown = _markdown(False)
    markdown.inline.parse(text, markdown, {}, tokens)
    return tokens


def said(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """Types, tags and contents; texts that stand together are one, empty ones are none."""
    shown: list[tuple[str, str, str]] = []
    for is_text, group in groupby(tokens, lambda token: token.type == "text"):
        if is_text and (text := "".join(token.content for token in group)):
            shown.append(("text", "", text))
        elif not is_text:
            shown += [(token.type, token.tag, token.content) for token in group]
    return shown


@given(st.lists(st.sampled_from(BITS), max_size=14).map("".join))
@example("**a** `b`, *c*.")
@example("**a**b `c`")
@example("a **b*c** d")
@example("`` ` ``")
@example("**a`b**`")
def test_what_is_read_at_once_is_what_the_parser_reads(written: str) -> None:
    text = written.strip(" \t\n")  # as the parser of blocks gives it
    simple = read_simple(text)
    if simple is not None:
        assert said(simple) == said(parsed(text))


def test_common_paragraphs_are_read_at_once() -> None:
    for text in ("Words.", "Some `code` and **bold words**,\nand *more*.", "`a_b` of a_b", "(**so**)"):
        assert read_simple(text) is not None
    for text in ("[a](b)", "a \\* b", "**a", "`a", "a*b*c", "{value}`a`", "<b>", "a  \nb", "_a_"):
        assert read_simple(text) is None
