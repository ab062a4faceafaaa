"""Whether a Python excerpt begins or ends inside a statement: inside brackets, a string or a continued line.

In: a request, a source and ranges. Out: excerpt-partial warnings. A file whose brackets or strings do not
balance says nothing certain, so nothing is said of it.
"""

from __future__ import annotations

from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.locate import Placement
from site_builder.excerpts.opening import Opening
from site_builder.excerpts.source import SourceText, is_python
from site_builder.excerpts.statements import is_closed, open_lines
from site_builder.model import (
    ExcerptRequest,
    FileAddress,
    LineRange,
    Problem,
    RegionAddress,
    SymbolAddress,
)


def partial_problems(request: ExcerptRequest, source: SourceText, ranges: Placement) -> tuple[Problem, ...]:
    if request.allow_partial or isinstance(request.address, SymbolAddress | FileAddress):
        return ()
    if not is_python(request.path):
        return ()
    if isinstance(request.address, RegionAddress):  # the gaps are markers that the author put there
        ranges = (LineRange(first=ranges[0].first, last=ranges[-1].last),)
    if all(_is_whole(lines, source) for lines in ranges):
        return ()
    opened = open_lines(source.text)
    cuts = [(lines, opened.get(lines.first - 1), opened.get(lines.last)) for lines in ranges]
    return tuple(_problem(request, lines, before, after) for lines, before, after in cuts if before or after)


def _is_whole(lines: LineRange, source: SourceText) -> bool:
    """The quick answer for most excerpts: everything is closed before them and again after them."""
    before = source.text[: source.start_of(lines.first)]
    return is_closed(before) and is_closed(source.slice(lines))


def _problem(
    request: ExcerptRequest, lines: LineRange, before: Opening | None, after: Opening | None
) -> Problem:
    begins = f"begins inside {before.what} of L{before.line}" if before else ""
    ends = f"ends inside {after.what} of L{after.line}" if after else ""
    return Problem(
        where=request.where,
        code="excerpt-partial",
        message=f"`{request.path}` {ranges_text((lines,))} {' and '.join(filter(None, (begins, ends)))}",
        help="show the whole statement, or write `:allow-partial:` if it is meant",
    )
