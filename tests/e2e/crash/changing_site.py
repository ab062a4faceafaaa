"""A project whose next build changes some pages, adds one and removes one; both sites that may be seen."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from projects import Project, Said, contents

DYING = Path(__file__).with_name("dying.py")
PAGES = 12
COMMAND = ("build", "--jobs", "1", "--accepted")


class Site:
    """`old` and `new` are the two sites; `reset` goes back to before the build that makes the new one."""

    command: tuple[str, ...] = COMMAND

    def __init__(self, folder: Path, pages: int = PAGES) -> None:
        self.pages = pages
        self.project = Project(folder).init()
        self.output = self.project.root / "output"
        self.pristine = folder.parent / "pristine"
        self.scratch = folder.parent / "scratch"  # where the build's temporary files go
        self.scratch.mkdir()
        self.write("first", range(2, pages))
        self.project.commit()
        self.build()
        self.write("old", range(pages))
        self.build()  # keeps the first site's folder, as builds do, for the next one to grow in
        self.old = contents(self.output)
        shutil.copytree(self.project.root, self.pristine, symlinks=True)
        self.reset()
        self.build()
        self.new = contents(self.output)
        assert self.old != self.new

    def write(self, word: str, numbers: Sequence[int]) -> None:
        shutil.rmtree(self.project.root / "content", ignore_errors=True)
        pages = {f"content/page{number}.en.md": f"# Page {number}\n\nSame.\n" for number in numbers}
        pages["content/index.en.md"] = f"# Home\n\nThe {word} one.\n"
        config = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Site"\n'
        self.project.write({"sitemaf.toml": config, **pages, **self.more(word)})

    def more(self, word: str) -> Mapping[str, str]:
        return {}

    def build(self) -> None:
        said = self.project.sitemaf(*self.command, environment={"TMPDIR": str(self.scratch)})
        assert said.code == 0, said.text

    def reset(self) -> None:
        """Sources of the new site, the old site built, as the first build left it."""
        shutil.rmtree(self.project.root)
        subprocess.run(["cp", "-a", self.pristine, self.project.root], check=True)
        self.write("new", range(1, self.pages + 1))

    def stands(self) -> str:
        found = contents(self.output)
        return "old" if found == self.old else "new" if found == self.new else "broken"

    def recovers(self) -> None:
        """The next build succeeds and leaves the new site and nothing beside it."""
        self.build()
        assert self.stands() == "new"
        known = {".git", ".sitemaf", "content", "demos", "output", "sitemaf.toml"}
        assert {path.name for path in self.project.root.iterdir()} <= known
        state = {path.name for path in (self.project.root / ".sitemaf").iterdir()}
        files = {".gitignore", "CACHEDIR.TAG", "publish.lock", "published", "record", "stamp"}
        assert state <= {*files, "cache", "spare"}

    def dying(self, how: str, number: int) -> Said:
        done = subprocess.run(
            [sys.executable, DYING, how, str(number), *self.command],
            cwd=self.project.root,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Said(done.returncode, done.stdout, done.stderr)


class SiteWithDemo(Site):
    """The same, with a demo that is run: a program that is given some input, and a server that is asked."""

    command = ("build", "--jobs", "1")

    def more(self, word: str) -> Mapping[str, str]:
        declared = 'title = "Cat"\n[runs.cat]\ncommand = ["cat"]\nstdin = "the cat says WORD\\n"\n'
        declared += '[runs.contract]\nserver = ["{python}", "server.py"]\ncalls = []\n'
        return {
            "demos/Cat/demo.toml": declared.replace("WORD", word),
            "demos/Cat/server.py": SERVER.replace("WORD", word),
        }


SERVER = """\
import json, sys

print("the server says WORD", file=sys.stderr)
TOOL = {"name": "say", "description": "Says WORD", "inputSchema": {"type": "object"}}
ANSWERS = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "cat", "version": "1"},
    },
    "tools/list": {"tools": [TOOL]},
}
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") in ANSWERS:
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": ANSWERS[asked["method"]]}
        print(json.dumps(answer), flush=True)
"""
