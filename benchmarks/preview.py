"""From saving a page to seeing it in a browser, with `sitemaf serve`.

In: a project and a number of edits. Out: milliseconds, sorted, and the server's memory. The clock starts
before the file is written and stops when the browser is about to paint a frame that holds the new sentence.
An edit that never shows ends the measurement with an error.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

_SEEN = """text => new Promise(seen => {
  const look = () => document.body.textContent.includes(text) ? seen(1) : requestAnimationFrame(look);
  look();
})"""


@dataclass(frozen=True)
class Edits:
    times: list[float]  # ms, sorted
    before: float  # MB of the server after the tenth part of the edits
    after: float  # and after the last


def memory(process: int) -> float:
    """MB that the process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def edits(project: Path, count: int, page: str = "part-000/page-00004") -> Edits:
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from playwright.sync_api import sync_playwright

    from tools.browser import find_browser

    serve = [sys.executable, "-m", "site_builder", "serve", "--port", "0"]
    server = subprocess.Popen(
        serve, cwd=project, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    assert server.stderr is not None
    address = None
    while address is None:
        address = re.search(r"http://\S+?:\d+", server.stderr.readline())
    source = project / "content" / f"{page}.en.md"
    text, times, before = source.read_text(), [], 0.0
    try:
        with sync_playwright() as automation:
            browser = automation.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
            tab = browser.new_page()
            tab.goto(f"{address[0]}/_preview/en/{page}/")
            tab.wait_for_timeout(2000)
            for number in range(count):
                begun = time.perf_counter()
                source.write_text(f"{text}\nEdit number {number}.\n")
                tab.frames[1].evaluate(_SEEN, f"Edit number {number}.")
                times.append((time.perf_counter() - begun) * 1000)
                if number == count // 10:
                    before = memory(server.pid)
                tab.wait_for_timeout(400)
            browser.close()
        after = memory(server.pid)
    finally:
        source.write_text(text)
        server.terminate()  # in the background of a shell, SIGINT is ignored
        server.wait()
    return Edits(sorted(times), before, after)
