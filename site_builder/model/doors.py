"""The doors to the machine; tests put fakes behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from site_builder.model.excerpts import Hunk
from site_builder.model.pages import Revision
from site_builder.model.problems import Problem
from site_builder.model.transcripts import Demo, Run, RunFailure, Transcript

T = TypeVar("T")


class Patience(Protocol):
    """The clock: `act()`, or `past()` in its place if that takes longer than so many seconds."""

    def __call__(self, seconds: float, act: Callable[[], T], past: Callable[[], T], /) -> T: ...


def endless(seconds: float, act: Callable[[], T], past: Callable[[], T], /) -> T:
    """The patience of who has no clock."""
    return act()


class Files(Protocol):
    """The project folder and the repository around it, read only."""

    def read(self, path: str) -> bytes | Problem:
        """Bytes of a source file, or the `excerpt-file` problem that says why not."""
        ...

    def repo_path(self, path: str) -> str:
        """The path from the repository's top, links resolved."""
        ...

    def tracked(self) -> Mapping[str, str]:
        """Every tracked repo path and its blob id in HEAD (empty text: tracked, but not in HEAD)."""
        ...


class Revisions(Protocol):
    """What git knows; every call is one or two processes, whatever the number of questions."""

    def head(self) -> Revision: ...

    def blob_ids(self, wanted: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], str | None]:
        """(commit, repo path) → blob id; None: the commit lacks the path; no entry: no such commit."""
        ...

    def blobs(self, ids: Iterable[str]) -> Mapping[str, bytes]: ...

    def newest_commits(self, repo_paths: Iterable[str]) -> Mapping[str, str]:
        """Repo path → the newest commit that changed it. Raises EnvironmentProblem in a shallow clone."""
        ...

    def hunks(self, pairs: Iterable[tuple[str, bytes]]) -> Mapping[tuple[str, bytes], tuple[Hunk, ...]]:
        """(old blob id, new content) → the Myers line map, `git diff -U0 --diff-algorithm=myers`."""
        ...

    def unreachable(self, commits: Iterable[str]) -> frozenset[str]:
        """Those commits that are here but lead no longer to HEAD: squashed, rebased or dropped."""
        ...

    def renames(self, commits: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        """Commit → old repo path → new one, between that commit and HEAD, as git detects them."""
        ...


class Runner(Protocol):
    def run(self, demo: Demo, run: Run) -> Transcript | RunFailure: ...
