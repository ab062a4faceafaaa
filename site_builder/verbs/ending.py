"""The end of a verb that reports: problems → output in the chosen format, an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from site_builder.model import Problem, Severity, value
from site_builder.report import render_report, wants_colors, weigh, write
from site_builder.report.escaping import plain_lines

CLEAN, PROBLEMS, CONFIGURATION = 0, 1, 2


@value
class Options:
    """What every reporting verb takes from the command line."""

    project: Path | None = None
    quiet: bool = False
    verbose: bool = False
    report_format: str = "text"
    strict: bool = False


def has_errors(problems: Iterable[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def report(
    verb: str, found: Iterable[Problem], root: Path, options: Options, counts: Mapping[str, int] | None = None
) -> tuple[Problem, ...]:
    """Weigh the problems for this verb, print them, and give them back weighed, sorted by place."""
    return tell(verb, found, root, options, counts)[0]


def tell(
    verb: str, found: Iterable[Problem], root: Path, options: Options, counts: Mapping[str, int] | None = None
) -> tuple[tuple[Problem, ...], str]:
    """The same; also gives back what was printed."""
    problems = weigh(found, verb, strict=options.strict)
    text = render_report(
        problems,
        verb=verb,
        root=root,
        report_format=options.report_format,
        counts=counts or {},
        colors=wants_colors(sys.stdout),
    )
    write(text, sys.stdout)
    return problems, text


def refuse(verb: str, problems: Iterable[Problem], root: Path, options: Options) -> int:
    """The configuration cannot be used: report that alone, exit 2."""
    report(verb, problems, root, options)
    return CONFIGURATION


def say(line: str, *, quiet: bool = False) -> None:
    """One line about the work itself; results go to stdout, so this goes to stderr."""
    if not quiet:
        with suppress(OSError):  # the work is done, whether or not anybody can be told
            print("\n".join(plain_lines(line)), file=sys.stderr, flush=True)


def count_up(counts: Mapping[str, int]) -> str:
    """What was made or verified, in words."""
    pages, excerpts, runs = (
        f"{counts[name]} {name if counts[name] != 1 else name[:-1]}" for name in ("pages", "excerpts", "runs")
    )
    return f"{pages}, {excerpts} and {runs}"
