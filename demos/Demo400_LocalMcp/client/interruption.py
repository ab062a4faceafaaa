"""Ctrl+C and SIGTERM: the first cancels the run, and nothing interrupts its end."""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType

import anyio


class Interruption:
    """Passes the first signal on as one cancellation, and remembers which it was.

    A signal that raised an exception could strike while the server is stopped, and
    leave it running. A cancel scope cannot: the SDK shields the end of a connection.
    """

    def __init__(self) -> None:
        self.signal_number: int | None = None
        self._cancel: Callable[[], object] = lambda: None
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.signal_number is None:
            self.signal_number = number
            self._cancel()

    def cancels(self, scope: anyio.CancelScope) -> None:
        """From now on a signal cancels `scope`; so does one that came before."""
        loop = asyncio.get_running_loop()
        self._cancel = lambda: loop.call_soon_threadsafe(scope.cancel)
        if self.signal_number is not None:
            scope.cancel()
