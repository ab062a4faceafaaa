"""For code scanning: SARIF 2.1.0 (OASIS, 2020). The page is the location, the source a related one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import quote

from site_builder import __version__
from site_builder.model import LineRange, Problem, Severity, Where
from site_builder.report.codes import CODES
from site_builder.report.context import Context
from site_builder.report.explain import explanation

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(problems: Sequence[Problem], context: Context) -> str:
    codes = sorted({problem.code for problem in problems})
    run = {
        "tool": {
            "driver": {"name": "sitemaf", "version": __version__, "rules": [_rule(one) for one in codes]}
        },
        "automationDetails": {"id": f"sitemaf/{context.command}/"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes.index(problem.code), context) for problem in problems],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    rule: dict[str, object] = {"id": code}
    if row := CODES.get(code):
        text = explanation(code)
        rule |= {
            "shortDescription": {"text": row.title},
            "help": {"text": text, "markdown": text},
            "defaultConfiguration": {"level": str(row.verify)},
        }
    return rule


def _result(problem: Problem, rule: int, context: Context) -> dict[str, object]:
    text = problem.message + (f"\n\n{problem.help}" if problem.help else "")
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": str(problem.severity or Severity.ERROR),
        "message": {"text": text},
        "locations": [_location(problem.where, context.prefix)],
        "partialFingerprints": {"problem/v1": _fingerprint(problem)},
        "properties": {"fixable": problem.fixable, "diff": problem.diff},
    }
    if related := _related(problem, context):
        result["relatedLocations"] = [{"id": at, **one} for at, one in enumerate(related)]
    return result


def _related(problem: Problem, context: Context) -> list[dict[str, object]]:
    found = [_location(where, context.prefix) for where in problem.related]
    detail = problem.excerpt
    if detail is None:
        return found
    path, lines = detail.current or (detail.repo_path, detail.ranges[0] if detail.ranges else None)
    found.append(_source(path, lines, "the quoted file"))
    found.extend(_source(path, lines, "a candidate") for path, lines in detail.candidates)
    return found


def _location(where: Where, prefix: str) -> dict[str, object]:
    region = {"startLine": where.line, "startColumn": where.column}
    present = {name: number for name, number in region.items() if number is not None}
    return _physical(prefix + where.path, present if where.line is not None else {})


def _source(repo_path: str, lines: LineRange | None, what: str) -> dict[str, object]:
    region = {"startLine": lines.first, "endLine": lines.last} if lines else {}
    return {**_physical(repo_path, region), "message": {"text": what}}


def _physical(path: str, region: dict[str, int]) -> dict[str, object]:
    uri = quote(path.encode("utf-8", "surrogateescape"))
    physical: dict[str, object] = {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}}
    return {"physicalLocation": {**physical, "region": region} if region else physical}


def _fingerprint(problem: Problem) -> str:
    """The same for the same finding when lines above it come and go."""
    address = f"{problem.excerpt.repo_path}#{problem.excerpt.address}" if problem.excerpt else problem.message
    parts = "\0".join((problem.code, problem.where.path, address))
    return sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()
