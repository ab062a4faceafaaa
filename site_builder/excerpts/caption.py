"""Captions: where an excerpt stands, in one line that git can prove.

In: path, ranges, commit. Out: `path · L39–L49 · 9a895c94534c`.
"""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.model import Excerpt, LineRange

COMMIT_DIGITS = 12


def short_commit(commit: str) -> str:
    return commit[:COMMIT_DIGITS]


def ranges_text(ranges: Iterable[LineRange]) -> str:
    """`L39–L49`, one line `L7`, parts `L2, L4–L6`."""
    return ", ".join(map(str, ranges))


def caption_text(
    repo_path: str, ranges: Iterable[LineRange], commit: str | None, working_copy: str = "working copy"
) -> str:
    """`working_copy` is said, in the page's language, where no commit has the lines."""
    revision = short_commit(commit) if commit else working_copy
    return f"{repo_path} · {ranges_text(ranges)} · {revision}"


def caption_of(excerpt: Excerpt, working_copy: str = "working copy") -> str:
    return caption_text(excerpt.repo_path, excerpt.ranges, excerpt.commit, working_copy)
