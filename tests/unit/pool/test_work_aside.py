"""A function in a process of its own: its result comes later, and nothing of it is left when nobody waits."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from site_builder.effects.aside import aside
from site_builder.effects.processes import Program, run_program
from site_builder.model import EnvironmentProblem

LONG = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text('begun'); time.sleep(600)"
# A build that dies while its demos run: `argv` names a pipe for the process id of what it started.
DYING = """
import os, signal, sys
from functools import partial
from site_builder.effects.aside import aside
from unit_of_aside import long_program
with aside(partial(long_program, sys.argv[1])):
    while not (sys.argv[1] / "begun").exists():
        os.sched_yield()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def long_program(folder: Path) -> str:
    (folder / "scratch").mkdir()
    command = (sys.executable, "-c", LONG, str(folder / "begun"))
    program = Program(
        command=command, folder=folder, environment={}, scratch=folder / "scratch", deadline=500.0
    )
    ended = run_program(program)
    (folder / "ended").write_text(ended.how)
    return ended.how


def test_the_result_comes_when_it_is_asked_for() -> None:
    before = threading.active_count()
    with aside(partial(sum, [1, 2, 3])) as result:
        assert threading.active_count() == before  # workers can be forked meanwhile
        assert result() == 6


def test_a_large_result_comes_whole() -> None:
    with aside(partial(bytes, 3_000_000)) as result:
        assert len(result()) == 3_000_000


def test_what_is_raised_is_raised_here() -> None:
    def refuse() -> None:
        raise EnvironmentProblem("no process can be started", "end some")

    with pytest.raises(EnvironmentProblem, match="no process can be started"), aside(refuse) as result:
        result()


def test_a_process_that_was_killed_is_told() -> None:
    with (
        aside(lambda: os.kill(os.getpid(), signal.SIGKILL)) as result,
        pytest.raises(EnvironmentProblem, match="SIGKILL"),
    ):
        result()


def test_leaving_the_block_ends_the_programs_that_run(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), aside(partial(long_program, tmp_path)):
        while not (tmp_path / "begun").exists():
            os.sched_yield()
        raise RuntimeError("a page cannot be made")
    assert (tmp_path / "ended").read_text() != "deadline"
    assert running_with(tmp_path) == []


def test_nothing_is_left_when_we_are_killed(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{DYING_HEAD}{DYING}", str(tmp_path)], cwd=Path(__file__).parent, check=False
    )
    assert done.returncode == -signal.SIGKILL
    while not (tmp_path / "ended").exists():
        os.sched_yield()
    assert running_with(tmp_path) == []


DYING_HEAD = """
import importlib.util, sys, pathlib
spec = importlib.util.spec_from_file_location("unit_of_aside", "test_work_aside.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
sys.modules["unit_of_aside"] = module
sys.argv[1:] = [pathlib.Path(sys.argv[1])]
"""


def running_with(folder: Path) -> list[str]:
    """Command lines of programs that name the folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # gone by now
            found.append(path.read_bytes())
    return [line.decode() for line in found if str(folder / "begun").encode() in line]
