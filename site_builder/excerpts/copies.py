"""Where the text of a pin stands in a file: text and pin → ranges, in order of lines.

A pin keeps the hash of its lines, and the first and the last as text: enough to find every exact copy, also
where history cannot give the pinned file. Parts of a list keep their distances.
"""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.excerpts.source import SourceText, digest
from site_builder.model import LineRange, Pin

Ranges = tuple[LineRange, ...]


def copies(text: SourceText, pin: Pin) -> tuple[Ranges, ...]:
    """Every place of `text` that holds exactly the pinned lines."""
    start = pin.ranges[0].first
    shifted = (_shift(pin.ranges, line - start) for line in _lines_equal_to(text, pin.first))
    return tuple(ranges for ranges in shifted if holds(text, ranges, pin))


def holds(text: SourceText, ranges: Ranges, pin: Pin) -> bool:
    """Whether these lines are the pinned ones; the last line is compared first, for it is quick."""
    last = ranges[-1].last
    if last > text.line_count or text.slice(LineRange(first=last, last=last)) != f"{pin.last}\n":
        return False
    part = text.part(ranges)
    return part is not None and digest(part) == pin.sha256


def _lines_equal_to(text: SourceText, line: str) -> Iterator[int]:
    wanted = f"{line}\n"
    at = text.text.find(wanted)
    while at >= 0:
        number = text.line_at(at)
        if text.starts[number - 1] == at:
            yield number
        at = text.text.find(wanted, at + 1)


def _shift(ranges: Ranges, by: int) -> Ranges:
    return tuple(LineRange(first=one.first + by, last=one.last + by) for one in ranges)
