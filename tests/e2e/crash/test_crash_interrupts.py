"""Ctrl+C and termination at any stage: 130 and 143, at once, without a traceback, with every child gone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from projects import Project, contents, sitemaf

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
ENDLESS = """\
import os, subprocess, sys
from pathlib import Path
child = subprocess.Popen([sys.executable, "-c", "while True: pass"])
Path(sys.argv[1]).write_text(f"{os.getpid()} {child.pid}")
while True: pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    assert sitemaf("init", tmp_path / "site", folder=tmp_path).code == 0
    made = Project(tmp_path / "site").init()
    made.commit()
    said = made.sitemaf("build")
    assert said.code == 0, said.text
    return made


def start(project: Project, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "site_builder", *arguments],
        cwd=project.root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def gone(process: str) -> bool:
    """Ended; whether the system's first process has already noticed is not ours to say."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("command", [["build", "--fresh"], ["verify"], ["accept", "--dry-run"]])
def test_while_a_demo_runs(project: Project, command: list[str], number: int, code: int) -> None:
    mark = project.root.parent / "mark"
    project.write({"demos/Greeting/greet.py": ENDLESS})
    demo = project.root / "demos/Greeting/demo.toml"
    demo.write_text(demo.read_text().replace('"Ada", "Grace"', f'"{mark}"'))
    before = contents(project.root / "output")
    running = start(project, *command)
    while not (mark.exists() and mark.read_text().count(" ")):
        assert running.poll() is None, running.communicate()[1]
    begun = time.monotonic()
    for _ in range(3):
        running.send_signal(number)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, "Traceback" in out + err) == (code, False), out + err
    assert time.monotonic() - begun < 20
    assert [process for process in mark.read_text().split() if not gone(process)] == []
    assert contents(project.root / "output") == before


@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_at_any_moment(project: Project, number: int, code: int) -> None:
    """Signals go to the whole group, as a terminal sends them."""
    begun = time.monotonic()
    assert sitemaf("build", "--accepted", "--fresh", "--jobs", "2", folder=project.root).code == 0
    length, chance = time.monotonic() - begun, random.Random(int(number))
    seen = set()
    for _ in range(10):
        running = start(project, "build", "--accepted", "--fresh", "--jobs", "2")
        try:
            running.wait(chance.uniform(0.35, 1.0) * length)
        except subprocess.TimeoutExpired:
            for _ in range(3):
                os.killpg(running.pid, number)
        out, err = running.communicate(timeout=60)
        seen.add(running.returncode)
        assert running.returncode in (code, 0, 1, -number) and "Traceback" not in out + err, out + err
        assert not [path for path in project.root.iterdir() if path.name.startswith(".output")]
    assert seen & {code, -number}
