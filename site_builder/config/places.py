"""Where a key stands in a TOML text: (text, dotted keys) → line, for messages only.

The reading itself is tomllib's. This walk over the lines knows table headers and the keys before `=`; a
key inside an inline table has the line of the key that holds the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

Keys = tuple[str, ...]
_HEADER = re.compile(r"\s*\[\[?(?P<keys>[^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_ASSIGNMENT = re.compile(rf"\s*(?P<keys>{_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_PART = re.compile(_KEY)


def find_keys(text: str) -> Mapping[Keys, int]:
    """Every table and key of `text` with the line, from 1, where it first appears."""
    lines: dict[Keys, int] = {}
    table: Keys = ()
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(line):
            table = _split(header["keys"])
            _note(lines, table, number)
        elif assignment := _ASSIGNMENT.match(line):
            _note(lines, (*table, *_split(assignment["keys"])), number)
    return lines


def line_of(lines: Mapping[Keys, int], keys: Keys) -> int | None:
    """The line of `keys`, or of the nearest table around it."""
    for end in range(len(keys), 0, -1):
        if keys[:end] in lines:
            return lines[keys[:end]]
    return None


def _note(lines: dict[Keys, int], keys: Keys, number: int) -> None:
    for end in range(1, len(keys) + 1):
        lines.setdefault(keys[:end], number)


def _split(dotted: str) -> Keys:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
