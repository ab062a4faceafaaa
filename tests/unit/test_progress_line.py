"""Progress: a line that replaces itself on a terminal, and nothing anywhere else."""

from __future__ import annotations

import io

import pytest

from site_builder.effects import progress
from site_builder.effects.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal_of_60_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")


def test_a_terminal_sees_stages_and_a_clean_line_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PAUSE", 0)
    stream = Terminal()
    with Progress(stream=stream) as line:
        line.say("running demos")
        assert list(line.count("rendering pages", "abc", 3)) == ["a", "b", "c"]
    lines = stream.getvalue().split("\r\x1b[2K")
    assert lines == [
        "",
        "running demos",
        *(f"rendering pages {n}/3" if n else "rendering pages 0/3" for n in range(4)),
        "",
    ]


def test_a_long_stage_does_not_wrap() -> None:
    stream = Terminal()
    Progress(stream=stream).say("x" * 200)
    assert stream.getvalue().count("x") == 59


@pytest.mark.parametrize("quiet", [True, False])
def test_files_pipes_and_quiet_runs_see_nothing(quiet: bool) -> None:
    stream = Terminal() if quiet else io.StringIO()
    with Progress(quiet=quiet, stream=stream) as line:
        assert list(line.count("rendering pages", range(3), 3)) == [0, 1, 2]
    assert stream.getvalue() == ""


def test_a_dumb_terminal_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    with Progress(stream=stream) as line:
        line.say("running demos")
    assert stream.getvalue() == ""
