"""What `accept` did or would do, for people: sentences and diffs → lines, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from site_builder.model import Where
from site_builder.report.context import Context
from site_builder.report.printing import wants_colors, write
from site_builder.report.text import diff_lines, place


def print_changes(changes: Iterable[tuple[Where, str, str | None]], dry_run: bool, out: TextIO) -> None:
    """One line a change, its diff below it."""
    context = Context(command="accept", colors=wants_colors(out))
    lines: list[str] = []
    for where, sentence, diff in changes:
        lines.append(f"{place(where)}: {'would have ' if dry_run else ''}{sentence}")
        lines.extend(diff_lines(diff, context) if diff else ())
    if lines:
        write("\n".join(lines) + "\n", out)
