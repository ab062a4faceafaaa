"""Something long, done in a process of its own while this one goes on: a function → its result, later.

In: a function without arguments. Out: what it returned or raised. A thread would do, but a process with two
threads cannot fork its workers safely, and they are to be forked meanwhile. The process is on a leash: a pipe
that we hold. A word in it, or our death, ends the programs that it runs, and then itself. Where systems do
not fork a thread does it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, NoReturn, TypeVar

from site_builder.effects import processes
from site_builder.effects.pool import FORKS
from site_builder.effects.pool_failure import carried, died, revived

R = TypeVar("R")
_DONE, _FAILED = b"d", b"f"
_PATIENCE = processes.SWEEPING + 5.0  # seconds in which it ends what it runs and clears away


@contextlib.contextmanager
def aside(function: Callable[[], R]) -> Iterator[Callable[[], R]]:
    """Inside the block the function is at work; what the block is given waits for its result."""
    if not FORKS:
        with ThreadPoolExecutor(max_workers=1) as thread:
            yield thread.submit(function).result
        return
    work = _Aside(function)
    try:
        yield work.result
    finally:
        work.end()


class _Aside(Generic[R]):
    def __init__(self, function: Callable[[], R]) -> None:
        self._results, sending = os.pipe()
        leash, self._leash = os.pipe()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        try:
            self._pid = os.fork()
            if self._pid == 0:
                os.close(self._results)
                os.close(self._leash)
                _work(function, sending, leash)
            _alive.add(self)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        os.close(sending)
        os.close(leash)

    def result(self) -> R:
        body = b""
        while chunk := os.read(self._results, 1 << 20):
            body += chunk
        status = self._wait()
        if body[:1] == _FAILED:
            raise revived(body[1:])
        if body[:1] != _DONE:
            raise died(status, "the runs of demos")
        result: R = pickle.loads(body[1:])
        return result

    def end(self) -> None:
        """Stop it if it is still at work; never waits much longer than its programs take to end."""
        if self._pid:
            with contextlib.suppress(OSError):
                os.write(self._leash, b"stop")
            until = time.monotonic() + _PATIENCE
            # Its end of the pipe is closed when it is gone.
            while (left := until - time.monotonic()) > 0 and select.select([self._results], [], [], left)[0]:
                if not os.read(self._results, 1 << 20):
                    break
            else:
                os.kill(self._pid, signal.SIGKILL)
            self._wait()
        if self in _alive:
            _alive.discard(self)
            os.close(self._results)
            os.close(self._leash)

    def _wait(self) -> int:
        status = os.waitpid(self._pid, 0)[1] if self._pid else 0
        self._pid = 0
        return status


_alive: set[_Aside[Any]] = set()


def sweep() -> None:
    """End what an interruption left at work."""
    for work in tuple(_alive):
        work.end()


def _work(function: Callable[[], object], sending: int, leash: int) -> NoReturn:
    """The child's whole life. The terminal's Ctrl+C reaches it too, and is the parent's business."""
    status = 1
    try:
        # Not ignored: that would be inherited by every program that is started.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, frame: None)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
        told, telling = os.pipe()
        answer: list[bytes] = []

        def act() -> None:
            try:
                answer.append(_DONE + pickle.dumps(function(), pickle.HIGHEST_PROTOCOL))
            except BaseException as error:  # whatever it is, it is the parent's to judge
                answer.append(_FAILED + carried(error))
            os.close(telling)

        thread = threading.Thread(target=act, daemon=True)
        thread.start()
        ready, _, _ = select.select([told, leash], [], [])
        if leash in ready:
            processes.sweep(last=True)
            thread.join(processes.SWEEPING)
        elif answer:
            rest = memoryview(answer[0])
            while rest:
                rest = rest[os.write(sending, rest) :]
            status = 0
    finally:
        os._exit(status)
