"""Line maps: where git's diff says that old lines stand in a newer file.

In: ranges and hunks of `git diff -U0 --diff-algorithm=myers`. Out: the new lines, or None where the diff
touches them.
"""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.model import Hunk, LineRange


def mapped(lines: LineRange, hunks: Iterable[Hunk]) -> LineRange | None:
    """The new place of lines that the diff leaves alone and together."""
    shift = 0
    for hunk in hunks:
        if _ends_before(hunk, lines.first):
            shift += hunk.new_count - hunk.old_count
        elif _touches(hunk, lines):
            return None
    return LineRange(first=lines.first + shift, last=lines.last + shift)


def mapped_all(ranges: Iterable[LineRange], hunks: tuple[Hunk, ...]) -> tuple[LineRange, ...] | None:
    places = [mapped(lines, hunks) for lines in ranges]
    found = tuple(place for place in places if place is not None)
    return found if len(found) == len(places) else None


def zone(lines: LineRange, hunks: Iterable[Hunk]) -> LineRange | None:
    """The new lines that stand for changed ones: unchanged neighbours mapped, changed hunks taken whole.

    None where nothing is left of them.
    """
    first, last = lines.first, lines.last
    shift_first = shift_last = 0
    for hunk in hunks:
        growth = hunk.new_count - hunk.old_count
        if _ends_before(hunk, lines.first):
            shift_first += growth
            shift_last += growth
        elif _touches(hunk, lines):
            if hunk.old_count and hunk.old_first < first:
                first = hunk.old_first
            old_last = hunk.old_first + hunk.old_count - 1
            last = max(last, old_last) if hunk.old_count else last
            shift_last += growth
    new_first, new_last = first + shift_first, last + shift_last
    return LineRange(first=new_first, last=new_last) if new_first <= new_last else None


def _ends_before(hunk: Hunk, line: int) -> bool:
    last = hunk.old_first + hunk.old_count - 1 if hunk.old_count else hunk.old_first
    return last < line


def _touches(hunk: Hunk, lines: LineRange) -> bool:
    """A change of one of the lines, or an insertion between two of them."""
    if not hunk.old_count:
        return lines.first <= hunk.old_first < lines.last
    return hunk.old_first <= lines.last and hunk.old_first + hunk.old_count - 1 >= lines.first
