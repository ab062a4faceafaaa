"""The table of codes: complete, explained, and weighed as each verb should."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import site_builder
from site_builder.model import Problem, Severity, Where
from site_builder.report import CODES, explanation, weigh
from site_builder.report.explain import FOLDER

PACKAGE = Path(site_builder.__file__).parent
HEADINGS = ["## What it means", "## Why it matters", "## How to mend it", "## Example"]
DRIFT = ("excerpt-moved", "excerpt-edited", "parity-links", "link-anchor", "output-stale", "value-drift")
FATAL = ("config", "front-matter", "excerpt-file", "excerpt-mismatch", "demo-exit", "page-collision")
MILD = ("excerpt-no-history", "excerpt-partial", "parity-words")


def problem(code: str, line: int = 1, severity: Severity | None = None, path: str = "a.md") -> Problem:
    return Problem(where=Where(path=path, line=line), code=code, message="something", severity=severity)


def test_every_code_has_one_explanation_and_every_explanation_a_code() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_explanation_says_what_why_how_and_shows_an_example(code: str) -> None:
    lines = explanation(code).splitlines()
    assert lines[0] == f"# {code}"
    assert [line for line in lines if line.startswith("## ")] == HEADINGS
    fences = [line for line in lines if line.startswith("```")]
    assert len(fences) >= 2
    assert max(len(line) for line in lines) < 600


def test_every_code_that_the_program_writes_is_in_the_table() -> None:
    written: set[str] = set()
    subjects = {code.partition("-")[0] for code in CODES}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        written |= set(re.findall(r'\bcode="([a-z-]+)"', text))
    assert {code for code in written if code.partition("-")[0] in subjects or "-" in code} <= set(CODES)
    assert len(written & set(CODES)) > 15


@pytest.mark.parametrize("code", DRIFT)
def test_drift_is_a_warning_while_authoring_and_an_error_in_verify(code: str) -> None:
    assert weigh([problem(code)], "build")[0].severity is Severity.WARNING
    assert weigh([problem(code)], "serve")[0].severity is Severity.WARNING
    assert weigh([problem(code)], "verify")[0].severity is Severity.ERROR


@pytest.mark.parametrize("code", FATAL)
def test_what_cannot_be_made_truthfully_is_an_error_everywhere(code: str) -> None:
    for verb in ("build", "serve", "verify", "accept"):
        assert weigh([problem(code)], verb)[0].severity is Severity.ERROR


@pytest.mark.parametrize("code", MILD)
def test_mild_findings_are_errors_only_when_strict(code: str) -> None:
    assert weigh([problem(code)], "verify")[0].severity is Severity.WARNING
    assert weigh([problem(code)], "verify", strict=True)[0].severity is Severity.ERROR


def test_a_problem_that_knows_its_weight_keeps_it() -> None:
    assert weigh([problem("excerpt-moved", severity=Severity.ERROR)], "build")[0].severity is Severity.ERROR
    assert (
        weigh([problem("front-matter", severity=Severity.WARNING)], "verify")[0].severity is Severity.WARNING
    )
    assert (
        weigh([problem("front-matter", severity=Severity.WARNING)], "verify", True)[0].severity
        is Severity.ERROR
    )


def test_a_code_that_is_not_in_the_table_is_an_error_rather_than_lost() -> None:
    assert weigh([problem("never-heard-of")], "build")[0].severity is Severity.ERROR


def test_problems_are_sorted_by_path_line_and_code_and_each_told_once() -> None:
    found = [
        problem("value-drift", 9),
        problem("config", 9),
        problem("config", 10, path="A.md"),
        problem("config", 9),
    ]
    told = [(one.where.path, one.where.line, one.code) for one in weigh(found, "verify")]
    assert told == [("A.md", 10, "config"), ("a.md", 9, "config"), ("a.md", 9, "value-drift")]
