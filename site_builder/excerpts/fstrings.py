"""The careful reading of Python text: f-strings with nested fields (PEP 701), brackets, continued lines.

In: text. Out: line → what is open after it. It knows nothing else of the grammar, so it also reads files that
this interpreter's parser refuses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from site_builder.excerpts.opening import CLOSERS, Opening
from site_builder.model import value

PREFIX = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{0,2}$", re.ASCII)
IN_CODE = re.compile(r"[#\"'()\[\]{}:\\\n]")
IN_TEXT = re.compile(r"\\N\{[^}\n]*\}|\\[^{}]|\{\{|\}\}|[\"'{}\n]", re.DOTALL)
ENDS = {quote: re.compile(rf"\\.|\n|{quote}", re.DOTALL) for quote in ("'", '"', "'''", '"""')}


class Unbalanced(Exception):
    """The text does not close what it opens; whatever one said of it would be a guess."""


def scan(text: str) -> Mapping[int, Opening]:
    scanner = _Scanner(text)
    scanner.scan()
    return scanner.opened


@value
class _Open:
    """One thing on the stack. `closer` ends it: a bracket, quotes, or `}` of a field and of its format."""

    kind: str  # bracket, string, field, format; plain: a string without fields
    closer: str
    line: int


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1
        self.stack: list[_Open] = []
        self.continued: int | None = None  # first line of a statement continued by a backslash
        self.opened: dict[int, Opening] = {}

    def scan(self) -> None:
        while self.at < len(self.text):
            top = self.stack[-1] if self.stack else None
            literal = top is not None and top.kind != "bracket" and top.kind != "field"
            found = (IN_TEXT if literal else IN_CODE).search(self.text, self.at)
            if found is None:
                break
            self.at = found.end()
            if top is not None and literal:
                self.read_literal(found[0], top)
            else:
                self.read_code(found[0], top)
        if self.stack:
            raise Unbalanced

    def read_code(self, token: str, top: _Open | None) -> None:
        match token:
            case "\n":
                self.end_line()
            case "#":
                end = self.text.find("\n", self.at)
                self.at = end if end >= 0 else len(self.text)
            case '"' | "'":
                self.open_string(token)
            case "\\":
                self.continue_line()
            case ":":
                if top is not None and top.kind == "field":
                    self.stack.append(_Open(kind="format", closer="}", line=self.line))
            case "(" | "[" | "{":
                self.stack.append(_Open(kind="bracket", closer=CLOSERS[token], line=self.line))
            case _:
                if top is None or top.closer != token:
                    raise Unbalanced
                self.stack.pop()

    def open_string(self, quote: str) -> None:
        start = self.at - 1
        prefix = PREFIX.search(self.text, max(0, start - 3), start)
        letters = prefix[0].lower() if prefix else ""
        if self.text.startswith(quote * 3, start):
            quote *= 3
            self.at = start + 3
        kind = "string" if set(letters) & set("ft") else "plain"
        self.stack.append(_Open(kind=kind, closer=quote, line=self.line))
        if kind == "plain":
            self.skip_plain(quote)

    def skip_plain(self, quote: str) -> None:
        """To the end of a string without fields."""
        while True:
            found = ENDS[quote].search(self.text, self.at)
            if found is None or (found[0] == "\n" and len(quote) == 1):
                raise Unbalanced
            self.at = found.end()
            if found[0].endswith("\n"):
                self.end_line()
            elif found[0] == quote:
                self.stack.pop()
                return

    def read_literal(self, token: str, top: _Open) -> None:
        """The text of an f-string or of a format inside one of its fields."""
        string = next(one for one in reversed(self.stack) if one.kind == "string")
        if token.endswith("\n"):
            if len(string.closer) == 1 and token == "\n":
                raise Unbalanced
            self.end_line()
        elif token[0] == "{" and (token == "{" or top.kind == "format"):
            self.at -= len(token) - 1
            self.stack.append(_Open(kind="field", closer="}", line=self.line))
        elif token[0] == "}" and top.kind == "format":
            self.at -= len(token) - 1
            del self.stack[-2:]  # the format and its field
        elif token == "}":
            raise Unbalanced
        elif token in {'"', "'"} and self.text.startswith(string.closer, self.at - 1):
            if top.kind == "format":
                raise Unbalanced
            self.at += len(string.closer) - 1
            self.stack.pop()

    def continue_line(self) -> None:
        if self.text.startswith("\n", self.at):
            self.continued = self.continued or self.line
            self.at += 1
            self.end_line(continued=True)

    def end_line(self, continued: bool = False) -> None:
        if self.stack:
            first = self.stack[0]
            what = "the brackets" if first.kind == "bracket" else "the string"
            self.opened[self.line] = Opening(what=what, line=first.line)
        elif continued and self.continued:
            self.opened[self.line] = Opening(what="the statement", line=self.continued)
        if not continued:
            self.continued = None
        self.line += 1
