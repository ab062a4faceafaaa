"""What git knows, behind the door `Revisions`: one object for a repository and the submodules in it.

A path in a submodule is asked of the submodule: its commits are the ones that hold the text. Without any
`.git` every answer is empty, and git itself is not needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from site_builder.effects.linemaps import line_maps
from site_builder.effects.repository import Repository
from site_builder.effects.tops import find_top
from site_builder.model import EnvironmentProblem, Hunk, Revision

UNSHALLOW = "fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` in the CI checkout step"


class Git:
    """The repository around a folder; implements `Revisions`."""

    def __init__(self, folder: Path) -> None:
        self.top = find_top(folder)
        self._opened: dict[str, Repository] = {}  # prefix of a submodule that was asked for → it
        self._main = Repository(self.top) if self.top else None

    def head(self) -> Revision:
        return self._main.revision if self._main else Revision(commit=None, repository=False)

    def tracked(self) -> Mapping[str, str]:
        """Tracked repo path → blob id in HEAD (empty: HEAD lacks it); submodules once they were asked."""
        found: dict[str, str] = {}
        for prefix, repository in self._repositories():
            head = repository.head
            inner = (path for path in repository.index if path not in repository.submodules)
            found.update((prefix + path, head.get(path, "")) for path in inner)
        return found

    def open_submodule_of(self, repo_path: str) -> bool:
        """Make `tracked` know the files of the submodule that holds `repo_path`; True if that is news."""
        before = len(self._opened)
        self._home(repo_path)
        return len(self._opened) > before

    def blob_ids(self, wanted: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], str | None]:
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for commit, repo_path in dict.fromkeys(wanted):
            groups[self._home(repo_path)].append((commit, repo_path))
        found: dict[tuple[str, str], str | None] = {}
        for prefix, asked in groups.items():
            repository = self._at(prefix)
            inner = (
                repository.blob_ids([(commit, path[len(prefix) :]) for commit, path in asked])
                if repository
                else {}
            )
            found.update(((commit, prefix + path), blob) for (commit, path), blob in inner.items())
        return found

    def blobs(self, ids: Iterable[str]) -> Mapping[str, bytes]:
        left = dict.fromkeys(ids)
        found: dict[str, bytes] = {}
        for _, repository in self._repositories():
            found.update(repository.blobs([one for one in left if one not in found]))
        return found

    def contents(self, wanted: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], bytes | None]:
        """(commit, repo path) → content; None: the commit lacks the path; no entry: no such commit."""
        ids = self.blob_ids(wanted)
        blobs = self.blobs(blob for blob in ids.values() if blob)
        return {key: blobs.get(blob) if blob else None for key, blob in ids.items()}

    def newest_commits(self, repo_paths: Iterable[str]) -> Mapping[str, str]:
        groups: dict[str, list[str]] = defaultdict(list)
        for repo_path in dict.fromkeys(repo_paths):
            groups[self._home(repo_path)].append(repo_path)
        found: dict[str, str] = {}
        for prefix, asked in groups.items():
            repository = self._at(prefix)
            if repository is None:
                continue
            if repository.shallow:
                raise EnvironmentProblem(
                    "this clone is shallow, so git cannot say which commit last changed a file", UNSHALLOW
                )
            inner = repository.newest_commits(path[len(prefix) :] for path in asked)
            found.update((prefix + path, commit) for path, commit in inner.items())
        return found

    def hunks(self, pairs: Iterable[tuple[str, bytes]]) -> Mapping[tuple[str, bytes], tuple[Hunk, ...]]:
        wanted = list(dict.fromkeys(pairs))
        old = self.blobs(blob for blob, _ in wanted)
        here = [(blob, new) for blob, new in wanted if blob in old]
        return dict(zip(here, line_maps([(old[blob], new) for blob, new in here]), strict=True))

    def renames(self, commits: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        wanted = tuple(dict.fromkeys(commits))
        found: dict[str, dict[str, str]] = {commit: {} for commit in wanted}
        for prefix, repository in self._repositories():
            for commit, pairs in repository.renames(wanted).items():
                found[commit].update((prefix + old, prefix + new) for old, new in pairs.items())
        return found

    def unreachable(self, commits: Iterable[str]) -> frozenset[str]:
        """Those commits that are here but no longer lead to what is checked out."""
        wanted = frozenset(commits)
        lost = [repository.unreachable(wanted) for _, repository in self._repositories()]
        return frozenset[str]().union(*lost)

    def _repositories(self) -> list[tuple[str, Repository]]:
        return [("", self._main), *self._opened.items()] if self._main else []

    def _at(self, prefix: str) -> Repository | None:
        return self._opened[prefix] if prefix else self._main

    def _home(self, repo_path: str) -> str:
        """The prefix of the innermost submodule, checked out, that holds the path: `` or `vendor/lib/`."""
        if self._main is None or self.top is None or not self._main.submodules:
            return ""
        prefix, repository = "", self._main
        for parent in reversed(PurePosixPath(repo_path).parents):
            inner = str(parent)[len(prefix) :]
            if inner not in repository.submodules or not (self.top / parent / ".git").exists():
                continue
            prefix = f"{parent}/"
            repository = self._opened.setdefault(prefix, Repository((self.top / parent).resolve()))
        return prefix
