"""Run a build that dies, or whose machine fails, at the N-th change it makes to the disk.

`python dying.py HOW NUMBER sitemaf-arguments…`: HOW is `count` (print how many changes there are), `kill`, or
the name of an errno. Changes are what Python's audit hooks and `os.write` tell of: files opened for writing,
renamed, linked, removed, folders made, and each call through ctypes (the exchange).
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path
from typing import Any

HOW, NUMBER = sys.argv[1], int(sys.argv[2])
CHANGES = {"os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.truncate"}
seen = 0


def change() -> None:
    global seen
    seen += 1
    if seen == NUMBER and HOW == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if seen == NUMBER and HOW != "count":
        raise OSError(getattr(errno, HOW), os.strerror(getattr(errno, HOW)))


def hook(event: str, arguments: tuple[Any, ...]) -> None:
    """Only what happens below the project counts: reading and the interpreter's own files do not."""
    if event == "ctypes.call_function":
        change()
    elif event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR) and project in str(path):
            change()
    elif event in CHANGES and project in str(arguments[0]):
        change()


write = os.write


def counted_write(descriptor: int, data: Any) -> int:
    change()
    return write(descriptor, data)


project = str(Path.cwd())
sys.argv = ["sitemaf", *sys.argv[3:]]
import site_builder.effects.publish  # noqa: E402, F401 – the hooks come after imports, which change nothing
from site_builder.cli import main  # noqa: E402

os.write = counted_write
sys.addaudithook(hook)
try:
    main()
finally:
    if HOW == "count":
        print(f"changes: {seen}", file=sys.stderr)
