"""Exact search: where lines occur in a file.

In: the text of one or several parts (each ends with LF) and a source. Out: every place where exactly these
lines stand. Nothing is ever matched by likeness.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from site_builder.excerpts.source import INDENT, SourceText, dedent, digest, split
from site_builder.model import LineRange, Pin

Placement = tuple[LineRange, ...]  # one range for each part, ascending, disjoint
WORD = re.compile(r"[^\W\d_]{3}")
LEADING = re.compile(rf"^[{INDENT}]+", re.MULTILINE)


def first_lines(text: str, source: SourceText) -> list[int]:
    """The number of each line at which a run equal to `text` begins; runs may overlap."""
    found: list[int] = []
    offset = source.text.find(text) if text else -1
    while offset >= 0:
        line = source.line_at(offset)
        if source.start_of(line) == offset:
            found.append(line)
        offset = source.text.find(text, source.start_of(line + 1))
    return found


def placements(parts: Sequence[str], source: SourceText) -> tuple[Placement, ...]:
    """Every place of a single part; of several parts the earliest and the latest places in order.

    Several parts have exactly one place in order when the earliest and the latest agree.
    """
    heights = [part.count("\n") for part in parts]
    if len(parts) == 1:
        return tuple((_range(line, heights[0]),) for line in first_lines(parts[0], source))
    starts = [first_lines(part, source) for part in parts]
    earliest = _in_order(starts, heights)
    if earliest is None:
        return ()
    turned = [
        [-(line + height - 1) for line in reversed(lines)]
        for lines, height in zip(starts, heights, strict=True)
    ]
    mirrored = _in_order(turned[::-1], heights[::-1])
    assert mirrored is not None  # what can be placed from the top can be placed from the bottom
    latest = [-(line + height - 1) for line, height in zip(mirrored[::-1], heights, strict=True)]
    both = [tuple(map(_range, lines, heights)) for lines in (earliest, latest)]
    return tuple(dict.fromkeys(both))


def _range(first: int, height: int) -> LineRange:
    return LineRange(first=first, last=first + height - 1)


def _in_order(starts: Sequence[Sequence[int]], heights: Sequence[int]) -> list[int] | None:
    """The lowest start for each part in turn that lies past the part before."""
    chosen: list[int] = []
    free: float = float("-inf")
    for lines, height in zip(starts, heights, strict=True):
        line = next((line for line in lines if line >= free), None)
        if line is None:
            return None
        chosen.append(line)
        free = line + height
    return chosen


def by_digest(pin: Pin, source: SourceText) -> tuple[Placement, ...]:
    """The same search where only the pin is left of the text: ends as text, all of it as a hash.

    The parts of a list are sought at the distances that the pin gives them.
    """
    first, last = pin.ranges[0].first, pin.ranges[-1].last
    found: list[Placement] = []
    for line in first_lines(f"{pin.first}\n", source):
        shift = line - first
        if last + shift > source.line_count:
            break
        ranges = shifted(pin.ranges, shift)
        if source.lines(_range(last + shift, 1)) == [pin.last] and holds_pin(ranges, pin, source):
            found.append(ranges)
    return tuple(found)


def shifted(ranges: Placement, shift: int) -> Placement:
    return tuple(LineRange(first=lines.first + shift, last=lines.last + shift) for lines in ranges)


def holds_pin(ranges: Placement, pin: Pin, source: SourceText) -> bool:
    """Whether these lines of the source are the pinned text."""
    text = source.part(ranges)
    return text is not None and digest(text) == pin.sha256


def hull(ranges: Placement) -> LineRange:
    return LineRange(first=ranges[0].first, last=ranges[-1].last)


def numbers(ranges: Placement) -> list[int]:
    return [number for lines in ranges for number in range(lines.first, lines.last + 1)]


def is_sought_elsewhere(text: str) -> bool:
    """A text without a word of three letters says too little to be recognised in another file."""
    return WORD.search(text) is not None


def dedented_runs(text: str, source: SourceText) -> tuple[LineRange, ...]:
    """Every run that equals `text` once both are dedented."""
    wanted = dedent(text.split("\n")[:-1])
    height = len(wanted)
    flat = _without_indent(source.text)
    runs = (_range(line, height) for line in first_lines(LEADING.sub("", text), flat))
    return tuple(lines for lines in runs if dedent(source.lines(lines)) == wanted)


@lru_cache(maxsize=64)
def _without_indent(text: str) -> SourceText:
    return split(LEADING.sub("", text))
