"""Projects for tests, in real git repositories, and sitemaf run on them as a user runs it.

In: a folder to work in. Out: `Project` (write, commit, run) and `Said`, what a command answered.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

THIS_REPOSITORY = Path(__file__).resolve().parent.parent
PATIENCE = 300  # seconds; a command that takes longer hangs


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err

    @property
    def report(self) -> dict[str, Any]:
        """The object that `--format json` prints."""
        read: dict[str, Any] = json.loads(self.out)
        return read

    def codes(self) -> list[str]:
        return [problem["code"] for problem in self.report["problems"]]


def sitemaf(
    *arguments: str | Path, folder: Path, environment: Mapping[str, str] | None = None, umask: int = -1
) -> Said:
    """Run the command in `folder`, without a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "site_builder", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        umask=umask,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def git(folder: Path, *arguments: str) -> str:
    """What git prints; whoever calls expects it to succeed."""
    done = subprocess.run(
        ["git", *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr}"
    return done.stdout


class Project:
    """A project being written; `root` holds `sitemaf.toml`, `repository` is the top of the git repository."""

    def __init__(self, repository: Path, subfolder: str = ".") -> None:
        self.repository = repository
        self.root = repository / subfolder
        self.root.mkdir(parents=True, exist_ok=True)

    def init(self) -> Project:
        git(self.repository, "init", "--quiet", "--initial-branch", "main")
        return self

    def write(self, files: Mapping[str, str]) -> Project:
        for path, text in files.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="")
        return self

    def replace(self, path: str, old: str, new: str) -> None:
        target = self.root / path
        text = target.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        target.write_text(text.replace(old, new), encoding="utf-8", newline="")

    def commit(self, message: str = "Write") -> str:
        git(self.repository, "add", "--all")
        git(self.repository, "commit", "--quiet", "--message", message)
        return git(self.repository, "rev-parse", "HEAD").strip()

    def sitemaf(self, *arguments: str | Path, **options: Any) -> Said:
        return sitemaf(*arguments, folder=self.root, **options)

    def page(self, path: str) -> str:
        return (self.root / "output" / path).read_text(encoding="utf-8")


def copy_repository(target: Path, source: Path = THIS_REPOSITORY) -> Path:
    """A clone with the work that is not committed yet."""
    git(source, "clone", "--quiet", str(source), str(target))
    for path in _listed(source, "--modified", "--others"):
        if (source / path).exists():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / path, target / path, follow_symlinks=False)
    for path in _listed(source, "--deleted"):
        (target / path).unlink(missing_ok=True)
    return target


def _listed(source: Path, *kinds: str) -> Sequence[str]:
    listed = git(source, "ls-files", "-z", "--exclude-standard", *kinds)
    return [path for path in listed.split("\0") if path]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
