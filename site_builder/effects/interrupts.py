"""Ctrl+C and termination: exit codes 130 and 143, at any stage, however often, without a traceback.

In: a signal. Out: every process we started is gone, then SystemExit with the code. Import this module before
anything heavy and enter `interruptible` at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from types import FrameType, TracebackType

_CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
if hasattr(signal, "SIGHUP"):
    _CODES[signal.SIGHUP] = 129


class Interrupted(BaseException):
    """A signal asked us to stop. No `except Exception` of any library can swallow it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def exit_code(self) -> int:
        return _CODES.get(signal.Signals(self.number), 128 + self.number)


class _Once:
    """Raises at the first signal; later ones find the cleaning up already under way and change nothing."""

    def __init__(self) -> None:
        self.raised = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if not self.raised:
            self.raised = True
            raise Interrupted(number)

    def unraisable(self, event: sys.UnraisableHookArgs) -> None:
        """An interruption raised inside a destructor is lost to the program: send the signal again."""
        if isinstance(event.exc_value, Interrupted):
            self.raised = False
            os.kill(os.getpid(), event.exc_value.number)
        else:
            sys.__unraisablehook__(event)


# Modules that start processes; each that was loaded has its `sweep` called at the end, whatever the end.
_SWEEPING = (
    "site_builder.effects.processes",
    "site_builder.effects.pool_fork",
    "site_builder.effects.aside",
)


class interruptible:  # noqa: N801 – reads as `with interruptible():`
    """Inside the block Ctrl+C and termination become exit codes, after every sweeper has run.

    A signal that was ignored when we started (nohup, a shell's background job) stays ignored. After the block
    signals have their plain effect again: the interpreter's own end prints no traceback either.
    """

    def __enter__(self) -> interruptible:
        self._once = _Once()
        self._caught = [number for number in _CODES if signal.getsignal(number) is not signal.SIG_IGN]
        sys.unraisablehook = self._once.unraisable
        for number in self._caught:
            signal.signal(number, self._once)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._once.raised = True  # from here on a signal changes nothing: the ending is decided
        try:
            for name in _SWEEPING:
                if name in sys.modules:
                    sys.modules[name].sweep()
        finally:
            for number in self._caught:
                signal.signal(number, signal.SIG_DFL)
            sys.unraisablehook = sys.__unraisablehook__
        if isinstance(error, Interrupted):
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
            raise SystemExit(error.exit_code) from None
