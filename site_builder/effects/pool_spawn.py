"""The pool where processes cannot fork safely: fresh interpreters, which import what they need.

In: a picklable function and picklable items. Out: results in order.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from site_builder.model import EnvironmentProblem

T = TypeVar("T")
R = TypeVar("R")

_CHUNK = 8


def spawn_map(function: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts)
    try:
        yield from executor.map(function, items, chunksize=_CHUNK)
    except BrokenProcessPool:
        raise EnvironmentProblem(
            "a worker process ended before its work was done",
            "if the memory is short, build again with `--jobs 1`",
        ) from None
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """The terminal's Ctrl+C reaches every process; the parent alone decides what follows."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
