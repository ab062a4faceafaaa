"""What can be open at the end of a line of Python."""

from __future__ import annotations

from site_builder.model import value

CLOSERS = {"(": ")", "[": "]", "{": "}"}


@value
class Opening:
    what: str  # "the brackets", "the string", "the statement"
    line: int  # where it was opened
