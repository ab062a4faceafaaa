"""The two output streams of a program, told apart and in the order in which it wrote them.

Two pipes alone lose the order: whoever reads both only sees that both hold something. On Linux the streams
are named pipes, and inotify tells in which order they were written to. It merges equal neighbours, so an
exact order needs pipes that hold one write at a time (`strict`): the next one waits until we have read the
last. A program that does not want to wait (Node.js) would lose output in such pipes; it gets wide ones, where
writes that come faster than we read are put in order line by line, as far as the notices tell. Where there
are none, two plain pipes serve, and lines written at almost the same moment may change places.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import select
import struct
import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Protocol

from site_builder.effects.stream_lines import Stream

STREAMS: tuple[Stream, Stream] = ("stdout", "stderr")

_IN_MODIFY = 0x2
_EVENT = struct.Struct("iIII")
_FIONREAD = 0x541B
_F_SETPIPE_SZ = 1031
_WIDE = 1 << 20  # bytes: what a pipe may hold without special rights
_SLOT = 4096  # one packet: what a pipe takes in one piece
_PATIENCE = 0.005  # seconds between a write and its notice
_AT_ONCE = 256  # writes, after which whoever reads may look at the caps and at the clock
_TALKATIVE = 20_000  # writes, after which speed counts for more than order


class Streams(Protocol):
    """Both streams: what the program gets, what to wait for, what has come."""

    def given(self) -> tuple[int, int]:
        """The ends for the program's standard output and error."""
        ...

    def awaited(self) -> tuple[int, ...]:
        """Descriptors that become readable when there is something to take."""
        ...

    def take(self) -> list[tuple[Stream, bytes]]:
        """What has come since, in order; never waits longer than some milliseconds."""
        ...

    def close(self) -> None: ...


