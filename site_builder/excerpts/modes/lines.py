"""`:lines:`: ranges as written, inside the file, never clipped."""

from __future__ import annotations

from site_builder.excerpts.modes.outcome import Unresolved
from site_builder.excerpts.source import SourceText
from site_builder.model import LineRange, LinesAddress


def resolve(address: LinesAddress, source: SourceText) -> tuple[LineRange, ...] | Unresolved:
    last = address.ranges[-1]
    if source.holds(last):
        return address.ranges
    return Unresolved(
        message=f"has no {last}: {_size(source)}", help=_advice(last, source), code="excerpt-out-of-range"
    )


def _size(source: SourceText) -> str:
    match source.line_count:
        case 0:
            return "it is empty"
        case 1:
            return "it has 1 line"
        case count:
            return f"it has {count} lines"


def _advice(last: LineRange, source: SourceText) -> str:
    end = source.line_count
    if not end:
        return "quote a file that has lines"
    first = last.first if last.first <= end else max(1, end - len(last) + 1)
    lines = f"{first}-{end}" if first < end else f"{end}"
    return f"write `:lines: {lines}`; {_size(source).replace('it', 'the file', 1)}"
