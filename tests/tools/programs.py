"""Programs that the longer checks ask for: `python programs.py strace wrk` finds each, or installs it.

As root on Debian the package of that name is installed; elsewhere what to install is said, and the exit is 2.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

INSTALL = ("install", "-qq", "--yes", "--no-install-recommends")


def missing(names: Sequence[str]) -> list[str]:
    return [name for name in names if shutil.which(name) is None]


def install(names: Sequence[str]) -> None:
    print(f"programs: installing Debian's {' and '.join(names)}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (("update", "-qq"), (*INSTALL, *names)):
        subprocess.run(["apt-get", *step], env=quiet, stdin=subprocess.DEVNULL, check=False)


def main(names: Sequence[str]) -> int:
    absent = missing(names)
    if absent and os.geteuid() == 0 and shutil.which("apt-get"):
        install(absent)
        absent = missing(names)
    if not absent:
        return 0
    words = " ".join(absent)
    print(
        f"programs: {words} not found; on Debian: `sudo apt-get install {words}`, then again", file=sys.stderr
    )
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
