"""Each system call with which a build changes something fails once, or is its last; strace sees to that.

In a build that runs demos the N-th call of a kind fails in each of its processes: in ours, the supervisor,
the recorder, the programs and git.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from e2e.crash.changing_site import Site, SiteWithDemo
from projects import PATIENCE

pytestmark = pytest.mark.crash

RENAMES = ("rename", "renameat", "renameat2", "link", "linkat")
CHANGES = (*RENAMES, "mkdir", "mkdirat", "mknod", "mknodat", "symlink", "symlinkat", "unlink", "unlinkat")
CHANGES += ("rmdir", "write", "pwrite64", "truncate", "ftruncate", "fsync", "fdatasync")
CHANGES += ("chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat")
OPENS = ("open", "openat")
TAKES = ("pipe", "pipe2", "dup", "dup3", "socket", "socketpair", "epoll_create1", "inotify_init1", "eventfd2")
QUICKLY = ("-f", "--seccomp-bpf")  # strace sees all processes, and stops them at the calls named alone
PAGES = 3  # of each kind one: kept, changed, added
ERRORS = ("ENOSPC", "EIO", "EMFILE", "EXDEV")


@dataclass(frozen=True, order=True)
class Call:
    """`number` counts the calls of this name in one process."""

    name: str
    number: int
    text: str
    of_build: bool  # of the build's own process


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    assert shutil.which("strace"), "install Debian's package strace"
    return Site(tmp_path_factory.mktemp("calls") / "project", PAGES)


@pytest.fixture(scope="module")
def site_with_demo(tmp_path_factory: pytest.TempPathFactory) -> Site:
    assert shutil.which("strace"), "install Debian's package strace"
    return SiteWithDemo(tmp_path_factory.mktemp("calls") / "project", PAGES)


def traced(site: Site, names: Iterable[str], *options: str) -> subprocess.CompletedProcess[str]:
    trace = "trace=" + ",".join(f"?{name}" for name in names)  # not every system has each of them
    build = (sys.executable, "-m", "site_builder", *site.command)
    return subprocess.run(
        ["strace", "-o", str(site.scratch.parent / "trace"), "-e", trace, *options, *build],
        cwd=site.project.root,
        env={
            **os.environ,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "TMPDIR": str(site.scratch),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def calls_of(site: Site) -> list[Call]:
    """What a build calls, from the moment at which it takes its lock, in all its processes."""
    site.reset()
    done = traced(site, (*CHANGES, *OPENS, *TAKES), *QUICKLY)
    assert (done.returncode, site.stands()) == (0, "new"), done.stderr
    lines = (site.scratch.parent / "trace").read_text().splitlines()
    first, begun = lines[0].split()[0], False
    numbers: Counter[tuple[str, str]] = Counter()
    calls = []
    for line in lines:
        process, text = line.split(maxsplit=1)
        if not (found := re.match(r"(\w+)\(", text)):
            continue
        numbers[process, found[1]] += 1
        begun = begun or "publish.lock" in text
        if begun:
            calls.append(Call(found[1], numbers[process, found[1]], text, process == first))
    return calls


def wanted(site: Site, calls: Iterable[Call], error: str) -> Iterator[Call]:
    """The calls that may end in this error; files are opened by many, and only the project's matter."""
    places = (str(site.project.root), str(site.scratch), "/dev/null")
    for call in calls:
        opens = call.name in OPENS and any(place in call.text for place in places)
        writes = call.name in CHANGES or (opens and "O_CREAT" in call.text)
        takes = call.name in TAKES or opens
        if {"EXDEV": call.name in RENAMES, "EMFILE": takes}.get(error, writes):
            yield call


def failing(site: Site, call: Call, error: str, *options: str) -> tuple[int, str]:
    """What the build answers, and which site stands; whatever happened, both are as they should be."""
    site.reset()
    inject = f"inject={call.name}:error={error}:when={call.number}"
    done = traced(site, [call.name], *options, "-e", inject)
    outcome = (done.returncode, site.stands())
    context = (error, call, outcome, done.stderr, done.stdout)
    assert outcome in ((2, "old"), (1, "old"), (0, "new")), context
    assert "Traceback" not in done.stderr, context
    if outcome[0] == 2 and not call.text.startswith("write(2"):
        assert len(re.findall(r"^error: .+\nhelp: .+", done.stderr, re.MULTILINE)) == 1, context
    if outcome[0] == 1:
        assert re.search(r"^ +help: |^demos/.+ error \[", done.stdout, re.MULTILINE), context
    site.recovers()
    return outcome


def tell(what: str, outcomes: list[tuple[int, str]]) -> None:
    counts = sorted(Counter(outcomes).items())
    counted = ", ".join(f"{count} exit {code} with the {site} site" for (code, site), count in counts)
    print(f"{what}: {len(outcomes)} runs: {counted}, 0 broken")


@pytest.mark.parametrize("error", ERRORS)
def test_each_call_of_a_build_failing_alone(site: Site, error: str) -> None:
    calls = calls_of(site)
    others = Counter(call.name for call in calls if not call.of_build)  # at most; git's
    outcomes = []
    for call in wanted(site, [call for call in calls if call.of_build], error):
        # Children are left alone: either they make no such call, or they are not traced, which takes longer.
        how = QUICKLY if call.number > others[call.name] else ()
        outcomes.append(failing(site, call, error, *how))
        trace = (site.scratch.parent / "trace").read_text()
        assert trace.count("(INJECTED)") == 1, (call, trace)
    tell(f"{error} in one system call", outcomes)


# Not EMFILE: the first files that a process opens are the interpreter's own, and it ends in its own words.
@pytest.mark.parametrize("error", ["ENOSPC"])
def test_a_call_failing_in_each_process_of_a_build_with_demos(site_with_demo: Site, error: str) -> None:
    calls = wanted(site_with_demo, calls_of(site_with_demo), error)
    found = {(call.name, call.number): call for call in calls}
    outcomes = [failing(site_with_demo, call, error, *QUICKLY) for call in found.values()]
    tell(f"{error} in one system call of each process", outcomes)


def test_killed_at_each_call(site: Site) -> None:
    seen = []
    for call in wanted(site, [call for call in calls_of(site) if call.of_build], "ENOSPC"):
        site.reset()
        # Behind a filter of calls, strace 6.1 lets a signal go that it is to send; git's calls do not count.
        done = traced(site, [call.name], "-e", f"inject={call.name}:signal=KILL:when={call.number}")
        assert done.returncode == -signal.SIGKILL, (call, done)
        seen.append(site.stands())
        site.recovers()
    assert set(seen) == {"old", "new"}
    print(f"killed at {len(seen)} system calls: {seen.count('old')} old, {seen.count('new')} new, 0 broken")
