"""A deadline for work that is pure computation: a page, a block of code.

In: seconds, what to do, what to do instead when time is over. Out: the result of one of them. Works in the
main thread of a process that knows `setitimer`; elsewhere there is no deadline. Deadlines nest: the inner one
may be shorter, never longer than what the outer one has left.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

_AGAIN = 0.1  # seconds after which the alarm rings again, should a library have swallowed the first


class _Late(BaseException):
    """No `except Exception` of any library can swallow it."""

    def __init__(self, end: float) -> None:
        super().__init__(end)
        self.end = end


_ends: list[float] = []  # the deadlines that are running, outermost first


def within(seconds: float, act: Callable[[], T], past: Callable[[], T]) -> T:
    """`act()`, or `past()` if it takes longer than `seconds`; an outer deadline that comes first wins."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return act()
    end = monotonic() + seconds
    before = signal.signal(signal.SIGALRM, _ring) if not _ends else None
    _ends.append(end)
    try:
        try:
            _wind()
            return act()
        finally:
            _ends.pop()
            _wind()
    except _Late as late:
        if late.end != end:
            raise
    finally:
        if not _ends:
            signal.signal(signal.SIGALRM, before)
    return past()


def _wind() -> None:
    if _ends:
        signal.setitimer(signal.ITIMER_REAL, max(min(_ends) - monotonic(), 0.0001), _AGAIN)
    else:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    """Raise for the outermost deadline that is over; an alarm after the work was done is nothing."""
    now = monotonic()
    for end in _ends:
        if end <= now:
            raise _Late(end)
