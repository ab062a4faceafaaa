"""Addresses of excerpts, read and printed.

In: text as authors, captions and the lock write it. Out: an `Address`, or the message that says what is
wrong.
`parse_address(print_address(a)) == a`; the printed form is the key of a pin.
"""

from __future__ import annotations

import json
import re
from typing import assert_never

from site_builder.model import (
    Address,
    FileAddress,
    LineRange,
    LinesAddress,
    RegionAddress,
    SymbolAddress,
    TextAddress,
)

# ASCII digits only; nine of them exceed any file and stay clear of Python's own limit on long numbers.
RANGE = re.compile(r"L?([0-9]{1,9})(?:\s*[-–]\s*L?([0-9]{1,9}))?", re.ASCII)
LINES_HELP = "write `:lines: 12-20`, or a list such as `12-14,18-20`"
ELLIPSIS = "…"


def parse_lines(text: str) -> LinesAddress | str:
    """`39-49`, `L39-L49`, `L39–L49`, `7`, and lists of these; ranges ascend and do not overlap."""
    ranges: list[LineRange] = []
    for piece in text.split(","):
        found = _parse_range(piece.strip(), text)
        if isinstance(found, str):
            return found
        if ranges and found.first <= ranges[-1].last:
            return f"the ranges of `{text}` do not ascend: {found} comes after {ranges[-1]}"
        ranges.append(found)
    return LinesAddress(ranges=tuple(ranges))


def _parse_range(piece: str, text: str) -> LineRange | str:
    match = RANGE.fullmatch(piece)
    if match is None:
        return f"`{piece or text}` is no range of lines"
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if first < 1:
        return f"`{piece}` begins before line 1"
    if last < first:
        return f"`{piece}` ends before it begins"
    return LineRange(first=first, last=last)


def print_ranges(ranges: tuple[LineRange, ...]) -> str:
    return ",".join(
        f"L{lines.first}" if lines.first == lines.last else f"L{lines.first}-L{lines.last}"
        for lines in ranges
    )


def print_address(address: Address) -> str:
    match address:
        case LinesAddress(ranges=ranges):
            return print_ranges(ranges)
        case SymbolAddress(name=name):
            return f"symbol:{name}"
        case RegionAddress(name=name):
            return f"region:{name}"
        case TextAddress(start=start, end=end):
            return f"text:{_quote(start)}{ELLIPSIS}{_quote(end)}"
        case FileAddress():
            return "file"
        case _:
            assert_never(address)


def parse_address(text: str) -> Address | str:
    """Read what `print_address` prints, and lines in any form that `:lines:` takes."""
    kind, colon, rest = text.partition(":")
    if text == "file":
        return FileAddress()
    if colon and kind in {"symbol", "region"}:
        if not rest.strip():
            return f"`{text}` names no {kind}"
        return SymbolAddress(name=rest) if kind == "symbol" else RegionAddress(name=rest)
    if colon and kind == "text":
        return _parse_text(text, rest)
    return parse_lines(text)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _parse_text(text: str, rest: str) -> TextAddress | str:
    reader = json.JSONDecoder()
    try:
        start, stop = reader.raw_decode(rest)
        end, final = reader.raw_decode(rest[stop + 1 :])
    except ValueError:
        return f'`{text}` is no address of the form `text:"START"{ELLIPSIS}"END"`'
    whole = rest[stop] == ELLIPSIS and stop + 1 + final == len(rest)
    if whole and isinstance(start, str) and isinstance(end, str):
        return TextAddress(start=start, end=end)
    return f"`{text}` is no pair of quoted texts"
