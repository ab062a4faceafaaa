"""For programs: one object, version 1; ASCII only, so that no terminal or pipe can change it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from site_builder.model import ExcerptDetail, Pin, Problem, Severity
from site_builder.report.context import Context, count


def render(problems: Sequence[Problem], context: Context) -> str:
    document = {
        "version": 1,
        "command": context.command,
        "problems": [_problem(problem) for problem in problems],
        "summary": {
            "errors": count(problems, Severity.ERROR),
            "warnings": count(problems, Severity.WARNING),
            "pages": context.counts.get("pages", 0),
            "excerpts": context.counts.get("excerpts", 0),
            "runs": context.counts.get("runs", 0),
        },
    }
    return json.dumps(document, indent=2) + "\n"


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "severity": str(problem.severity or Severity.ERROR),
        "path": problem.where.path,
        "line": problem.where.line,
        "column": problem.where.column,
        "message": problem.message,
        "help": problem.help,
        "fixable": problem.fixable,
        "excerpt": _excerpt(problem.excerpt) if problem.excerpt else None,
        "diff": problem.diff,
    }


def _excerpt(detail: ExcerptDetail) -> dict[str, object]:
    current = None
    if detail.current is not None:
        path, lines = detail.current
        current = {"path": path, "first": lines.first, "last": lines.last}
    return {
        "path": detail.repo_path,
        "address": detail.address,
        "pinned": _pinned(detail.pinned) if detail.pinned else None,
        "current": current,
        "ranges": [[lines.first, lines.last] for lines in detail.ranges],
        "candidates": [[path, lines.first, lines.last] for path, lines in detail.candidates],
    }


def _pinned(pin: Pin) -> dict[str, object]:
    return {"first": pin.ranges[0].first, "last": pin.ranges[-1].last, "commit": pin.commit}
