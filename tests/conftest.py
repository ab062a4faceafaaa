"""What all tests share: a git that knows nobody, a browser, and this repository's site, built once a run."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from projects import Said, copy_repository, sitemaf
from tools.browser import find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A job in the background may ignore Ctrl+C and the end of its terminal; so would all programs that it starts.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

GIT_CONFIG = """\
[user]
name = Test Author
email = author@example.org
[init]
defaultBranch = main
[safe]
directory = *
[commit]
gpgSign = false
"""


@pytest.fixture(scope="session", autouse=True)
def git_identity(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Git reads the tests' own configuration: every machine is the same, even one without any."""
    config = tmp_path_factory.mktemp("git") / "config"
    config.write_text(GIT_CONFIG)
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("GIT_")]:
            patch.delenv(name)
        patch.setenv("GIT_CONFIG_GLOBAL", str(config))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium. Closed after each module: the automation's event loop, of which a process can have one,
    would otherwise stand in the way of every later test that runs a loop of its own."""
    # Imported here: it takes long, and most workers look at no page.
    from playwright.sync_api import sync_playwright

    path = find_browser()
    assert path, "these tests look at pages in a Chromium: `make browser` finds or installs one"
    with sync_playwright() as automation:
        started = automation.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@dataclass(frozen=True)
class BuiltSite:
    project: Path  # a copy of this repository
    output: Path
    said: Said


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory, git_identity: None, worker_id: str) -> BuiltSite:
    """This repository's site. Workers share it: the first to come builds, the others wait and read."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "this-site"
    folder.mkdir(exist_ok=True)
    site = folder / "site", folder / "out", folder / "err", folder / "code"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site[3].exists():
            said = sitemaf("build", "--output", site[0], folder=copy_repository(folder / "project"))
            site[1].write_text(said.out)
            site[2].write_text(said.err)
            site[3].write_text(str(said.code))
    said = Said(int(site[3].read_text()), site[1].read_text(), site[2].read_text())
    errors = [line for line in said.text.splitlines() if ": error [" in line or line.startswith("error: ")]
    assert (said.code, errors) == (0, [])
    return BuiltSite(folder / "project", site[0], said)
