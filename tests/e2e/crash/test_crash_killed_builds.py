"""A build that is killed or starved leaves the old site or the new one, and the next build finds no trace.

The short version runs with every other test; `make crash` kills and starves at every change, kills at 200
random moments, and goes on in `test_crash_system_calls`.
"""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import time

import pytest

from e2e.crash.changing_site import COMMAND, Site


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
        assert "Traceback" not in said.err
        assert said.code == 0 or len(re.findall(r"^error: .+\nhelp: .+", said.err, re.MULTILINE)) == 1, (
            said.err
        )
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
