"""What accepting adds up to: the parts (excerpts, values, transcripts, reviews) each give one of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from site_builder.model import Problem, Where, value


@value
class Change:
    """Something accepted: where it is cited, in one sentence, with what it looked like before.

    `finding` is the problem that it mends; a dry run reports that.
    """

    where: Where
    sentence: str
    diff: str | None = None
    finding: Problem | None = None


@value
class Part:
    """`problems` were not named, or are refused; `files` are to be written, None to be removed."""

    changes: tuple[Change, ...] = ()
    problems: tuple[Problem, ...] = ()
    files: Mapping[str, bytes | None] = field(default_factory=dict)
