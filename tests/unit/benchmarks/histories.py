"""Histories made up for the replay: a seed → a repository whose files are edited, moved, copied and merged.

Few kinds of lines, so that copies are common; every kind of change that the states speak of happens.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from projects import git

WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")


class Invented:
    def __init__(self, folder: Path, seed: int, files: int = 8) -> None:
        self.folder, self.chance, self.branch = folder, Random(seed), "main"
        self.files: dict[str, list[str]] = {}
        folder.mkdir(parents=True)
        git(folder, "init", "-q", "--initial-branch", "main")
        for number in range(files):
            self.files[self._name(number)] = self._text(number)
        self.commit("begin")

    def _name(self, number: int) -> str:
        return f"part{number % 3}/file{number}.{('py', 'txt', 'cfg')[number % 3]}"

    def _text(self, number: int) -> list[str]:
        return [line for _ in range(self.chance.randint(4, 9)) for line in self._block(number % 3 == 0)]

    def _block(self, python: bool) -> list[str]:
        name = self.chance.choice(WORDS)
        if python and self.chance.random() < 0.7:
            body = [f"    {self.chance.choice(WORDS)} = {self.chance.randint(0, 3)}" for _ in range(3)]
            return [f"def {name}{self.chance.randint(0, 99)}():", *body, "", ""]
        return [f"# {name} {self.chance.choice(WORDS)}", "", "# end"][: self.chance.randint(1, 3)]

    def commit(self, message: str) -> None:
        for path in set(git(self.folder, "ls-files").split()) - self.files.keys():
            (self.folder / path).unlink()
        for path, lines in self.files.items():
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes("".join(f"{line}\n" for line in lines).encode())
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "-q", "--allow-empty", "-m", message)

    def live(self, commits: int) -> None:
        """That many commits, now and then a branch that is merged."""
        kinds: dict[Callable[[], None], float] = {
            self.insert: 4,
            self.delete: 2,
            self.edit: 3,
            self.move: 3,
            self.copy: 3,
            self.indent: 2,
            self.trail: 2,
            self.rename: 1,
            self.drop: 0.4,
            self.give_crlf: 0.4,
        }
        for _ in range(commits):
            (kind,) = self.chance.choices(list(kinds), list(kinds.values()))
            kind()
            self.commit(kind.__name__)
            if self.chance.random() < 0.08:
                self.merge()

    def merge(self) -> None:
        """Two files change on two sides; the merge has both."""
        ours, theirs = self.chance.sample(sorted(self.files), 2)
        git(self.folder, "checkout", "-q", "-b", "side")
        before = list(self.files[ours])
        self.files[theirs] = [*self.files[theirs], "# aside"]
        self.commit("aside")
        side = list(self.files[theirs])
        git(self.folder, "checkout", "-q", "main")
        self.files[theirs], self.files[ours] = self.files[theirs][:-1], ["# ahead", *before]
        self.commit("ahead")
        git(self.folder, "merge", "-q", "--no-edit", "--no-ff", "side")
        git(self.folder, "branch", "-q", "-d", "side")
        self.files[theirs] = side

    def _some(self) -> list[str]:
        return self.files[self.chance.choice(sorted(self.files))]

    def _span(self, lines: list[str]) -> tuple[int, int]:
        start = self.chance.randint(0, len(lines))
        return start, min(len(lines), start + self.chance.randint(1, 5))

    def insert(self) -> None:
        lines = self._some()
        at, _ = self._span(lines)
        lines[at:at] = self._block(python=False)

    def delete(self) -> None:
        lines = self._some()
        start, stop = self._span(lines)
        if len(lines) > stop - start + 3:
            del lines[start:stop]

    def edit(self) -> None:
        lines = self._some()
        at = self.chance.randrange(len(lines))
        lines[at] = f"# {self.chance.choice(WORDS)} {self.chance.randint(0, 9)}"

    def move(self) -> None:
        lines = self._some()
        start, stop = self._span(lines)
        block = lines[start:stop]
        del lines[start:stop]
        at, _ = self._span(lines)
        lines[at:at] = block

    def copy(self) -> None:
        lines, other = self._some(), self._some()
        start, stop = self._span(lines)
        at, _ = self._span(other)
        other[at:at] = lines[start:stop]

    def indent(self) -> None:
        lines = self._some()
        start, stop = self._span(lines)
        lines[start:stop] = [f"  {line}" if line else line for line in lines[start:stop]]

    def trail(self) -> None:
        lines = self._some()
        at = self.chance.randrange(len(lines))
        lines[at] = f"{lines[at]}  "

    def rename(self) -> None:
        path = self.chance.choice(sorted(self.files))
        name, suffix = path.rsplit(".", 1)
        self.files[f"{name}{self.chance.randint(0, 9)}.{suffix}"] = self.files.pop(path)

    def drop(self) -> None:
        if len(self.files) > 5:
            self.files.pop(self.chance.choice(sorted(self.files)))
            number = self.chance.randint(10, 99)
            self.files.setdefault(self._name(number), self._text(number))

    def give_crlf(self) -> None:
        lines = self._some()
        lines[:] = [line.removesuffix("\r") + "\r" for line in lines]
