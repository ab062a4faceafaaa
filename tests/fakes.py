"""The doors to the machine, in memory: what pure code asks is answered from dictionaries, and noted down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha1
from posixpath import normpath

from site_builder.effects.linemaps import line_maps
from site_builder.model import EnvironmentProblem, Hunk, Problem, Revision, Where


def blob(data: bytes) -> str:
    """Git's id of a content."""
    return sha1(b"blob %d\0" % len(data) + data).hexdigest()


class FakeFiles:
    """A project at the top of its repository; `head` is what the last commit has."""

    def __init__(self, files: Mapping[str, bytes], head: Mapping[str, bytes] | None = None) -> None:
        self.files, self.head = dict(files), dict(files if head is None else head)
        self.asked: list[str] = []

    def read(self, path: str) -> bytes | Problem:
        self.asked.append(path)
        found = self.files.get(normpath(path))
        if found is not None:
            return found
        where = Where(path=path)
        return Problem(where=where, code="excerpt-gone", message=f"there is no file `{path}`")

    def repo_path(self, path: str) -> str:
        return normpath(path)

    def tracked(self) -> Mapping[str, str]:
        listed = dict.fromkeys(self.files, "") | {path: blob(data) for path, data in self.head.items()}
        return dict(sorted(listed.items()))


class FakeHistory:
    """Commits in order, each a whole tree; the last one is HEAD. Every question is noted in `asked`."""

    def __init__(self, commits: Mapping[str, Mapping[str, bytes]], shallow: bool = False) -> None:
        self.commits, self.shallow = dict(commits), shallow
        self.lost: set[str] = set()  # commits that no longer lead to HEAD
        self.asked: list[str] = []

    def head(self) -> Revision:
        commit = list(self.commits)[-1] if self.commits else None
        return Revision(commit=commit, shallow=self.shallow, repository=bool(self.commits))

    def blob_ids(self, wanted: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], str | None]:
        self.asked.append("blob_ids")
        found: dict[tuple[str, str], str | None] = {}
        for commit, path in wanted:
            if commit in self.commits:
                data = self.commits[commit].get(path)
                found[commit, path] = None if data is None else blob(data)
        return found

    def blobs(self, ids: Iterable[str]) -> Mapping[str, bytes]:
        wanted = list(ids)
        self.asked.append(f"blobs {len(wanted)}")
        here = {blob(data): data for tree in self.commits.values() for data in tree.values()}
        return {one: here[one] for one in wanted if one in here}

    def newest_commits(self, repo_paths: Iterable[str]) -> Mapping[str, str]:
        self.asked.append("newest_commits")
        if self.shallow:
            raise EnvironmentProblem("this clone is shallow", "fetch the rest")
        found: dict[str, str] = {}
        for path in repo_paths:
            before: bytes | None = None
            for commit, tree in self.commits.items():
                if path in tree and tree[path] != before:
                    found[path] = commit
                before = tree.get(path)
        return found

    def hunks(self, pairs: Iterable[tuple[str, bytes]]) -> Mapping[tuple[str, bytes], tuple[Hunk, ...]]:
        self.asked.append("hunks")
        wanted = list(pairs)
        old = self.blobs(blob for blob, _ in wanted)
        maps = line_maps([(old[blob], new) for blob, new in wanted])
        return dict(zip(wanted, maps, strict=True))

    def renames(self, commits: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        self.asked.append("renames")
        return {commit: self._renames(commit) for commit in commits}

    def _renames(self, commit: str) -> Mapping[str, str]:
        old, new = self.commits[commit], list(self.commits.values())[-1]
        added = {data: path for path, data in new.items() if path not in old}
        return {path: added[data] for path, data in old.items() if path not in new and data in added}

    def unreachable(self, commits: Iterable[str]) -> frozenset[str]:
        return frozenset(commits) & self.lost
