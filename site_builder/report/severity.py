"""How much a problem weighs: problems and a verb → the same problems with a severity, sorted, each once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from site_builder.model import Problem, Severity, Where
from site_builder.report.codes import CODES

_AUTHORING = frozenset({"build", "serve", "init"})  # the verbs in which unfinished work may be looked at


def weigh(problems: Iterable[Problem], verb: str, strict: bool = False) -> tuple[Problem, ...]:
    """Severities for `verb`; with `strict` a warning is an error. Sorted by path, line, code."""
    weighed = (_with_severity(problem, verb, strict) for problem in dict.fromkeys(problems))
    return _each_once(sorted(weighed, key=_place))


def _each_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """One fault seen from several places (a run that failed, on each page that shows it) is one problem."""
    related: dict[Problem, dict[Where, None]] = {}
    for problem in problems:
        related.setdefault(replace(problem, related=()), {}).update(dict.fromkeys(problem.related))
    return tuple(replace(problem, related=tuple(places)) for problem, places in related.items())


def _with_severity(problem: Problem, verb: str, strict: bool) -> Problem:
    severity = Severity.ERROR if strict else problem.severity or _tabled(problem.code, verb)
    return problem if severity is problem.severity else replace(problem, severity=severity)


def _tabled(code: str, verb: str) -> Severity:
    row = CODES.get(code)
    if row is None:  # better loud than lost
        return Severity.ERROR
    return row.build if verb in _AUTHORING else row.verify


def _place(problem: Problem) -> tuple[str, int, str, int, str]:
    where = problem.where
    return (where.path, where.line or 0, problem.code, where.column or 0, problem.message)
