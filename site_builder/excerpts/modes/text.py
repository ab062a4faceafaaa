"""`:from:` and `:to:`: literal text, each found in exactly one line of the file."""

from __future__ import annotations

from site_builder.excerpts.modes.outcome import Unresolved, listed, nearest
from site_builder.excerpts.source import SourceText
from site_builder.model import LineRange, TextAddress

LISTED = 6


def resolve(address: TextAddress, source: SourceText) -> tuple[LineRange, ...] | Unresolved:
    first = _only_line("from", address.start, source)
    if isinstance(first, Unresolved):
        return first
    last = _only_line("to", address.end, source)
    if isinstance(last, Unresolved):
        return last
    if last < first:
        return Unresolved(
            message=f"has `{address.end}` at L{last}, before `{address.start}` at L{first}",
            help="let `:from:` stand before `:to:`",
            lines=(first, last),
        )
    return (LineRange(first=first, last=last),)


def _only_line(option: str, text: str, source: SourceText) -> int | Unresolved:
    found = _lines_with(text, source)
    if len(found) == 1:
        return found[0]
    if not found:
        known = (line.strip() for line in source.text.split("\n"))
        advice = nearest(text.strip(), known) or f"copy the text of `:{option}:` from one line of the file"
        return Unresolved(message=f"has no line with `{text}`", help=advice)
    more = " and more" if len(found) > LISTED else ""
    return Unresolved(
        message=f"has `{text}` in several lines: {listed(found[:LISTED])}{more}",
        help=f"write more of the line in `:{option}:`, so that it occurs once",
        lines=found,
    )


def _lines_with(text: str, source: SourceText) -> tuple[int, ...]:
    """Each line that holds `text`; one past what a message lists is enough to know that they are several."""
    found: list[int] = []
    offset = source.text.find(text) if text and "\n" not in text else -1
    while offset >= 0 and len(found) <= LISTED:
        line = source.line_at(offset)
        found.append(line)
        offset = source.text.find(text, source.start_of(line + 1))
    return tuple(found)
