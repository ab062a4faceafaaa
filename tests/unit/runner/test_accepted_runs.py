"""Accepting transcripts: new ones by themselves, changed ones by name, and none that never holds still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from site_builder.model import (
    ConsoleLine,
    Demo,
    Lock,
    Plan,
    Problem,
    Run,
    RunFailure,
    Transcript,
    Where,
)
from site_builder.transcripts.codec import decode
from site_builder.verbs.accept_runs import AcceptedRuns, accept_transcripts

HERE = Where(path="demos/D/demo.toml", line=3)


class Named:
    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def run(self, id: str) -> bool:
        return id in self.ids


class Saying:
    """A runner whose runs say one text after the other."""

    def __init__(self, *texts: str) -> None:
        self.texts: Iterator[str] = iter(texts)
        self.count = 0

    def run(self, demo: Demo, run: Run) -> Transcript | RunFailure:
        self.count += 1
        text = next(self.texts)
        if text == "fails":
            problem = Problem(where=HERE, code="demo-exit", message="it failed")
            return RunFailure(demo=demo.name, run=run.name, problem=problem)
        return transcript(text)


def transcript(text: str) -> Transcript:
    line = ConsoleLine(stream="stdout", text=text)
    return Transcript(demo="D", run="a", command=("x",), console=(line,), exit_code=0)


def accept(
    runner: Saying, before: Transcript | None = None, named: tuple[str, ...] = (), **patterns: str
) -> AcceptedRuns:
    run = Run(demo="D", name="a", where=HERE, command=("x",), normalize=patterns)
    demo = Demo(name="D", folder="demos/D", where=HERE, title={}, sources=(), runs=(run,))
    accepted = {} if before is None else {"D/a": before}
    plan = Plan(pages=(), demos=(demo,), lock=Lock(), accepted=accepted, assets={})
    return accept_transcripts(plan, Named(*named), runner)  # type: ignore[arg-type]


def test_a_new_run_is_recorded_when_it_says_the_same_twice() -> None:
    runner = Saying("hello", "hello")
    found = accept(runner)
    (data,) = found.part.files.values()
    assert data is not None
    written = decode(data, "x")
    assert isinstance(written, Transcript)
    assert written.console == transcript("hello").console
    assert list(found.part.files) == ["demos/D/transcripts/a.json"]
    assert found.accepted["D/a"].console == written.console
    assert (runner.count, [one.sentence for one in found.part.changes]) == (2, ["recorded run D/a"])


def test_what_is_as_accepted_is_run_once_and_left_alone() -> None:
    runner = Saying("hello")
    found = accept(runner, transcript("hello"))
    assert (runner.count, found.part.files, found.part.problems) == (1, {}, ())


def test_a_change_that_was_not_named_is_reported_and_nothing_is_written() -> None:
    found = accept(Saying("now"), transcript("before"))
    assert found.part.files == {}
    assert [one.code for one in found.part.problems] == ["transcript-drift"]
    assert found.accepted["D/a"].console == transcript("before").console


def test_a_named_change_is_written_with_its_diff() -> None:
    found = accept(Saying("now", "now"), transcript("before"), ("D/a",))
    assert found.part.problems == ()
    (change,) = found.part.changes
    assert change.sentence == "accepted run D/a: the output of run D/a changed"
    assert change.diff is not None
    assert "-before\n+now" in change.diff


@pytest.mark.parametrize(
    ("first", "second", "pattern"),
    [
        ("took 12 ms", "took 7 ms", r"DURATION = '\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s)\b'"),
        ("pid 4711 up", "pid 99 up", r"NUMBER = '(?<=pid )\b\d+(?:\.\d+)?\b'"),
        ("at 2026-01-31T10:00:00Z", "at 2026-01-31T10:00:07Z", "TIMESTAMP = "),
        ("id 3f2b8c1e-0000-4000-8000-00000000000a", "id 3f2b8c1e-0000-4000-8000-00000000000b", "ID = "),
        ("see 1a2b3c4d5e", "see ffeeddccbbaa", r"DIGEST = '(?<=see )\b[0-9a-f]{7,}\b'"),
    ],
)
def test_what_differs_by_nature_is_refused_with_a_pattern(first: str, second: str, pattern: str) -> None:
    found = accept(Saying(first, second))
    assert found.part.files == {}
    (problem,) = found.part.problems
    assert problem.message == "run D/a differs from one execution to the next: line 1 of its output"
    assert pattern in problem.help
    assert problem.diff is not None


def test_a_failing_run_and_an_unused_pattern_are_problems() -> None:
    assert [one.message for one in accept(Saying("fails")).part.problems] == ["it failed"]
    found = accept(Saying("hello", "hello"), VERSION=r"\d")
    assert [one.message for one in found.part.problems] == [
        "the pattern VERSION matches nothing that run D/a says"
    ]


def test_a_run_that_fails_the_second_time_is_not_accepted() -> None:
    found = accept(Saying("hello", "fails"))
    assert (found.part.files, [one.code for one in found.part.problems]) == ({}, ["demo-exit"])
