"""sitemaf itself is interrupted, terminated or killed while a demo hangs: nothing is left of the demo."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.effects.publish import MARKER
from trial_runs import Trial, processes_with, python

HANG = """
import signal, subprocess, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(["sleep", "300"], start_new_session=True)
time.sleep(300)
"""


def until(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
    return False


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_no_process_and_no_temporary_folder_is_left(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    mark, temporary = f"trial-{tmp_path.parent.name}-{tmp_path.name}", tmp_path / "tmp"
    temporary.mkdir()
    project = tmp_path / "project"
    Trial(
        project,
        f'[runs.a]\n{python(HANG)}\n[runs.b]\n{python(HANG)}\n[defaults]\nenv = {{ MARK = "{mark}" }}',
    )
    (project / "sitemaf.toml").write_text('[site]\nlanguages = ["en"]\n[site.title]\nen = "Trial"\n')
    (project / "content").mkdir()
    (project / "content" / "index.en.md").write_text("# Trial\n\nText.\n")
    (project / "output").mkdir()
    (project / "output" / "index.html").write_text("old")
    (project / "output" / MARKER).touch()  # a site of ours, else the build refuses it before any demo runs
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        subprocess.run(["git", *command], cwd=project, check=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "site_builder", "build"],
        cwd=project,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert until(lambda: any("sleep 300" in one for one in processes_with(mark)), 30)
    asked = time.monotonic()
    process.send_signal(number)
    assert process.wait(20) == code
    assert until(lambda: not processes_with(mark), 10)
    assert time.monotonic() - asked < 10
    assert until(lambda: not list(temporary.glob("sitemaf-*")), 5)
    assert (project / "output" / "index.html").read_text() == "old"
