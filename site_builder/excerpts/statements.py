"""Where Python statements are open across a line end: text of a file → line → what is open after it.

Strings, comments and brackets are found by one pattern. Where it does not come out even, the file is read
again by the scanner that knows f-strings with nested fields; where that does not either, the text does not
close what it opens, and nothing certain can be said of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from site_builder.excerpts.fstrings import Unbalanced, scan
from site_builder.excerpts.opening import CLOSERS, Opening

# Unrolled loops: a run of plain characters is one step, not one a character.
STRING_OR_COMMENT = (
    r"\#[^\n]*\n"
    r'|"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|"(?!"")[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|'(?!'')[^'\\\n]*(?:\\.[^'\\\n]*)*'"
)
# A pair of brackets with nothing of interest inside opens nothing that matters.
PAIR = r"\([^()\[\]{}\"'#\\\n]*\)|\[[^()\[\]{}\"'#\\\n]*\]"
SKIPPED = re.compile(f"{STRING_OR_COMMENT}", re.DOTALL)
TOKEN = re.compile(rf"{STRING_OR_COMMENT}|{PAIR}|[()\[\]{{}}\"']|\\\n", re.DOTALL)


def is_closed(text: str) -> bool:
    """Whether nothing is open at the end of `text`, which begins with nothing open; False: look closer."""
    code = SKIPPED.sub("", text)
    return (
        '"' not in code
        and "'" not in code
        and not code.endswith("\\\n")
        and all(code.count(opener) == code.count(closer) for opener, closer in CLOSERS.items())
    )


@lru_cache(maxsize=4096)
def open_lines(text: str) -> Mapping[int, Opening]:
    """Every line after whose end a statement is still open; empty where the text does not balance."""
    try:
        return _quick(text)
    except Unbalanced:
        pass
    try:
        return scan(text)
    except Unbalanced:
        return {}


def _quick(text: str) -> Mapping[int, Opening]:
    ends = list(accumulate(len(line) + 1 for line in text.split("\n")))
    opened: dict[int, Opening] = {}
    stack: list[tuple[str, int]] = []  # closer, offset
    for found in TOKEN.finditer(text):
        token = found[0]
        if token in CLOSERS:
            stack.append((CLOSERS[token], found.start()))
        elif len(token) == 1:
            if not stack or stack[-1][0] != token:
                raise Unbalanced
            _, start = stack.pop()
            if not stack:
                _mark(opened, "the brackets", start, found.start(), ends)
        elif token == "\\\n":
            if not stack:
                _continue(opened, bisect_right(ends, found.start()) + 1)
        elif token[0] in "\"'":
            if "{" in token and token.count("{") != token.count("}") and _is_format(text, found.start()):
                raise Unbalanced
            if not stack and "\n" in token:
                _mark(opened, "the string", found.start(), found.end() - 1, ends)
    if stack:
        raise Unbalanced
    return opened


def _is_format(text: str, at: int) -> bool:
    """Whether the string at this place may be an f-string: its end could be a quote inside a field."""
    return at > 0 and text[at - 1] in "fFtTrR"


def _mark(opened: dict[int, Opening], what: str, start: int, end: int, ends: Sequence[int]) -> None:
    """Everything between two offsets is open at the line ends between them."""
    first, last = bisect_right(ends, start) + 1, bisect_right(ends, end) + 1
    if first < last:
        opened.update(dict.fromkeys(range(first, last), Opening(what=what, line=first)))


def _continue(opened: dict[int, Opening], line: int) -> None:
    before = opened.get(line - 1)
    first = before.line if before and before.what == "the statement" else line
    opened[line] = Opening(what="the statement", line=first)
