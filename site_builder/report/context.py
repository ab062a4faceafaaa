"""What every report format may need besides the problems themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from site_builder.model import Problem, Severity, value


@value
class Context:
    """`line` gives a line of a project file, None if there is none; `prefix` leads from the repository's top
    to the project folder: empty, or with a slash at its end."""

    command: str
    counts: Mapping[str, int] = field(default_factory=dict)
    line: Callable[[str, int], str | None] = lambda path, number: None
    prefix: str = ""
    colors: bool = False


def count(problems: Iterable[Problem], severity: Severity) -> int:
    return sum(problem.severity is severity for problem in problems)
