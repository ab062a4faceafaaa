"""Demos made up by a test: TOML text → a demo folder in a project of its own, and what its runs say."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

from site_builder.effects.runner import RealRunner
from site_builder.model import Demo, Problem, RunFailure, Transcript
from site_builder.transcripts.scenario import read_demo

SERVERS = Path(__file__).parent / "e2e" / "servers"
AWKWARD = SERVERS / "awkward.py"
CLIENT = SERVERS / "client.py"


class Trial:
    """A project with one demo, called Trial."""

    def __init__(self, root: Path, declared: str) -> None:
        self.root = root
        self.folder = root / "demos" / "Trial"
        self.folder.mkdir(parents=True, exist_ok=True)
        text = f'title = "Trial"\n{declared}\n'
        (self.folder / "demo.toml").write_text(text)
        demo = read_demo("demos/Trial/demo.toml", text.encode(), ("en",))
        assert isinstance(demo, Demo), demo
        self.demo = demo
        self.runner = RealRunner(root)

    def run(self, name: str | None = None) -> Transcript | RunFailure:
        run = next(one for one in self.demo.runs if name in (None, one.name))
        return self.runner.run(self.demo, run)

    def transcript(self, name: str | None = None) -> Transcript:
        said = self.run(name)
        assert isinstance(said, Transcript), said
        return said

    def failure(self, name: str | None = None) -> Problem:
        said = self.run(name)
        assert isinstance(said, RunFailure), said
        return said.problem


def python(code: str) -> str:
    """A run's command: Python code in a list that is TOML."""
    return f"command = {json.dumps(['{python}', '-c', code])}"


def asking(mode: str, calls: str = "[]", more: str = "") -> str:
    """A run of sitemaf's own client with one of the awkward servers."""
    server = json.dumps(["{python}", str(AWKWARD), mode])
    return f"[runs.contract]\nserver = {server}\ncalls = {calls}\n{more}"


def processes_with(mark: str) -> list[str]:
    """Command lines of living processes whose environment or command mentions `mark`."""
    return list(_marked(mark).values())


def end_all_with(mark: str) -> None:
    for pid in _marked(mark):
        os.kill(pid, signal.SIGKILL)


def _marked(mark: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                command = (folder / "cmdline").read_bytes()
                if command and mark.encode() in command + (folder / "environ").read_bytes():
                    found[int(folder.name)] = command.replace(b"\0", b" ").decode()
            except OSError:
                continue
    return found
