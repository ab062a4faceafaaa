"""The preview under load, on loopback: fast enough, without an error, and nothing grows. `make load` runs it.

Needs wrk (Debian's package). Each load lasts seconds and goes to the preview that the test itself started.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from previews import Preview
from projects import Project, sitemaf

SECONDS = 4
pytestmark = pytest.mark.load


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    assert shutil.which("wrk"), "install Debian's package wrk"
    folder = tmp_path_factory.mktemp("load")
    assert sitemaf("init", folder / "site", folder=folder).code == 0
    project = Project(folder / "site").init()
    text = "\n\n".join(f"Paragraph {number} of a page that weighs twenty kilobytes." for number in range(300))
    project.write({f"content/page.{language}.md": f"# Page\n\n{text}\n" for language in ("en", "fr")})
    project.commit()
    running = Preview(project, "--port", "0")
    try:
        assert 15_000 < len(running.get("/en/page/")) < 30_000
        assert running.comes(lambda: running.told("/en/")["notes"] == [])
        yield running
    finally:
        running.stop()


@dataclass(frozen=True)
class State:
    descriptors: int
    memory: int  # kB
    threads: int


def state(preview: Preview) -> State:
    process = Path(f"/proc/{preview.process.pid}")
    status = (process / "status").read_text()
    memory = re.search(r"VmRSS:\s+(\d+)", status)
    threads = re.search(r"Threads:\s+(\d+)", status)
    assert memory and threads
    return State(len(list((process / "fd").iterdir())), int(memory[1]), int(threads[1]))


def wrk(preview: Preview, connections: int) -> tuple[float, float, str]:
    """Requests a second, the 99th percentile in ms, and what wrk printed."""
    said = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}", "--latency", f"{preview.address}/en/page/"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    rate, tail = re.search(r"Requests/sec:\s+([\d.]+)", said), re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    assert rate and tail
    return float(rate[1]), float(tail[1]) * {"us": 0.001, "ms": 1, "s": 1000}[tail[2]], said


@pytest.mark.parametrize("connections", [1, 50])
def test_many_readers_are_served_without_an_error(preview: Preview, connections: int) -> None:
    rate, tail, said = wrk(preview, connections)
    print(f"\n{connections} connections: {rate:.0f} requests/s, 99% within {tail:.1f} ms")
    assert "Socket errors" not in said and "Non-2xx" not in said
    assert rate >= 500 and tail < 300


def test_after_thousands_of_requests_nothing_has_grown(preview: Preview) -> None:
    before = state(preview)
    wrk(preview, 50)
    warm = state(preview)
    for _ in range(3000):
        with urllib.request.urlopen(f"{preview.address}/en/page/") as answer:
            answer.read()
    # Connections that wrk left open are closed after seconds.
    assert preview.comes(lambda: state(preview).descriptors <= before.descriptors)
    after = state(preview)
    print(f"\nbefore {before}\nafter  {after}")
    assert after.threads == before.threads
    assert after.memory - warm.memory < 2_000
