"""What is being done just now, on one line of a terminal; anywhere else nothing is printed.

In: stages and counts. Out: a line on stderr that replaces itself, and is gone before anything else comes; or,
with `--verbose`, a line that stays for each stage, also where stderr is no terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from time import monotonic
from types import TracebackType
from typing import TextIO, TypeVar

T = TypeVar("T")
_PAUSE = 0.1  # seconds between two writings: a terminal is slower than a build


class Progress:
    """`quiet` or a stream that is no terminal: every method does nothing, unless `verbose`."""

    def __init__(self, *, quiet: bool = False, verbose: bool = False, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._verbose = verbose and not quiet
        terminal = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self.shown = terminal and not quiet and not verbose
        self._written = -1.0
        self._dirty = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def say(self, stage: str, done: int = 0, total: int = 0) -> None:
        """`rendering pages 120/1000`; writings that follow too soon are left out, a new stage's never is."""
        if self._verbose and not done:
            print(f"{stage}: {total}" if total else stage, file=self._stream, flush=True)
        now = monotonic()
        if not self.shown or (done and now - self._written < _PAUSE):
            return
        self._written, self._dirty = now, True
        text = f"{stage} {done}/{total}" if total else stage
        self._stream.write(f"\r\x1b[2K{text[: get_terminal_size().columns - 1]}")
        self._stream.flush()

    def count(self, stage: str, items: Iterable[T], total: int) -> Iterator[T]:
        """Pass the items on, and say how many have come by."""
        self.say(stage, 0, total)
        for done, item in enumerate(items, 1):
            yield item
            self.say(stage, done, total)
        self.clear()

    def clear(self) -> None:
        if self._dirty:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._dirty = False
