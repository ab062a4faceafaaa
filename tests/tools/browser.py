"""A Chromium for the tests: the path of one that starts, installed first if there is none.

In: the machine. Out: `find_browser()` gives the path or None; run as a program it also installs what is
missing (Debian's package as root, else the download of the browser-automation library) and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge")


def find_browser() -> Path | None:
    """The first browser that starts: $CHROMIUM, one on the PATH, the automation library's own."""
    named = os.environ.get("CHROMIUM")
    on_path = [shutil.which(name) for name in ((named,) if named else NAMES)]
    for found in on_path:
        if found and version(Path(found)):
            return Path(found)
    return None if named or not version(downloaded := _downloaded()) else downloaded


def version(browser: Path) -> str:
    """What the browser says it is; empty if it does not start."""
    try:
        said = subprocess.run(
            [browser, "--version"], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.strip() if said.returncode == 0 else ""


def _downloaded() -> Path:
    # Imported here: it takes long, and a machine that has a browser does not need it.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as automation:
        return Path(automation.chromium.executable_path)


def _install() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("browser: none found; installing Debian's package chromium", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        steps = (["update", "-qq"], ["install", "-qq", "--yes", "--no-install-recommends", "chromium"])
        if all(subprocess.run(["apt-get", *step], env=quiet).returncode == 0 for step in steps):
            return
        print("browser: the package could not be had", flush=True)
    print("browser: none found; downloading the automation library's own Chromium", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> int:
    browser = find_browser()
    if browser is None and not os.environ.get("CHROMIUM"):
        _install()
        browser = find_browser()
    if browser is None:
        print("browser: none; set CHROMIUM to the path of a Chromium that starts", file=sys.stderr)
        return 2
    print(f"browser: {browser} ({version(browser)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
