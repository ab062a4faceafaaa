"""Pieces of two streams → whole lines, in the order in which they were completed, within a run's caps."""

from __future__ import annotations

from typing import Literal, TypeAlias

from site_builder.model import ConsoleLine

Stream: TypeAlias = Literal["stdout", "stderr"]

LINE_LIMIT = 8 * 1024 * 1024  # bytes of one line or frame
RUN_LIMIT = 32 * 1024 * 1024  # bytes of everything that a run says
MOST_LINES = 100_000  # that a program prints, or that client and server say to each other


class Lines:
    """Gathers lines until a cap is reached; `exceeded` then says which, in words."""

    def __init__(self, line_limit: int, run_limit: int) -> None:
        self.line_limit, self.run_limit = line_limit, run_limit
        self.exceeded = ""
        self._lines: list[ConsoleLine] = []
        self._open: dict[Stream, list[bytes]] = {"stdout": [], "stderr": []}
        self._size: dict[Stream, int] = {"stdout": 0, "stderr": 0}
        self._total = 0

    def add(self, stream: Stream, data: bytes) -> None:
        self._total += len(data)
        if self._total > self.run_limit:
            self.exceeded = f"more than {spell_size(self.run_limit)} in all"
            return
        first, *rest = data.split(b"\n")
        self._extend(stream, first)
        for part in rest:
            self._finish(stream)
            self._extend(stream, part)
        if len(self._lines) > MOST_LINES:
            self.exceeded = f"more than {MOST_LINES:,} lines"

    def all(self) -> tuple[ConsoleLine, ...]:
        """Every line; what was not ended by a line end counts as one."""
        for stream, parts in self._open.items():
            if any(parts):
                self._finish(stream)
        return tuple(self._lines)

    def _extend(self, stream: Stream, data: bytes) -> None:
        self._open[stream].append(data)
        self._size[stream] += len(data)
        if self._size[stream] > self.line_limit:
            self.exceeded = f"a line of more than {spell_size(self.line_limit)}"

    def _finish(self, stream: Stream) -> None:
        self._lines.append(ConsoleLine(stream=stream, text=as_text(b"".join(self._open[stream]))))
        self._open[stream], self._size[stream] = [], 0


def as_text(line: bytes) -> str:
    """A line without its end; bytes that are no UTF-8 are shown as `\\xff`."""
    return line.removesuffix(b"\r").decode("utf-8", "backslashreplace")


def spell_size(size: int) -> str:
    return f"{size // (1024 * 1024)} MiB" if size >= 1024 * 1024 else f"{size} bytes"
