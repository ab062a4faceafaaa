"""Valid TOML text → the line of every key and of every array element, so that a finding has a place.

The parsers give values without places. This scanner reads text that a parser has accepted, so it needs no
error handling of its own: it follows strings, brackets and comments only to know where things begin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

# Possessive, for the text is valid: a way back to each character would take a hundred bytes of memory.
_SPACE = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*+")
_STRING = re.compile(
    r'"""(?:[^"\\]+|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]+|\\.)*+"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ATOM = re.compile(r"[^\s,\]}#]+(?: \d\d:[^\s,\]}#]+)?")


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line, counted from 1, at which each key path is first written."""
    return _Scan(text.replace("\r\n", "\n")).document()


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """The line of `path`, or of the nearest table around it."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


class _Scan:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}
        self.counted, self.line = 0, 1  # how far line ends are counted: places come in the order of the text

    def document(self) -> Mapping[KeyPath, int]:
        table: KeyPath = ()
        while True:
            self.skip()
            if self.at >= len(self.text):
                return self.lines
            if self.text.startswith("[", self.at):
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> KeyPath:
        double = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 2 if double else 1
        path = self.key(())
        self.at = self.text.index("]", self.at) + (2 if double else 1)
        if double:
            index = self.counts.get(path, 0)
            self.counts[path] = index + 1
            self.note(path, start)
            path = (*path, index)
        self.note(path, start)
        return path

    def pair(self, table: KeyPath) -> None:
        start = self.at
        path = self.key(table)
        for length in range(len(table) + 1, len(path) + 1):
            self.note(path[:length], start)
        self.skip()
        self.at += 1  # the equals sign
        self.value(path)

    def key(self, table: KeyPath) -> KeyPath:
        path = table
        while True:
            self.skip()
            if match := _STRING.match(self.text, self.at):
                path = (*path, match.group()[1:-1])
            elif match := _BARE_KEY.match(self.text, self.at):
                path = (*path, match.group())
            else:
                return path
            self.at = match.end()
            self.skip()
            if not self.text.startswith(".", self.at):
                return path
            self.at += 1

    def value(self, path: KeyPath) -> None:
        self.skip()
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            self.items(path, "]")
        elif opening == "{":
            self.items(path, "}")
        elif match := _STRING.match(self.text, self.at) or _ATOM.match(self.text, self.at):
            self.at = match.end()

    def items(self, path: KeyPath, closing: str) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip()
            if self.text.startswith(closing, self.at) or self.at >= len(self.text):
                self.at += 1
                return
            if self.text.startswith(",", self.at):
                self.at += 1
            elif closing == "}":
                self.pair(path)
            else:
                self.note((*path, index), self.at)
                self.value((*path, index))
                index += 1

    def note(self, path: KeyPath, at: int) -> None:
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at
        self.lines.setdefault(path, self.line)

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
