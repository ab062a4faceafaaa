"""What accepting adds up to: the parts (excerpts, values, transcripts, reviews) each give one of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from site_builder.model import Plan, Problem, Where, value


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


def unread(plan: Plan) -> tuple[Problem, ...]:
    """What keeps this verb from seeing all that there is to accept, in the words of `verify`."""
    files = (one for one in plan.problems if one.code in ("config", "page-encoding"))
    return (*files, *unread_blocks(plan))


def unread_blocks(plan: Plan) -> tuple[Problem, ...]:
    """What stands on pages in the place of something that could not be read: it may quote anything."""
    blocks = (block for page in plan.pages for one in page.translations.values() for block in one.blocks)
    return tuple(block for block in blocks if isinstance(block, Problem))
