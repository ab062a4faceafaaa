"""What proving excerpts costs: `sitemaf verify --skip-demos --skip-site` beyond start-up and Markdown.

The same pages are verified twice, in turn: with excerpts, in a git repository whose files were added by many
commits, and with plain code blocks of the same size, outside any repository. The difference is what excerpts
cost, git's processes included. Three cases: nothing changed; every quoted file has new lines above; every
excerpt was edited, too.
`python benchmarks/excerpts.py [--excerpts 1000 10000] [--files 2000] [--repeat 5]`
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMMITS = 40
A_PAGE = 25  # excerpts
HEIGHT = 10  # lines of an excerpt
CONFIG = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Excerpts"\n'
VERIFY = ("verify", "--skip-demos", "--skip-site", "--format", "json")
GIT = ("git", "-c", "user.name=Corpus", "-c", "user.email=corpus@example.org", "-c", "gc.auto=0")


@dataclass(frozen=True)
class Taken:
    wall: float
    cpu: float

    def __sub__(self, other: Taken) -> Taken:
        return Taken(self.wall - other.wall, self.cpu - other.cpu)

    def __str__(self) -> str:
        return f"{self.wall:6.3f} s wall {self.cpu:6.3f} s CPU"


class Corpus:
    """`count` excerpts of `files` files, and its twin with code blocks."""

    def __init__(self, folder: Path, count: int, files: int) -> None:
        self.count, self.files = count, files
        self.quoting, self.plain = folder / "quoting", folder / "plain"
        git(folder, "init", "-q", str(self.quoting))
        for part in range(COMMITS):
            for number in range(part, files, COMMITS):
                write(self.quoting / self.path(number), source(number))
            self.commit(f"part {part}")
        for root, blocks in ((self.quoting, self._excerpts()), (self.plain, self._samples())):
            write(root / "sitemaf.toml", CONFIG)
            for page, text in enumerate(pages(list(blocks))):
                write(root / f"content/{'index' if not page else f'page{page:04}'}.en.md", text)
        sitemaf(self.quoting, "accept", "--quiet")
        self.commit("pages")
        git(self.quoting, "gc", "-q")  # as a clone has its objects

    @staticmethod
    def path(number: int) -> str:
        return f"src/part{number % 40:02}/module{number:05}.py"

    def commit(self, message: str) -> None:
        git(self.quoting, "add", "--all")
        git(self.quoting, "commit", "-qm", message)

    def _places(self) -> Iterator[tuple[int, int]]:
        """File and first line; files are quoted in turn, at another place each time."""
        for number in range(self.count):
            yield number % self.files, 1 + 7 * (number // self.files) + number % 5

    def _excerpts(self) -> Iterator[str]:
        for number, first in self._places():
            lines = f"{first}-{first + HEIGHT - 1}"
            yield f"```{{excerpt}} {self.path(number)}\n:lines: {lines}\n:allow-partial:\n```"

    def _samples(self) -> Iterator[str]:
        for number, first in self._places():
            lines = source(number).split("\n")[first - 1 : first + HEIGHT - 1]
            yield "\n".join(["```python", *lines, "```"])

    def shift(self) -> None:
        """Three lines above everything, in every file."""
        for number in range(self.files):
            write(self.quoting / self.path(number), f"# one\n# two\n# three\n{source(number)}")
        self.commit("shift")

    def edit(self) -> None:
        """Every function is another one now."""
        for number in range(self.files):
            write(self.quoting / self.path(number), f"# new\n{source(number)}".replace("value", "result"))
        self.commit("edit")


def source(number: int) -> str:
    functions = (
        f"def part_{number}_{one}(value: int) -> int:\n    # Step {one} of module {number}.\n"
        f"    result = value * {one} + {number}\n    return result\n\n"
        for one in range(24)
    )
    return "\n".join(functions)


def pages(blocks: list[str]) -> Iterator[str]:
    for start in range(0, len(blocks), A_PAGE):
        body = "\n\n".join(blocks[start : start + A_PAGE])
        yield f"---\ntitle: Page {start}\norder: {start}\n---\n\n{body}\n"


def write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run([*GIT, *arguments], cwd=folder, check=True)


def sitemaf(root: Path, *arguments: str) -> bytes:
    """Its report; a fault or a refusal ends the measurement."""
    command = [sys.executable, "-m", "site_builder", *arguments, "--project", str(root)]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    said = subprocess.run(command, cwd=root, env=here, capture_output=True, check=False)
    if said.returncode not in (0, 1):
        raise SystemExit(said.stderr.decode())
    return said.stdout


def once(root: Path, problems: int) -> Taken:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    report = sitemaf(root, *VERIFY)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    found = len(json.loads(report)["problems"])
    assert found == problems, f"{found} problems, not {problems}"
    return Taken(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def median(taken: list[Taken]) -> Taken:
    return Taken(statistics.median(one.wall for one in taken), statistics.median(one.cpu for one in taken))


def measure(corpus: Corpus, problems: int, repeat: int) -> tuple[Taken, Taken]:
    """The whole command, and what excerpts add to it; medians of runs in pairs."""
    pairs = [(once(corpus.quoting, problems), once(corpus.plain, 0)) for _ in range(repeat)]
    return median([one for one, _ in pairs]), median([one - other for one, other in pairs])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--excerpts", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    for count in given.excerpts:
        with tempfile.TemporaryDirectory(prefix="excerpts-") as name:
            corpus = Corpus(Path(name), count, given.files)
            cases = (("unchanged", None, 0), ("moved", corpus.shift, count), ("edited", corpus.edit, count))
            for case, change, problems in cases:
                if change is not None:
                    change()
                whole, added = measure(corpus, problems, given.repeat)
                print(f"{count:6} excerpts, {case:9}: {whole}; excerpts alone {added}", flush=True)


if __name__ == "__main__":
    main()
