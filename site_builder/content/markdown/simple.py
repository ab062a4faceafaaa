"""The inside of a paragraph with little markup, read at once: text → the parser's tokens, or None.

Words in code, bold and emphasised words are most of what occurs. They are read here where nothing can be
taken in two ways: an opening mark follows a space, a closing one is followed by a space or punctuation, and
no mark is left over. Whatever else there is, the parser decides.
"""

from __future__ import annotations

import re

from markdown_it.token import Token

# What an inline rule may begin with; half of all paragraphs and nearly all cells hold none of it.
_MARKUP = re.compile(r"[\\`*_~\[<&{]|  \n")
_OTHER = re.compile(r"``|[\\~\[<&{]|  \n|(?<![^\W_])_|_(?![^\W_])")
_SPAN = re.compile(
    r"`(?P<code>[^`]+)`|(?<![^\s(])(?P<mark>\*\*?)(?P<words>[^\W_](?:[^*`\n]*[^\W_])?)(?P=mark)(?![^\s.,;:!?)])"
)
_TAGS = {"*": ("em_open", "em_close", "em"), "**": ("strong_open", "strong_close", "strong")}


def read_simple(text: str) -> list[Token] | None:
    if _MARKUP.search(text) is None:
        return _lines(text)
    if _OTHER.search(text) is not None:
        return None
    tokens: list[Token] = []
    end = 0
    for found in _SPAN.finditer(text):
        before, end = text[end : found.start()], found.end()
        if "`" in before or "*" in before:
            return None
        tokens += _lines(before)
        if (code := found["code"]) is not None:
            tokens.append(Token("code_inline", "code", 0, markup="`", content=_code(code)))
        else:
            opening, closing, tag = _TAGS[found["mark"]]
            tokens.append(Token(opening, tag, 1, markup=found["mark"]))
            tokens.append(Token("text", "", 0, content=found["words"], level=1))
            tokens.append(Token(closing, tag, -1, markup=found["mark"]))
    rest = text[end:]
    return None if "`" in rest or "*" in rest else [*tokens, *_lines(rest)]


def _lines(text: str) -> list[Token]:
    """Lines, with the spaces around their ends gone."""
    if not text:
        return []
    tokens: list[Token] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            tokens[-1].content = tokens[-1].content.removesuffix(" ")
            tokens.append(Token("softbreak", "br", 0))
        tokens.append(Token("text", "", 0, content=line.lstrip(" \t") if number else line))
    return tokens


def _code(written: str) -> str:
    """A line end is a space; one space goes at each side, unless there are only spaces."""
    content = written.replace("\n", " ")
    padded = content.startswith(" ") and content.endswith(" ") and content.strip(" ")
    return content[1:-1] if padded else content
