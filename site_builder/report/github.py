"""For GitHub Actions: one workflow command a problem, which the forge shows beside the line.

Escaping as the runner undoes it: `%`, CR and LF in messages; in properties also `:` and `,`.
"""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.model import Problem, Severity
from site_builder.report.context import Context
from site_builder.report.escaping import plain_lines, short


def render(problems: Sequence[Problem], context: Context) -> str:
    return "".join(_command(problem, context) for problem in problems)


def _command(problem: Problem, context: Context) -> str:
    where = problem.where
    properties = {"file": context.prefix + where.path, "line": where.line, "col": where.column}
    properties["title"] = problem.code
    named = ",".join(f"{name}={_property(str(one))}" for name, one in properties.items() if one is not None)
    kind = "warning" if problem.severity is Severity.WARNING else "error"
    message = short(problem.message) + (f"\nhelp: {short(problem.help)}" if problem.help else "")
    if problem.diff:
        message += "\n" + problem.diff.rstrip("\n")
    return f"::{kind} {named}::{_data(message)}\n"


def _data(text: str) -> str:
    return "%0A".join(plain_lines(text.replace("%", "%25")))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
