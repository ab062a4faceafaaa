"""One git repository, asked in batches: its folder → tracked paths, blob ids, contents, newest commits.

A submodule is a repository of its own; `effects.git` joins them. Paths here start at this repository's top.
Every method is one process, or two, whatever the number of questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from os import fsdecode, fsencode
from pathlib import Path

from site_builder.effects.gitcall import ask, call, records, refusal
from site_builder.effects.history import newest_listed
from site_builder.model import EnvironmentProblem, Revision

_SUBMODULE = "160000"  # the mode of its entry
_RENAMES = (
    "diff-tree",
    "--stdin",
    "--always",
    "-r",
    "-z",
    "-M",
    "-l2000",
    "--name-status",
    "--diff-filter=R",
    "--no-ext-diff",
    "--no-textconv",
)
_OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)


Checked = tuple[str, str]  # id and kind of an object


class Repository:
    """A working tree whose top folder is `top`, which holds `.git`."""

    def __init__(self, top: Path) -> None:
        self.top = top

    @cached_property
    def revision(self) -> Revision:
        """The commit checked out."""
        commit, shallow = self._checked_out
        return Revision(commit=commit, shallow=shallow)

    @property
    def commit(self) -> str | None:
        return self._checked_out[0]

    @property
    def shallow(self) -> bool:
        return self._checked_out[1]

    @cached_property
    def _checked_out(self) -> tuple[str | None, bool]:
        answer = call(self.top, "rev-parse", "--is-shallow-repository", "--show-toplevel", "HEAD^{commit}")
        shallow, _, rest = fsdecode(answer.out).partition("\n")
        top, _, commit = rest.rstrip("\n").rpartition("\n")
        if shallow not in ("true", "false") or (not top and "work tree" not in answer.err):
            raise refusal(self.top, answer)
        if not top or Path(top).resolve() != self.top:
            raise EnvironmentProblem(
                f"`{self.top}` holds a `.git`, but git calls `{top or 'no folder'}` the repository's top",
                "look at `core.worktree` and `core.bare` with `git config --show-origin --list`",
            )
        return (commit if _OBJECT_ID.fullmatch(commit) else None), shallow == "true"

    @cached_property
    def index(self) -> Mapping[str, tuple[str, str]]:
        """Tracked path → mode and blob id in the index; a path in conflict has one of its stages."""
        found: dict[str, tuple[str, str]] = {}
        for entry in records(ask(self.top, "ls-files", "-z", "--stage", "--full-name")):
            facts, _, path = entry.partition(b"\t")
            mode, blob, _ = facts.decode("ascii").split(" ")
            found[fsdecode(path)] = (mode, blob)
        return found

    @cached_property
    def submodules(self) -> frozenset[str]:
        return frozenset(path for path, (mode, _) in self.index.items() if mode == _SUBMODULE)

    @cached_property
    def head(self) -> Mapping[str, str]:
        """Path → blob id in the commit checked out; empty before the first commit."""
        return self.tree(self.commit) if self.commit else {}

    def tree(self, commit: str) -> Mapping[str, str]:
        """Path → blob id in `commit`."""
        found: dict[str, str] = {}
        for entry in records(ask(self.top, "ls-tree", "-r", "-z", "--full-tree", commit)):
            facts, _, path = entry.partition(b"\t")
            _, kind, blob = facts.decode("ascii").split(" ")
            if kind == "blob":
                found[fsdecode(path)] = blob
        return found

    def blob_ids(self, wanted: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str | None]:
        """(commit, path) → blob id, None where the commit lacks it; no entry for an unknown commit."""
        named = [(commit, path) for commit, path in wanted if _OBJECT_ID.fullmatch(commit)]
        commits = sorted({commit for commit, _ in named})
        plain = [(commit, path) for commit, path in named if "\n" not in path]
        answers = self._check([*map(_peeled, commits), *(f"{commit}:{path}" for commit, path in plain)])
        known = _themselves(commits, answers)
        blobs = zip(plain, answers[len(commits) :], strict=True)
        found = {key: _if_kind(answer, "blob") for key, answer in blobs if key[0] in known}
        for commit, path in named:  # a line of questions cannot name a path with a line feed
            if commit in known and "\n" in path:
                found[commit, path] = self.tree(commit).get(path)
        return found

    def blobs(self, ids: Sequence[str]) -> dict[str, bytes]:
        """Blob id → content, for those that are here."""
        wanted = [one for one in dict.fromkeys(ids) if _OBJECT_ID.fullmatch(one)]
        if not wanted:
            return {}
        out = ask(self.top, "cat-file", "--batch", sent=_lines(wanted))
        found: dict[str, bytes] = {}
        at = 0
        for asked in wanted:
            end = out.index(b"\n", at)
            header, at = out[at:end].split(b" "), end + 1
            if len(header) != 3:  # `<id> missing`
                continue
            size = int(header[2])
            if header[1] == b"blob":
                found[asked] = out[at : at + size]
            at += size + 1
        return found

    def newest_commits(self, paths: Iterable[str]) -> dict[str, str]:
        """Path in HEAD → the newest commit that changed it; each checked against the blob."""
        wanted = {path for path in paths if path in self.head}
        if not wanted or self.commit is None:
            return {}
        listed = newest_listed(self.top, self.commit, wanted)
        blobs = self.blob_ids([(commit, path) for path, commit in listed.items()])
        sure = {
            path: commit for path, commit in listed.items() if blobs.get((commit, path)) == self.head[path]
        }
        for path in sorted(wanted - sure.keys()):
            said = ask(self.top, "log", "-1", "--format=%H", "--no-renames", self.commit, "--", path)
            sure[path] = said.decode("ascii").strip()
        return sure

    def unreachable(self, commits: Iterable[str]) -> frozenset[str]:
        """Those of `commits` that no longer lead to HEAD (squashed, rebased, dropped), if still here."""
        known = self._known(sorted(commit for commit in set(commits) if _OBJECT_ID.fullmatch(commit)))
        if not known or self.commit is None:
            return frozenset()
        sent = _lines([*sorted(known), f"^{self.commit}"])
        lost = ask(self.top, "rev-list", "--stdin", sent=sent).decode("ascii").split()
        return known & frozenset(lost)

    def renames(self, commits: Iterable[str]) -> dict[str, dict[str, str]]:
        """Commit → old path → new path between it and HEAD, as git detects them; one process for all."""
        known = self._known([commit for commit in dict.fromkeys(commits) if _OBJECT_ID.fullmatch(commit)])
        wanted = sorted(known)
        if self.commit is None or not wanted:
            return {}
        # `HEAD COMMIT` compares HEAD with COMMIT in its parent's place, and `--always` heads every answer.
        sent = _lines(f"{self.commit} {commit}" for commit in wanted)
        fields = iter(records(ask(self.top, *_RENAMES, sent=sent)))
        found: dict[str, dict[str, str]] = {}
        for field in fields:
            if field.startswith(b"R"):
                old, new = fsdecode(next(fields)), fsdecode(next(fields))
                found[wanted[len(found) - 1]][old] = new
            else:
                found[wanted[len(found)]] = {}
        return found

    def _known(self, commits: Sequence[str]) -> frozenset[str]:
        return _themselves(commits, self._check([*map(_peeled, commits)]))

    def _check(self, names: Sequence[str]) -> list[Checked | None]:
        """Object names → id and kind, None for what is missing; one process."""
        if not names:
            return []
        out = ask(self.top, "cat-file", "--batch-check", sent=_lines(names))
        answers = [line.split(b" ") for line in out.split(b"\n")[: len(names)]]
        return [
            (one[0].decode("ascii"), one[1].decode("ascii")) if len(one) == 3 and one[2].isdigit() else None
            for one in answers
        ]


def _peeled(commit: str) -> str:
    return f"{commit}^{{commit}}"


def _themselves(commits: Sequence[str], answers: Sequence[Checked | None]) -> frozenset[str]:
    """A commit peels to itself; a tag does not, and is no commit that a caption may name."""
    return frozenset(
        one for one, found in zip(commits, answers, strict=False) if _if_kind(found, "commit") == one
    )


def _if_kind(found: Checked | None, kind: str) -> str | None:
    return found[0] if found is not None and found[1] == kind else None


def _lines(names: Iterable[str]) -> bytes:
    return b"".join(fsencode(name) + b"\n" for name in names)
