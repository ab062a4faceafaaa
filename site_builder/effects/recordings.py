"""Settings → the executable file that is a run's `{server}`; the logs that it left → frames and errors."""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from site_builder.effects.publish_refusals import explain
from site_builder.effects.stream_lines import LINE_LIMIT, MOST_LINES, RUN_LIMIT, as_text
from site_builder.model import Frame, value

_SOURCE = Path(__file__).with_name("recorder.py")
_HEADER = struct.Struct(">cI")
_KERNEL_LIMIT = 120  # characters of a first line that every kernel reads


@value
class Recorded:
    """Everything that the recorder saw in one run, over all starts of the server."""

    frames: tuple[Frame, ...] = ()
    stderr: tuple[str, ...] = ()
    limit: str = ""  # "line", "lines" or "run", if a cap was reached
    not_started: int | None = None  # the system's error number
    starts: int = 0
    size: int = 0  # bytes, of all streams


def write_recorder(
    path: Path, logs: Path, command: tuple[str, ...], folder: Path, environment: Mapping[str, str]
) -> None:
    """Write the file; only its owner can read it, since the environment may hold secrets.

    Settings are inside, because MCP clients hand little of their own environment to a server.
    """
    logs.mkdir()
    logs.with_name(f"{logs.name}-whole").touch()
    settings = {
        "command": list(command),
        "folder": str(folder),
        "environment": dict(environment),
        "logs": str(logs),
        "line_limit": LINE_LIMIT,
        "run_limit": RUN_LIMIT,
    }
    text = json.dumps(json.dumps(settings))
    source = _SOURCE.read_text(encoding="utf-8")
    path.touch(0o700)
    path.write_text(
        f"{_first_line()}\n{source}\n\nimport json\n\nrecord(Settings(**json.loads({text})))\n",
        encoding="utf-8",
    )


def _first_line() -> str:
    """The interpreter; where its path does not fit, a line for the shell that Python reads as a text."""
    plain = f"#!{sys.executable} -ISB"
    if len(plain) <= _KERNEL_LIMIT and " " not in sys.executable:
        return plain
    return f"#!/bin/sh\n'''exec' \"{sys.executable}\" -ISB \"$0\" \"$@\"\n' '''"


def read_recordings(logs: Path) -> Recorded:
    """Read every log, in the order in which the servers were started; frames are numbered through.

    Raises EnvironmentProblem if the machine let something be lost: half a transcript is none.
    """
    for lost in logs.parent.glob(f"{logs.name}-lost-*"):
        number = int(lost.name.rpartition("-")[2])
        raise explain(OSError(number, os.strerror(number)), "recording what a demo's server says")
    frames: list[Frame] = []
    stderr: list[str] = []
    limit, not_started, size = "", None, 0
    paths = sorted(logs.iterdir()) if logs.is_dir() else []
    for path in paths:
        data = path.read_bytes()
        size += len(data)
        log = _Log()
        for kind, payload in _records(data):
            log.take(kind, payload, frames)
            if len(frames) + len(log.errors) > MOST_LINES:
                log.limit = log.limit or "lines"
                break
        stderr += log.stderr_lines()
        limit = limit or log.limit
        not_started = log.not_started if not_started is None else not_started
    return Recorded(
        frames=tuple(frames),
        stderr=tuple(stderr),
        limit=limit,
        not_started=not_started,
        starts=len(paths),
        size=size,
    )


def _records(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """A record that a kill cut short is left out: what it holds was not passed on."""
    at = 0
    while at + _HEADER.size <= len(data):
        kind, length = _HEADER.unpack_from(data, at)
        at += _HEADER.size
        if at + length > len(data):
            return
        yield kind, data[at : at + length]
        at += length


class _Log:
    """Pieces → lines → frames; a frame stands where its line was complete."""

    def __init__(self) -> None:
        self.open = {b">": bytearray(), b"<": bytearray(), b"!": bytearray()}
        self.errors: list[bytes] = []
        self.limit = ""
        self.not_started: int | None = None

    def take(self, kind: bytes, payload: bytes, frames: list[Frame]) -> None:
        match kind:
            case b">" | b"<":
                for line in self._lines(kind, payload):
                    frames.append(_frame(kind, line, len(frames) + 1))
            case b"!":
                self.errors += self._lines(kind, payload)
            case b"c":
                self._close(b">", frames)
                frames.append(Frame(number=len(frames) + 1, sender="client", kind="eof"))
            case b"s":
                self._close(b"<", frames)
                frames.append(Frame(number=len(frames) + 1, sender="server", kind="eof"))
            case b"x":
                self._close(b"<", frames)
                text = payload.decode()
                frames.append(Frame(number=len(frames) + 1, sender="server", kind="exit", text=text))
            case b"L":
                self.limit = payload.decode()
            case b"P":
                self.not_started = int(payload)

    def stderr_lines(self) -> list[str]:
        rest = bytes(self.open[b"!"])
        return [as_text(line) for line in (*self.errors, *([rest] if rest else []))]

    def _lines(self, kind: bytes, payload: bytes) -> list[bytes]:
        *whole, rest = payload.split(b"\n")
        lines: list[bytes] = []
        for line in whole:
            lines.append(bytes(self.open[kind]) + line)
            self.open[kind].clear()
        self.open[kind] += rest
        return lines

    def _close(self, kind: bytes, frames: list[Frame]) -> None:
        """What came last without a line end is kept as noise: no reader of lines would have seen it."""
        rest = bytes(self.open[kind])
        self.open[kind].clear()
        if rest:
            sender: Literal["client", "server"] = "client" if kind == b">" else "server"
            frames.append(Frame(number=len(frames) + 1, sender=sender, kind="noise", text=as_text(rest)))


def _frame(kind: bytes, line: bytes, number: int) -> Frame:
    text = as_text(line)
    try:
        is_message = isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        is_message = False
    return Frame(
        number=number,
        sender="client" if kind == b">" else "server",
        kind="message" if is_message else "noise",
        text=text,
    )
