"""One command, measured: wall and CPU seconds of it and everything it started, and the largest process.

In: a command and a folder. Out: `Cost`, or CalledProcessError with what the command said.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cost:
    wall: float  # seconds
    cpu: float  # seconds
    memory: float  # MB of the largest process


def measure(command: Sequence[str], folder: Path) -> Cost:
    # As installed programs are: with their bytecode.
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = code = os.waitstatus_to_exitcode(status)
    if code != 0:
        raise subprocess.CalledProcessError(code, command, said.decode("utf-8", "replace")[-2000:])
    return Cost(wall=wall, cpu=used.ru_utime + used.ru_stime, memory=used.ru_maxrss / 1024)


def median(costs: Iterable[Cost]) -> Cost:
    found = list(costs)
    return Cost(
        wall=statistics.median(cost.wall for cost in found),
        cpu=statistics.median(cost.cpu for cost in found),
        memory=statistics.median(cost.memory for cost in found),
    )


def ratio(ours: Sequence[Cost], theirs: Sequence[Cost]) -> float:
    """The median of paired ratios of wall time: each round compares runs that stood side by side."""
    return statistics.median(one.wall / other.wall for one, other in zip(ours, theirs, strict=True))
