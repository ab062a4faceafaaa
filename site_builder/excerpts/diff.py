"""Unified diffs of an excerpt: what was pinned, and what stands there now.

In: numbered lines of both sides. Out: text that starts with `---` and `+++`, its hunks numbered as the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

CONTEXT = 3
LARGE = 1500  # lines; beyond, popular lines are no anchors, or the comparison would be quadratic


def unified(
    old: Sequence[str],
    new: Sequence[str],
    *,
    old_numbers: Sequence[int],
    new_numbers: Sequence[int],
    old_name: str,
    new_name: str,
) -> str:
    """Empty where both sides are equal; numbers are those of the lines in their files, and may have gaps."""
    matcher = SequenceMatcher(None, old, new, autojunk=max(len(old), len(new)) > LARGE)
    lines: list[str] = []
    for group in matcher.get_grouped_opcodes(CONTEXT):
        (_, a, _, c, _), (_, _, b, _, d) = group[0], group[-1]
        lines.append(f"@@ -{_span(a, b, old_numbers)} +{_span(c, d, new_numbers)} @@")
        for tag, i, j, k, m in group:
            if tag == "equal":
                lines.extend(_signed(" ", old[i:j]))
                continue
            lines.extend(_signed("-", old[i:j]))
            lines.extend(_signed("+", new[k:m]))
    return "\n".join([f"--- {old_name}", f"+++ {new_name}", *lines, ""]) if lines else ""


def _signed(sign: str, lines: Iterable[str]) -> Iterable[str]:
    return (f"{sign}{line}" for line in lines)


def _span(start: int, stop: int, numbers: Sequence[int]) -> str:
    count = stop - start
    if not count:  # as git: an empty side names the line before
        return f"{numbers[start - 1] if start else 0},0"
    return f"{numbers[start]}" if count == 1 else f"{numbers[start]},{count}"