def open_streams(folder: Path, strict: bool) -> Streams:
    """Streams for one program; `folder` is a private one and will hold two named pipes."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):
            return OrderedStreams(folder, strict)
    return PlainStreams()


class PlainStreams:
    """Two anonymous pipes; the order between them is as good as our attention."""

    def __init__(self) -> None:
        pairs = [os.pipe() for _ in STREAMS]
        self._readers = {stream: reader for stream, (reader, _) in zip(STREAMS, pairs, strict=True)}
        self._writers = [writer for _, writer in pairs]
        for reader in self._readers.values():
            os.set_blocking(reader, False)

    def given(self) -> tuple[int, int]:
        return self._writers[0], self._writers[1]

    def awaited(self) -> tuple[int, ...]:
        return tuple(self._readers.values())

    def take(self) -> list[tuple[Stream, bytes]]:
        found = [(stream, _read_all(reader)) for stream, reader in self._readers.items()]
        return [(stream, data) for stream, data in found if data]

    def close(self) -> None:
        for descriptor in (*self._writers, *self._readers.values()):
            os.close(descriptor)


class OrderedStreams:
    """Two named pipes, and a queue of notices about writes to them.

    We keep the writing ends as well: they tell whether the program has stopped waiting (O_NONBLOCK belongs to
    the open pipe, not to a process), and that everything has ended is known from the supervisor.
    """

    def __init__(self, folder: Path, strict: bool) -> None:
        self._descriptors: list[int] = []
        self._readers: dict[Stream, int] = {}
        self._writers: dict[Stream, int] = {}
        self._watched: dict[int, Stream] = {}
        self._noticed: list[Stream] = []
        self._strict, self._taken = strict, 0
        try:
            self._library = ctypes.CDLL(None, use_errno=True)
            self._notices = self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            if self._notices < 0:
                raise OSError(ctypes.get_errno(), "no notices of writes")
            self._descriptors.append(self._notices)
            for stream in STREAMS:
                self._open(folder / stream, stream)
        except OSError:
            self.close()
            raise

    def _open(self, path: Path, stream: Stream) -> None:
        os.mkfifo(path, 0o600)
        self._readers[stream] = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._descriptors.append(self._readers[stream])
        writer = self._writers[stream] = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        self._descriptors.append(writer)
        if self._strict:
            # Packets: each write stays a piece of its own and takes the one place that the pipe has.
            fcntl.fcntl(writer, fcntl.F_SETFL, fcntl.fcntl(writer, fcntl.F_GETFL) | os.O_DIRECT)
            fcntl.fcntl(writer, _F_SETPIPE_SZ, _SLOT)
        else:
            self._widen(stream)
        watch = self._library.inotify_add_watch(self._notices, os.fsencode(path), _IN_MODIFY)
        if watch < 0:
            raise OSError(ctypes.get_errno(), "no notices of writes")
        self._watched[watch] = stream

    def given(self) -> tuple[int, int]:
        return self._writers["stdout"], self._writers["stderr"]

    def awaited(self) -> tuple[int, ...]:
        return (self._notices, *self._readers.values())

    def take(self) -> list[tuple[Stream, bytes]]:
        self._note()
        if self._strict and (self._taken >= _TALKATIVE or self._is_impatient()):
            self._strict = False
            for stream in STREAMS:
                self._widen(stream)
        return self._take_strictly() if self._strict else self._take_widely()

    def _is_impatient(self) -> bool:
        flags = (fcntl.fcntl(writer, fcntl.F_GETFL) for writer in self._writers.values())
        return any(flag & os.O_NONBLOCK for flag in flags)

    def _widen(self, stream: Stream) -> None:
        writer = self._writers[stream]
        fcntl.fcntl(writer, fcntl.F_SETFL, fcntl.fcntl(writer, fcntl.F_GETFL) & ~os.O_DIRECT)
        with contextlib.suppress(OSError):
            fcntl.fcntl(writer, _F_SETPIPE_SZ, _WIDE)

    def _take_strictly(self) -> list[tuple[Stream, bytes]]:
        """One write for each notice, in the order of the notices."""
        found: list[tuple[Stream, bytes]] = []
        while self._noticed:
            if len(found) >= _AT_ONCE:
                return found
            self._take_one(self._noticed.pop(0), found)
            self._note()
        waiting = [stream for stream in STREAMS if self._waiting(stream)]
        if waiting and all(self._waiting(stream) < _SLOT for stream in waiting):
            select.select([self._notices], [], [], _PATIENCE)  # it has written, and the notice is on its way
            if self._note():
                return found + self._take_strictly()
        for stream in waiting:  # pieces of one large write are not noticed before its last
            self._take_one(stream, found)
        return found

    def _take_one(self, stream: Stream, found: list[tuple[Stream, bytes]]) -> None:
        data = _read(self._readers[stream], 1 << 16)
        if data:
            found.append((stream, data))
            self._taken += 1

    def _take_widely(self) -> list[tuple[Stream, bytes]]:
        """Everything that is there, put in order by the notices of what we have read."""
        data = dict.fromkeys(STREAMS, b"")
        while True:
            for stream in STREAMS:
                data[stream] += _read_all(self._readers[stream])
            if not self._note() or sum(map(len, data.values())) > _WIDE:
                break
        noticed, self._noticed = self._noticed, []
        return arranged(data, noticed)

    def _waiting(self, stream: Stream) -> int:
        size = fcntl.ioctl(self._readers[stream], _FIONREAD, b"\0\0\0\0")
        return int.from_bytes(size, sys.byteorder)

    def _note(self) -> bool:
        """Queue the notices that have come; equal neighbours may stand for one write."""
        data = _read(self._notices, 1 << 14) or b""
        offset = 0
        while offset < len(data):
            watch, _, _, length = _EVENT.unpack_from(data, offset)
            offset += _EVENT.size + length
            if watch in self._watched:
                self._noticed.append(self._watched[watch])
        return bool(data)

    def close(self) -> None:
        while self._descriptors:
            os.close(self._descriptors.pop())


def arranged(data: Mapping[Stream, bytes], noticed: list[Stream]) -> list[tuple[Stream, bytes]]:
    """Lines of both streams in the order of the notices; a stream's last turn gets all that is left of it."""
    turns = [stream for stream, _ in groupby(noticed)]
    lines = {stream: text.splitlines(keepends=True) for stream, text in data.items()}
    found: list[tuple[Stream, bytes]] = []
    for at, stream in enumerate(turns):
        count = 1 if stream in turns[at + 1 :] else len(lines[stream])
        found += [(stream, line) for line in lines[stream][:count]]
        del lines[stream][:count]
    found += [(stream, line) for stream in STREAMS for line in lines[stream]]
    return found


def _read(descriptor: int, size: int) -> bytes | None:
    """None: nothing there now. Empty: nobody writes any more."""
    try:
        return os.read(descriptor, size)
    except BlockingIOError:
        return None


def _read_all(descriptor: int) -> bytes:
    """What is there now, but not more than some megabytes at a time."""
    parts: list[bytes] = []
    while len(parts) < 64 and (data := _read(descriptor, 1 << 16)):
        parts.append(data)
    return b"".join(parts)
