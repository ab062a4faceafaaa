"""A small site that quotes `src/code.py` in two languages, and sitemaf run on it in this process.

In: a folder. Out: `Site`, whose `verify` and `accept` answer with exit code, report and what was printed.
"""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from projects import Project, Said, git
from site_builder.commands import cli
from site_builder.model import EnvironmentProblem

CONFIG = """\
[site]
languages = ["fr", "en"]
[site.title]
fr = "Essai"
en = "Trial"
"""
CODE = """\
import os


def first():
    return "the first value"


def second():
    return "the second value"


def third():
    return "the third value"
"""
PAGE = "---\ntitle: Trial\n---\n\nSome words.\n\n{directive}\n"


def excerpt(path: str = "src/code.py", *options: str) -> str:
    return "\n".join([f"```{{excerpt}} {path}", *options, "```"])


class Site(Project):
    """`second` of `src/code.py` is quoted by its lines, 8-9, unless the test writes other pages."""

    def begin(self, directive: str = excerpt("src/code.py", ":lines: 8-9"), code: str = CODE) -> Site:
        """Everything written, committed, accepted, and committed again."""
        self.init()
        self.write({"sitemaf.toml": CONFIG, "src/code.py": code})
        self.quote(directive)
        self.commit("begin")
        said = self.accept()
        assert said.code == 0, said.text
        self.commit("accept")
        return self

    def quote(self, directive: str) -> None:
        page = PAGE.format(directive=directive)
        self.write({"content/index.fr.md": page, "content/index.en.md": page})

    def pages(self) -> list[str]:
        return [self.read(f"content/index.{language}.md") for language in ("fr", "en")]

    def read(self, path: str) -> str:
        return (self.root / path).read_bytes().decode("utf-8")

    def verify(self, *options: str) -> Said:
        return self.call("verify", "--skip-demos", "--skip-site", "--format", "json", *options)

    def states(self, *options: str) -> set[str]:
        """The codes that verify finds."""
        return set(self.verify(*options).codes())

    def accept(self, *words: str) -> Said:
        return self.call("accept", *words)

    def lock(self) -> str:
        return self.read("sitemaf.lock")

    def call(self, *arguments: str) -> Said:
        out, err = io.StringIO(), io.StringIO()
        code: Any = 0
        with redirect_stdout(out), redirect_stderr(err):
            try:
                cli.main([arguments[0], "--project", str(self.root), *arguments[1:]], standalone_mode=False)
            except SystemExit as end:
                code = end.code
            except EnvironmentProblem as problem:
                print(problem.message, problem.help, sep="\n", file=err)
                code = 2
        return Said(int(code), out.getvalue(), err.getvalue())


def only(said: Said) -> dict[str, Any]:
    """The one problem that is reported; both languages report it."""
    problems = json.loads(said.out)["problems"]
    seen = {(one["code"], one["message"]): one for one in problems}
    assert len(seen) == 1, [one["message"] for one in problems]
    found: dict[str, Any] = next(iter(seen.values()))
    return found


def site(folder: Path, subfolder: str = ".") -> Site:
    return Site(folder, subfolder)


def clone(source: Site, target: Path, *options: str) -> Site:
    git(target.parent, "clone", "--quiet", *options, f"file://{source.repository}", str(target))
    return Site(target)
