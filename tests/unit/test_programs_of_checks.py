"""What the longer checks need is found, or what to install is said in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from projects import THIS_REPOSITORY

TOOL = THIS_REPOSITORY / "tests/tools/programs.py"


def ask(path: Path, *names: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, TOOL, *names], env={"PATH": str(path)}, capture_output=True, text=True
    )
    return done.returncode, done.stderr


def test_what_is_there_is_found_and_what_is_not_is_named_with_the_next_act(tmp_path: Path) -> None:
    for name in ("strace", "wrk"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    assert ask(tmp_path, "strace", "wrk") == (0, "")
    (tmp_path / "wrk").unlink()
    code, said = ask(tmp_path, "strace", "wrk")
    assert code == 2 and "wrk not found; on Debian: `sudo apt-get install wrk`" in said
