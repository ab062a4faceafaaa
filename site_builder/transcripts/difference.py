"""Two texts or two JSON values → the unified diff that a finding carries."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from site_builder.transcripts.canonical import Json, laid_out

MOST = 4000  # lines on each side that are compared line by line; the rest of a longer text is only counted
CONTEXT = 3


def json_diff(old: Json, new: Json) -> str:
    return lines_diff(laid_out(old).split("\n"), laid_out(new).split("\n"))


def text_diff(old: str, new: str) -> str:
    return lines_diff(old.split("\n"), new.split("\n"))


def lines_diff(old: Sequence[str], new: Sequence[str]) -> str:
    """Equal ends are put aside first, so that one change in a long text is found at once."""
    start = _equal_start(old, new)
    end = _equal_start(list(reversed(old[start:])), list(reversed(new[start:])))
    first = max(0, start - CONTEXT)
    tail = max(0, end - CONTEXT)
    before, after = old[first : len(old) - tail], new[first : len(new) - tail]
    rows = list(difflib.unified_diff(before[:MOST], after[:MOST], "accepted", "now", n=CONTEXT, lineterm=""))
    skipped = max(len(before), len(after)) - MOST
    if skipped > 0:
        rows.append(f" … {skipped} more lines")
    return "\n".join([*rows[:2], *(_shifted(row, first) for row in rows[2:])])


def _equal_start(old: Sequence[str], new: Sequence[str]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _shifted(row: str, by: int) -> str:
    """The line numbers of a hunk, counted from the text's own beginning."""
    if not row.startswith("@@ ") or by == 0:
        return row
    old, new = row.split(" ")[1:3]
    return f"@@ {_moved(old, by)} {_moved(new, by)} @@"


def _moved(part: str, by: int) -> str:
    first, comma, count = part[1:].partition(",")
    return f"{part[0]}{int(first) + by}{comma}{count}"
