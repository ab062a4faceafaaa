"""Stand between a client and a server: each passing line is kept, none is changed."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO


def record(server: Path, log: Path) -> None:
    """Start the server and pass every line on; the log gets `> ` and `< ` lines."""
    child = subprocess.Popen(
        [sys.executable, str(server)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=server.parent,
    )
    assert child.stdin and child.stdout
    with log.open("ab", buffering=0) as lines:
        answers = threading.Thread(
            target=pass_on, args=(child.stdout, sys.stdout.buffer, lines, b"< ")
        )
        answers.start()
        pass_on(sys.stdin.buffer, child.stdin, lines, b"> ")
        child.stdin.close()
        answers.join()
        os._exit(child.wait())


def pass_on(source: IO[bytes], target: IO[bytes], log: IO[bytes], mark: bytes) -> None:
    """Copy lines until the source ends."""
    for line in iter(source.readline, b""):
        log.write(mark + line)
        target.write(line)
        target.flush()
