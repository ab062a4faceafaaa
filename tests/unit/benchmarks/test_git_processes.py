"""Git is asked as often for 24 excerpts as for two; for its log only where a commit has to be named."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from projects import git
from quoting import Site, excerpt

FEW, MANY = 2, 24


class Counted:
    """A `git` before the real one in PATH that notes the command of every process."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._noted = folder / "noted"
        real = shutil.which("git")
        folder.mkdir()
        note = f'printf "%s " "$@" >> "{self._noted}"; echo >> "{self._noted}"'
        (folder / "git").write_text(f'#!/bin/sh\n{note}\nexec "{real}" "$@"\n')
        (folder / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def begin(self) -> None:
        self._noted.write_text("")

    def commands(self) -> Counter[str]:
        """The first word after `-C FOLDER` of every process."""
        lines = self._noted.read_text().splitlines()
        return Counter(line.split(" -C ", 1)[1].split()[1] for line in lines)


def source(number: int) -> str:
    return "".join(f"line {line} of the file number {number}\n" for line in range(12))


def quoting(folder: Path, count: int) -> Site:
    """Each file has a commit of its own, and one excerpt."""
    folder.mkdir()
    site = Site(folder).begin(code=source(0))
    for number in range(count):
        site.write({f"src/f{number}.txt": source(number)})
        site.commit(f"file {number}")
    site.quote("\n\n".join(excerpt(f"src/f{number}.txt", ":lines: 3-5") for number in range(count)))
    return site


def keep(site: Site, count: int) -> None:
    del site, count


def move(site: Site, count: int) -> None:
    for number in range(count):
        site.write({f"src/f{number}.txt": "above\n" + source(number)})
    site.commit("move")


def move_with_copies(site: Site, count: int) -> None:
    for number in range(count):
        site.write({f"src/f{number}.txt": "above\n" + source(number) * 2})
    site.commit("move and copy")


def edit(site: Site, count: int) -> None:
    for number in range(count):
        site.write({f"src/f{number}.txt": source(number).replace("line 3", "another line")})
    site.commit("edit")


def rename(site: Site, count: int) -> None:
    for number in range(count):
        git(site.root, "mv", f"src/f{number}.txt", f"src/g{number}.txt")
    site.commit("rename")


def drop(site: Site, count: int) -> None:
    for number in range(count):
        (site.root / f"src/f{number}.txt").unlink()
    site.commit("drop")


@pytest.mark.parametrize(
    "change, state",
    [
        (keep, None),
        (move, "excerpt-moved"),
        (move_with_copies, "excerpt-moved"),
        (edit, "excerpt-edited"),
        (rename, "excerpt-renamed"),
        (drop, "excerpt-gone"),
    ],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_many_excerpts_cost_as_many_git_processes_as_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: object, state: str | None
) -> None:
    assert callable(change)
    counted = Counted(tmp_path / "bin", monkeypatch)
    said = []
    for count in (FEW, MANY):
        site = quoting(tmp_path / f"site{count}", count)
        assert site.accept("--prune", "--all").code == 0
        site.commit("accept")
        change(site, count)
        counted.begin()
        assert site.states() == ({state} if state else set())
        asked = counted.commands()
        assert "log" not in asked
        assert "blame" not in asked
        counted.begin()
        site.accept("--follow", "--all")
        said.append((asked, counted.commands()))
    assert said[0] == said[1]
    assert sum(said[0][0].values()) <= 8


def test_git_s_log_is_asked_once_by_accept_and_for_excerpts_without_a_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(tmp_path / "bin", monkeypatch)
    site = quoting(tmp_path / "site", MANY)
    counted.begin()
    assert "excerpt-unpinned" in site.states()
    assert counted.commands()["log"] == 1
    counted.begin()
    site.accept("--prune", "--all")
    assert 1 <= counted.commands()["log"] <= 2
    counted.begin()
    assert site.states() == set()
    assert counted.commands()["log"] == 0
