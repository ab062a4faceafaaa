"""No address: the whole file."""

from __future__ import annotations

from site_builder.excerpts.modes.outcome import Unresolved
from site_builder.excerpts.source import SourceText
from site_builder.model import LineRange


def resolve(source: SourceText) -> tuple[LineRange, ...] | Unresolved:
    if not source.line_count:
        return Unresolved(message="is empty: there are no lines to show", help="quote a file that has lines")
    return (LineRange(first=1, last=source.line_count),)
