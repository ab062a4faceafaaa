"""The working tree behind the door `Files`: a path as a page cites it → bytes, or why there are none.

The boundary is the git repository: a path starts at the project folder and may leave it, but not the
repository. Without a repository the project folder is the boundary, and tracking is not asked.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from site_builder.effects.git import Git
from site_builder.effects.project_files import (
    find_project,
    read_builtin_theme,
    read_config,
    read_site,
    read_sources,
)
from site_builder.effects.regular import ABSENT, FOLDER, try_reading
from site_builder.model import Problem, Where

__all__ = ["WorkingTree", "find_project", "read_builtin_theme", "read_config", "read_site", "read_sources"]


class WorkingTree:
    """The files around a project folder; implements `Files`. Every file is read once."""

    def __init__(self, root: Path, git: Git | None = None) -> None:
        self.root = root.resolve()
        self._git = git or Git(root)
        self.top = self._git.top or self.root
        self._read: dict[str, bytes | Problem] = {}
        self._places: dict[str, str | None] = {}
        self._folders: dict[str, str] = {}

    def read(self, path: str) -> bytes | Problem:
        """Bytes of a source file; an absent one is `excerpt-gone`, any other reason `excerpt-file`."""
        if path not in self._read:
            self._read[path] = self._look(path)
        return self._read[path]

    def repo_path(self, path: str) -> str:
        """The path from the repository's top, links resolved; a path outside comes back as it is."""
        inside = self._inside(path)
        return path if inside is None else inside

    def project_path(self, repo_path: str) -> str:
        """The way back: a repository path as a page of this project would cite it."""
        return Path(os.path.relpath(self.top / repo_path, self.root)).as_posix()

    def tracked(self) -> Mapping[str, str]:
        return self._tracked

    @cached_property
    def _tracked(self) -> Mapping[str, str]:
        return self._git.tracked()

    @cached_property
    def _by_spelling(self) -> Mapping[str, str]:
        return {_spelling(path): path for path in self._tracked}

    def _look(self, path: str) -> bytes | Problem:
        if reason := _malformed(path):
            return _problem(path, f"`{path}` {reason}", "write it from the project's folder, with `/`")
        repo_path = self._inside(path)
        if repo_path is None:
            edge = "repository" if self._git.top else "project folder"
            return _problem(
                path,
                f"`{path}` leads out of the {edge}",
                f"paths start at the project's folder; copy what you quote into the {edge} `{self.top.name}`",
            )
        self._open_submodule(repo_path)
        tracked = self._git.top is None or repo_path in self._tracked
        read = try_reading(f"{self.top}/{repo_path}")
        if isinstance(read, bytes):
            return read if tracked else self._untracked(path, repo_path)
        if read is ABSENT:
            return self._absent(path, repo_path)
        if read is FOLDER:
            return _problem(path, f"`{path}` is a folder", self._inside_folder(repo_path))
        return _problem(path, f"`{path}` {read}", "quote a text file that git tracks")

    def _inside(self, path: str) -> str | None:
        """The real path from the top, or None outside; a link inside counts as the file it leads to."""
        if path not in self._places:
            self._places[path] = self._resolve(path)
        return self._places[path]

    def _resolve(self, path: str) -> str | None:
        folder, _, name = f"{self.root}/{path}".rpartition("/")
        try:
            # Folders are resolved once for all files in them; asking again for each would cost most of a run.
            if folder not in self._folders:
                self._folders[folder] = os.path.realpath(folder)
            real = f"{self._folders[folder].rstrip('/')}/{name}"
            if name in ("", ".", "..") or os.path.islink(real):  # noqa: PTH114 (a Path for each costs more)
                real = os.path.realpath(real)
        except (OSError, ValueError):  # a loop of links, a NUL
            return None
        if real == str(self.top):
            return "."
        prefix = f"{self.top}".rstrip("/") + "/"
        return real.removeprefix(prefix) if real.startswith(prefix) else None

    def _open_submodule(self, repo_path: str) -> None:
        if self._git.top is not None and self._git.open_submodule_of(repo_path):
            self.__dict__.pop("_tracked", None)
            self.__dict__.pop("_by_spelling", None)

    def _untracked(self, path: str, repo_path: str) -> Problem:
        if other := self._other_spelling(repo_path):
            return self._misspelt(path, other)
        return _problem(
            path,
            f"git does not track `{path}`",
            f"run `git add {path}` and commit it (`git add --force` if .gitignore names it)"
            + self._nearest(repo_path),
        )

    def _absent(self, path: str, repo_path: str) -> Problem:
        if other := self._other_spelling(repo_path):
            return self._misspelt(path, other)
        return _problem(
            path,
            f"there is no file `{path}`",
            f"paths start at the project's folder{self._nearest(repo_path)}",
            code="excerpt-gone",
        )

    def _misspelt(self, path: str, other: str) -> Problem:
        cited = self.project_path(other)
        return _problem(path, f"`{path}` is spelt `{cited}` on disk", f"write `{cited}`, letter for letter")

    def _other_spelling(self, repo_path: str) -> str | None:
        other = self._by_spelling.get(_spelling(repo_path))
        return other if other != repo_path else None

    def _nearest(self, repo_path: str) -> str:
        name = PurePosixPath(repo_path).name
        same = [one for one in self._tracked if PurePosixPath(one).name == name]
        near = get_close_matches(repo_path, same, n=2, cutoff=0.0) or get_close_matches(
            repo_path, self._tracked, n=2
        )
        return "; git tracks " + " and ".join(f"`{self.project_path(one)}`" for one in near) if near else ""

    def _inside_folder(self, repo_path: str) -> str:
        prefix = "" if repo_path == "." else f"{repo_path}/"
        inside = sorted(one for one in self._tracked if one.startswith(prefix))[:3]
        named = ", ".join(f"`{self.project_path(one)}`" for one in inside)
        return f"name a file in it: {named}" if named else "name a file"


def _problem(path: str, message: str, help: str, code: str = "excerpt-file") -> Problem:
    return Problem(where=Where(path=path), code=code, message=message, help=help)


def _spelling(path: str) -> str:
    """What file systems that ignore case and Unicode composition take for the same name."""
    return normalize("NFC", path).casefold()


def _malformed(path: str) -> str:
    if not path or path != path.strip():
        return "is no path"
    if "\0" in path or not path.isprintable():
        return "holds a character that no file name here may have"
    if path.startswith("/"):
        return "starts at the root of the machine"
    if "\\" in path:
        return "holds a backslash"
    return ""
