"""`sitemaf serve`, running: a project goes in, and what a reader and the terminal see comes out."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from urllib.error import HTTPError

from projects import Project

PATIENCE = 60  # seconds


class Preview:
    def __init__(self, project: Project, *options: str) -> None:
        self.project = project
        self.process = subprocess.Popen(
            [sys.executable, "-m", "site_builder", "serve", *options],
            cwd=project.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""
        assert self.process.stderr is not None
        while "Ctrl+C stops" not in self.said:
            line = self.process.stderr.readline()
            assert line, f"the preview ended: {self.process.communicate()}"
            self.said += line
        found = re.search(r"http://\S+?/_preview/", self.said)
        assert found
        self.address = found[0].removesuffix("/_preview/")

    def get(self, path: str) -> str:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            return f"{error.code}"

    def told(self, path: str) -> dict[str, object]:
        answer: dict[str, object] = json.loads(self.get(f"/_preview.page?at={path}"))
        return answer

    def shows(self, path: str, text: str) -> bool:
        return self.comes(lambda: text in self.get(path))

    def comes(self, holds: Callable[[], bool]) -> bool:
        """Whether something becomes true; each look is a request, so nothing needs to sleep."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if holds():
                return True
        return False

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        try:
            self.out, self.err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode
