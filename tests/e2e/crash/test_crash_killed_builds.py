"""A build that is killed or starved leaves the old site or the new one, and the next build finds no trace.

The short version runs with every other test; `make crash` kills at 200 random moments and, with strace, at
each mutating system call, and fails each of them in turn.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from projects import Project, Said, contents

DYING = Path(__file__).with_name("dying.py")
PAGES = 12
COMMAND = ("build", "--jobs", "1", "--accepted")


class Site:
    """A project whose next build changes some pages, adds one and removes one; and both sites it may show."""

    def __init__(self, folder: Path) -> None:
        self.project = Project(folder).init()
        self.write("old", range(PAGES))
        self.project.commit()
        assert self.project.sitemaf(*COMMAND).code == 0
        self.output = self.project.root / "output"
        self.old = contents(self.output)
        shutil.copytree(self.project.root, folder.parent / "pristine", symlinks=True)
        self.pristine = folder.parent / "pristine"
        self.write("new", range(1, PAGES + 1))
        assert self.project.sitemaf(*COMMAND).code == 0
        self.new = contents(self.output)
        assert self.old != self.new

    def write(self, word: str, numbers: Sequence[int]) -> None:
        shutil.rmtree(self.project.root / "content", ignore_errors=True)
        pages = {f"content/page{number}.en.md": f"# Page {number}\n\nSame.\n" for number in numbers}
        pages["content/index.en.md"] = f"# Home\n\nThe {word} one.\n"
        config = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Site"\n'
        self.project.write({"sitemaf.toml": config, **pages})

    def reset(self) -> None:
        """Sources of the new site, the old site built, as the first build left it."""
        shutil.rmtree(self.project.root)
        subprocess.run(["cp", "-a", self.pristine, self.project.root], check=True)
        self.write("new", range(1, PAGES + 1))

    def stands(self) -> str:
        found = contents(self.output)
        return "old" if found == self.old else "new" if found == self.new else "broken"

    def recovers(self) -> None:
        """The next build succeeds and leaves the new site and nothing beside it."""
        said = self.project.sitemaf(*COMMAND)
        assert said.code == 0, said.text
        assert self.stands() == "new"
        names = sorted(path.name for path in self.project.root.iterdir())
        assert names == [".git", ".sitemaf", "content", "output", "sitemaf.toml"]

    def dying(self, how: str, number: int) -> Said:
        done = subprocess.run(
            [sys.executable, DYING, how, str(number), *COMMAND],
            cwd=self.project.root,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("crash") / "project")


def count(site: Site) -> int:
    site.reset()
    found = re.search(r"changes: (\d+)", site.dying("count", 0).err)
    assert found and site.stands() == "new"
    return int(found[1])


def spread(total: int, wanted: int) -> list[int]:
    """Moments from the first change to the last, each at most once."""
    return sorted({1 + round(step * (total - 1) / (wanted - 1)) for step in range(wanted)})


def test_killed_at_moments_from_first_to_last_change(site: Site) -> None:
    seen = set()
    for number in spread(count(site), 8):
        site.reset()
        assert site.dying("kill", number).code == -signal.SIGKILL
        seen.add(site.stands())
        site.recovers()
    assert seen <= {"old", "new"} and "old" in seen


@pytest.mark.parametrize("how", ["ENOSPC", "EIO", "EMFILE"])
def test_a_failing_machine_is_a_clean_failure_or_no_failure(site: Site, how: str) -> None:
    for number in spread(count(site), 4):
        site.reset()
        said = site.dying(how, number)
        outcome = (said.code, site.stands())
        assert outcome in ((2, "old"), (0, "new")), (number, said.text)
        assert "Traceback" not in said.err
        site.recovers()


@pytest.mark.crash
def test_killed_at_every_change(site: Site) -> None:
    seen = []
    for number in range(1, count(site) + 1):
        site.reset()
        assert site.dying("kill", number).code == -signal.SIGKILL
        seen.append(site.stands())
        site.recovers()
    assert set(seen) == {"old", "new"}
    print(
        f"killed at each of {len(seen)} changes: {seen.count('old')} old, {seen.count('new')} new, 0 broken"
    )


@pytest.mark.crash
@pytest.mark.parametrize("how", ["ENOSPC", "EIO", "EMFILE", "EXDEV", "EDQUOT", "EROFS"])
def test_failing_at_every_change(site: Site, how: str) -> None:
    outcomes = []
    for number in range(1, count(site) + 1):
        site.reset()
        said = site.dying(how, number)
        outcomes.append((said.code, site.stands()))
        assert outcomes[-1] in ((2, "old"), (0, "new")), (number, said.text)
        site.recovers()
    print(f"{how} at each of {len(outcomes)} changes: {outcomes.count((2, 'old'))} refused cleanly, 0 broken")


@pytest.mark.crash
def test_killed_at_200_random_moments(site: Site) -> None:
    chance = random.Random(20)
    seen, length = [], 0.5
    for _ in range(200):
        site.reset()
        build = subprocess.Popen(
            [sys.executable, "-m", "site_builder", *COMMAND],
            cwd=site.project.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            build.wait(chance.uniform(0, length * 1.1))
        except subprocess.TimeoutExpired:
            build.kill()
            build.wait()
        seen.append(site.stands())
        start = time.monotonic()
        site.recovers()
        length = time.monotonic() - start  # as long as the next one will take on a machine as busy as now
    assert set(seen) <= {"old", "new"}
    print(f"killed at 200 random moments: {seen.count('old')} old, {seen.count('new')} new, 0 broken")


CALLS = (
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "mkdir",
    "mkdirat",
    "unlink",
    "unlinkat",
    "rmdir",
)
CALLS += ("write", "fchmod", "chmod")
ERRORS = ("ENOSPC", "EIO", "EMFILE", "EXDEV")


def traced(site: Site, *inject: str) -> subprocess.CompletedProcess[str]:
    trace = site.project.root.parent / "trace"
    return subprocess.run(
        ["strace", "-f", "-o", trace, *inject, sys.executable, "-m", "site_builder", *COMMAND],
        cwd=site.project.root,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def calls_made(site: Site) -> Iterator[tuple[str, int]]:
    """Each mutating system call of the build's own process, with its number among its kind."""
    site.reset()
    assert traced(site, "-e", f"trace={','.join(CALLS)}").returncode == 0
    lines = (site.project.root.parent / "trace").read_text().splitlines()
    first = lines[0].split()[0]
    numbers: dict[str, int] = {}
    for line in lines:
        process, rest = line.split(maxsplit=1)
        name = rest.partition("(")[0]
        if process == first and name in CALLS:
            numbers[name] = numbers.get(name, 0) + 1
            yield name, numbers[name]


@pytest.mark.crash
def test_killed_at_every_mutating_system_call(site: Site) -> None:
    assert shutil.which("strace"), "install Debian's package strace"
    seen = []
    for name, number in list(calls_made(site)):
        site.reset()
        traced(site, "-e", f"trace={name}", "-e", f"inject={name}:signal=KILL:when={number}")
        seen.append(site.stands())
        site.recovers()
    assert set(seen) == {"old", "new"}
    print(f"killed at {len(seen)} system calls: {seen.count('old')} old, {seen.count('new')} new, 0 broken")


@pytest.mark.crash
@pytest.mark.parametrize("error", ERRORS)
def test_every_mutating_system_call_failing(site: Site, error: str) -> None:
    assert shutil.which("strace"), "install Debian's package strace"
    outcomes = []
    for name, number in list(calls_made(site)):
        site.reset()
        done = traced(site, "-e", f"trace={name}", "-e", f"inject={name}:error={error}:when={number}")
        outcomes.append((done.returncode, site.stands()))
        assert outcomes[-1][1] in ("old", "new"), (name, number, done.stderr)
        assert done.returncode != 0 or outcomes[-1][1] == "new", (name, number, done.stderr)
        site.recovers()
    print(
        f"{error} in {len(outcomes)} system calls: {sum(code == 2 for code, _ in outcomes)} refused, 0 broken"
    )
