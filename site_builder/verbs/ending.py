"""The end of a verb that reports: problems → output in the chosen format, a summary line, an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from site_builder.model import Problem, Severity
from site_builder.report import print_report, weigh

CLEAN, PROBLEMS, CONFIGURATION = 0, 1, 2


def has_errors(problems: Iterable[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def report(
    verb: str,
    found: Iterable[Problem],
    *,
    root: Path,
    report_format: str,
    strict: bool = False,
    counts: Mapping[str, int] | None = None,
) -> tuple[Problem, ...]:
    """Weigh the problems for this verb, print them, and give them back weighed, sorted by place."""
    problems = weigh(found, verb, strict=strict)
    print_report(problems, verb=verb, root=root, report_format=report_format, counts=counts or {}, out=sys.stdout)
    return problems


def refuse(verb: str, problems: Iterable[Problem], root: Path, report_format: str) -> int:
    """The configuration cannot be used: report that alone, exit 2."""
    report(verb, problems, root=root, report_format=report_format)
    return CONFIGURATION


def say(line: str, *, quiet: bool = False) -> None:
    """One line about the work itself; results go to stdout, so this goes to stderr."""
    if not quiet:
        print(line, file=sys.stderr)
