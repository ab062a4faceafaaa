"""Highlighted lines and notes: what an author marked → line numbers shown, or what is outside the excerpt.

Numbers are the source's. A quoted text marks every shown line that holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from site_builder.excerpts.caption import ranges_text
from site_builder.model import ExcerptRequest, LineRange, Problem


def highlighted(
    request: ExcerptRequest, rows: Mapping[int, str], ranges: tuple[LineRange, ...]
) -> tuple[frozenset[int], tuple[Problem, ...]]:
    """`rows` are the shown lines by number; what is outside them is a problem and marks nothing."""
    marked: set[int] = set()
    problems: list[Problem] = []
    shown = f"the excerpt shows {ranges_text(ranges)}"
    for mark in request.highlight:
        lines = _marked(mark, rows)
        marked.update(lines)
        if not lines and isinstance(mark, str):
            problems.append(_outside(request, f"no line of the excerpt holds `{mark}`", shown))
        elif not lines:
            problems.append(_outside(request, f"`:highlight:` {mark} is outside the excerpt", shown))
    for note in request.notes:
        if note.line not in rows:
            problems.append(_outside(request, f"`:note-{note.line}:` is outside the excerpt", shown))
    return frozenset(marked), tuple(problems)


def _marked(mark: LineRange | str, rows: Mapping[int, str]) -> Iterable[int]:
    if isinstance(mark, str):
        return [number for number, line in rows.items() if mark in line]
    if mark.first not in rows or mark.last not in rows:
        return []
    return [number for number in rows if mark.first <= number <= mark.last]


def _outside(request: ExcerptRequest, message: str, shown: str) -> Problem:
    return Problem(
        where=request.where, code="excerpt-highlight", message=message, help=f"{shown}; mark one of its lines"
    )
