"""What the pages show: each run that demo.toml names ends as declared, and alike every time."""

from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from claims.demo400 import DEMO, PATIENCE, recorded

DECLARED: dict[str, Any] = tomllib.loads((DEMO / "demo.toml").read_text(encoding="utf-8"))
RUNS: dict[str, dict[str, Any]] = DECLARED["runs"]


def observed(name: str, folder: Path) -> tuple[int, bytes, bytes, list[bytes], list[bytes]]:
    """Exit code, both outputs, and the lines of both directions of one run behind a recorder."""
    settings = RUNS[name]
    folder.mkdir()
    server, log = recorded(DEMO / settings.get("server", DECLARED["server"])[1], folder)
    places = {"python": sys.executable, "server": str(server)}
    done = subprocess.run(
        [word.format(**places) for word in settings["command"]],
        cwd=DEMO,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
    )
    lines = log.read_bytes().splitlines()
    directions = [[line for line in lines if line.startswith(mark)] for mark in (b"> ", b"< ")]
    return done.returncode, done.stdout, done.stderr, directions[0], directions[1]


@pytest.mark.parametrize("name", [name for name, settings in RUNS.items() if "command" in settings])
def test_a_recorded_run_ends_as_declared_and_says_the_same_bytes_every_time(
    name: str, tmp_path: Path
) -> None:
    first, second = observed(name, tmp_path / "first"), observed(name, tmp_path / "second")
    assert first == second
    assert first[0] == RUNS[name].get("exit_code", 0)
    assert b"\noutcome: " in first[1]


def test_the_runs_of_the_pages_are_declared() -> None:
    assert list(RUNS) == [
        "direct",
        "absent-and-invalid",
        "refused",
        "too-late",
        "interrupted",
        "stray-print",
        "live-completed",
        "live-prose-only",
        "live-tool-budget",
        "rediscovered",
        "hidden-instruction",
        "contract",
    ]


def test_each_run_and_the_demo_have_a_title_in_both_languages() -> None:
    titles = [DECLARED["title"], *(settings["title"] for settings in RUNS.values())]
    assert all(set(title) == {"en", "fr"} for title in titles)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_scripted_model_passes_signals_and_exit_codes_through(number: signal.Signals, code: int) -> None:
    command = [
        *[sys.executable, "tests/scripted_model.py", "completed"],
        *[sys.executable, "client/main.py", "--live", "--server", "tests/servers/waiting.py"],
    ]
    with subprocess.Popen(
        command, cwd=DEMO, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as wrapper:
        assert wrapper.stderr is not None
        assert wrapper.stderr.readline() == b"get_incident_status has begun\n"
        wrapper.send_signal(number)
        out, err = wrapper.communicate(timeout=PATIENCE)
        assert out.splitlines()[-1] == b"outcome: Cancelled"
        assert (err, wrapper.returncode) == (b"error: The run was cancelled.\n", code)
