"""SARIF: valid, with the page as the place and the source as a related one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from site_builder.model import ExcerptDetail, LineRange, Problem, Severity, Where
from site_builder.report.codes import CODES
from site_builder.report.context import Context
from site_builder.report.sarif import render

sys.path.insert(0, str(Path(__file__).parent))
from sarif_subset import SCHEMA

LINES = LineRange(first=5, last=6)


def problem(code: str = "excerpt-moved", **members: Any) -> Problem:
    given = {"where": Where(path="content/a b.fr.md", line=2, column=3), "message": "moved", **members}
    return Problem(code=code, severity=Severity.ERROR, **given)


def run_of(*problems: Problem, prefix: str = "") -> dict[str, Any]:
    document = json.loads(render(problems, Context(command="verify", prefix=prefix)))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(document, SCHEMA)
    run: dict[str, Any] = document["runs"][0]
    return run


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_gives_a_valid_document(code: str) -> None:
    run = run_of(problem(code), problem(code, where=Where(path="sitemaf.toml")))
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == CODES[code].title


def test_without_problems_the_document_is_valid_and_empty() -> None:
    assert run_of()["results"] == []


def test_the_page_is_the_location_and_the_source_a_related_one() -> None:
    detail = ExcerptDetail(
        repo_path="src/x.py",
        address="L3-L4",
        current=("src/x.py", LINES),
        candidates=(("src/y.py", LINES),),
    )
    related = (Where(path="content/other.md", line=9),)
    result = run_of(problem(excerpt=detail, related=related), prefix="docs/")["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "docs/content/a%20b.fr.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 2, "startColumn": 3}
    places = [one["physicalLocation"] for one in result["relatedLocations"]]
    assert [one["artifactLocation"]["uri"] for one in places] == [
        "docs/content/other.md",
        "src/x.py",
        "src/y.py",
    ]
    assert places[1]["region"] == {"startLine": 5, "endLine": 6}


def test_a_rule_appears_once_and_results_point_at_it() -> None:
    run = run_of(problem("value-drift"), problem("excerpt-moved"), problem("value-drift", message="other"))
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["excerpt-moved", "value-drift"]
    assert [rules[one["ruleIndex"]] for one in run["results"]] == [one["ruleId"] for one in run["results"]]


def test_a_finding_keeps_its_fingerprint_when_lines_above_it_come_and_go() -> None:
    detail = ExcerptDetail(repo_path="src/x.py", address="L3-L4")
    one, two, three = run_of(
        problem(excerpt=detail),
        problem(excerpt=detail, where=Where(path="content/a b.fr.md", line=40), message="moved to elsewhere"),
        problem("excerpt-edited", excerpt=detail),
    )["results"]
    assert one["partialFingerprints"] == two["partialFingerprints"] != three["partialFingerprints"]
