"""A pattern of a demo that would take for ever is ended and named, and nothing goes on computing."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pytest

from site_builder.effects import patterns
from trial_runs import Trial, asking, processes_with, python

SAYS = python("print('a' * 200 + '!'); print('took 12 ms')")
RULES = "{ NUMBER = '[0-9]+', SLOW = '%s' }"


@pytest.fixture(autouse=True)
def little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "COMPUTING", 0.5)


@pytest.mark.parametrize("slow", ["(a+)+$", "(a|a)*$", "(?:a?){200}a{200}b", "(a*)*(?=b)"])
def test_a_pattern_without_end_is_named_with_the_next_act(
    slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "scratch"  # elsewhere others may be looking through texts just now
    own.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    trial = Trial(tmp_path, f"[runs.it]\n{SAYS}\nnormalize = {RULES % slow}")
    begun = time.monotonic()
    problem = trial.failure()
    assert time.monotonic() - begun < 20
    assert (problem.code, problem.where.path, problem.where.line) == (
        "demo-deadline",
        "demos/Trial/demo.toml",
        2,
    )
    assert f"run Trial/it: the pattern SLOW, `{slow}`, cannot look through" in problem.message
    assert "repetition" in problem.help
    assert processes_with(str(own)) == []


def test_it_is_named_where_a_server_said_the_text_or_the_program_failed(tmp_path: Path) -> None:
    rules = RULES % "(.+)+\\x01"
    server = Trial(tmp_path / "server", asking("plain", more=f"normalize = {rules}"))
    assert "the pattern SLOW" in server.failure().message
    fails = python("import sys; sys.exit('a' * 200)")
    assert "the pattern SLOW" in Trial(tmp_path, f"[runs.it]\n{fails}\nnormalize = {rules}").failure().message


def test_the_other_patterns_are_applied_as_ever(tmp_path: Path) -> None:
    said = Trial(tmp_path, f"[runs.it]\n{SAYS}\nnormalize = {RULES % 'ms'}").transcript()
    assert said.console[1].text == "took ⟨NUMBER⟩ ⟨SLOW⟩"
