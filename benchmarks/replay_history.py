"""A repository as the replay's oracle reads it: plain git commands, and nothing of sitemaf.

In: a folder with `.git`. Out: trees, lines of files, line maps and renames between commits.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import tokenize
from functools import cache, lru_cache
from pathlib import Path

HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
LINK, FOLDER = "120000", "160000"


def git(folder: Path, *arguments: str) -> bytes:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=kept | alone, capture_output=True, check=True
    ).stdout


class History:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tree = cache(self._tree)
        self.lines = lru_cache(maxsize=2000)(self._lines)
        self.line_map = cache(self._line_map)
        self.renames = cache(self._renames)
        self.newest = cache(self._newest)
        self._reader = subprocess.Popen(
            ["git", "cat-file", "--batch"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def close(self) -> None:
        assert self._reader.stdin is not None and self._reader.stdout is not None
        self._reader.stdin.close()
        self._reader.wait()
        self._reader.stdout.close()

    def main_line(self, first: str | None, last: str) -> list[str]:
        """Commits along first parents, oldest first."""
        span = f"{first}^..{last}" if first and self._has_parent(first) else last
        return git(self.folder, "rev-list", "--first-parent", "--reverse", span).decode().split()

    def commit(self, name: str) -> str:
        return git(self.folder, "rev-parse", "--verify", f"{name}^{{commit}}").decode().strip()

    def _has_parent(self, commit: str) -> bool:
        return len(git(self.folder, "rev-list", "--parents", "-1", commit).split()) > 1

    def _tree(self, commit: str) -> dict[str, tuple[str, str]]:
        """Path → mode and blob."""
        found: dict[str, tuple[str, str]] = {}
        for entry in git(self.folder, "ls-tree", "-r", "-z", commit).split(b"\0")[:-1]:
            facts, path = entry.split(b"\t", 1)
            mode, _, blob = facts.decode().split(" ")
            found[os.fsdecode(path)] = (mode, blob)
        return found

    def blob(self, blob: str) -> bytes:
        assert self._reader.stdin is not None and self._reader.stdout is not None
        self._reader.stdin.write(blob.encode() + b"\n")
        self._reader.stdin.flush()
        size = int(self._reader.stdout.readline().split()[2])
        return self._reader.stdout.read(size + 1)[:-1]

    def _lines(self, blob: str, python: bool) -> list[str] | None:
        """The lines of a text: LF ends them, CRLF counts as LF; None where the bytes are no text."""
        data = self.blob(blob)
        if b"\0" in data:
            return None
        encoding = "utf-8"
        try:
            if python:
                encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
            text = data.decode("utf-8" if encoding == "utf-8-sig" else encoding).removeprefix("\ufeff")
        except (SyntaxError, UnicodeDecodeError):
            return None
        lines = text.replace("\r\n", "\n").split("\n")
        return lines if lines[-1] else lines[:-1]

    def _line_map(self, old: str, new: str) -> dict[int, int]:
        """Old line → new line, for every line that the diff leaves alone."""
        flags = ("-U0", "--diff-algorithm=myers", "--text", "--no-color", "--no-ext-diff", "--no-textconv")
        said = git(self.folder, "diff", *flags, old, new).decode("utf-8", "replace")
        mapped: dict[int, int] = {}
        here = there = 1
        for old_first, old_count, new_first, new_count in HUNK.findall(said):
            gone, come = (1 if count == "" else int(count) for count in (old_count, new_count))
            start = int(old_first) + (gone == 0)
            assert start - here == int(new_first) + (come == 0) - there
            mapped.update((start - step, there + start - here - step) for step in range(1, start - here + 1))
            there, here = there + start - here + come, start + gone
        count = self.blob(old).count(b"\n") + 1
        mapped.update((line, there + line - here) for line in range(here, count + 1))
        return mapped

    def _renames(self, old: str, new: str) -> dict[str, str]:
        flags = ("-M", "-l2000", "--diff-filter=R", "--name-status", "-z", "--no-ext-diff")
        fields = git(self.folder, "diff", *flags, old, new).split(b"\0")[:-1]
        names = [os.fsdecode(field) for field in fields]
        return dict(zip(names[1::3], names[2::3], strict=True))

    def _newest(self, commit: str, path: str) -> str:
        """The newest commit that changed a path, asked for this path alone."""
        said = git(self.folder, "--literal-pathspecs", "log", "-1", "--format=%H", commit, "--", path)
        return said.decode().strip()
