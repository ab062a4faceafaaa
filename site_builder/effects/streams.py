"""The two output streams of a program, told apart and in the order in which it wrote them.

Two pipes alone lose the order: whoever reads both only sees that both hold something. On Linux each stream is
therefore a named pipe that holds one write at a time, and inotify tells in which order the two were written
(writes to one pipe cannot be merged, since the next one waits until we have read the last). Where that is not
to be had, two plain pipes serve, and lines written at almost the same moment may change places.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import select
import struct
import sys
from pathlib import Path
from typing import Protocol

from site_builder.effects.stream_lines import Stream

STREAMS: tuple[Stream, Stream] = ("stdout", "stderr")

_IN_MODIFY = 0x2
_EVENT = struct.Struct("iIII")
_FIONREAD = 0x541B
_F_SETPIPE_SZ = 1031
_SLOT = 4096  # one packet: what a pipe takes in one piece
_PATIENCE = 0.005  # seconds between a write and its notice
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

    def let_go(self) -> None:
        """Close the program's ends here, so that its end can be seen."""
        ...

    def close(self) -> None: ...


def open_streams(folder: Path) -> Streams:
    """Streams for one program; `folder` is a private one and will hold two named pipes."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):
            return OrderedStreams(folder)
    return PlainStreams()


class PlainStreams:
    """Two anonymous pipes; the order between them is as good as our attention."""

    def __init__(self) -> None:
        pairs = [os.pipe() for _ in STREAMS]
        self._readers = {reader: stream for stream, (reader, _) in zip(STREAMS, pairs, strict=True)}
        self._writers = [writer for _, writer in pairs]
        for reader in self._readers:
            os.set_blocking(reader, False)

    def given(self) -> tuple[int, int]:
        return self._writers[0], self._writers[1]

    def awaited(self) -> tuple[int, ...]:
        return tuple(self._readers)

    def take(self) -> list[tuple[Stream, bytes]]:
        found: list[tuple[Stream, bytes]] = []
        for reader, stream in list(self._readers.items()):
            data = _read(reader, 1 << 16)
            if data:
                found.append((stream, data))
            elif data is not None:
                os.close(reader)
                del self._readers[reader]
        return found

    def let_go(self) -> None:
        while self._writers:
            os.close(self._writers.pop())

    def close(self) -> None:
        self.let_go()
        for reader in self._readers:
            os.close(reader)
        self._readers.clear()


class OrderedStreams:
    """Two named pipes of one packet each, and a queue of notices about writes to them."""

    def __init__(self, folder: Path) -> None:
        self._descriptors: list[int] = []
        self._readers: dict[Stream, int] = {}
        self._writers: list[int] = []
        self._watched: dict[int, Stream] = {}
        self._noticed: list[Stream] = []
        self._taken = 0
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
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._descriptors.append(reader)
        self._readers[stream] = reader
        writer = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        self._writers.append(writer)
        # Packets: each write stays a piece of its own and takes the one place that the pipe has.
        fcntl.fcntl(writer, fcntl.F_SETFL, fcntl.fcntl(writer, fcntl.F_GETFL) | os.O_DIRECT)
        fcntl.fcntl(writer, _F_SETPIPE_SZ, _SLOT)
        watch = self._library.inotify_add_watch(self._notices, os.fsencode(path), _IN_MODIFY)
        if watch < 0:
            raise OSError(ctypes.get_errno(), "no notices of writes")
        self._watched[watch] = stream

    def given(self) -> tuple[int, int]:
        return self._writers[0], self._writers[1]

    def awaited(self) -> tuple[int, ...]:
        return (self._notices, *self._readers.values())

    def take(self) -> list[tuple[Stream, bytes]]:
        found: list[tuple[Stream, bytes]] = []
        self._note()
        while self._noticed:
            self._read_one(self._noticed.pop(0), found)
            self._note()
        waiting = [stream for stream in STREAMS if self._waiting(stream)]
        if waiting and not self._is_large(waiting) and self._taken < _TALKATIVE:
            select.select([self._notices], [], [], _PATIENCE)
            if self._note():
                return found + self.take()
        for stream in waiting:  # pieces of one large write are not noticed before its last
            self._read_one(stream, found)
        self._drop_ended()
        return found

    def _drop_ended(self) -> None:
        """Forget a stream that nobody can write any more and that holds nothing."""
        for stream, reader in list(self._readers.items()):
            poll = select.poll()
            poll.register(reader, 0)
            if not self._writers and poll.poll(0) and not self._waiting(stream):
                del self._readers[stream]

    def _is_large(self, waiting: list[Stream]) -> bool:
        return any(self._waiting(stream) >= _SLOT for stream in waiting)

    def _waiting(self, stream: Stream) -> int:
        reader = self._readers.get(stream)
        if reader is None:
            return 0
        size = fcntl.ioctl(reader, _FIONREAD, b"\0\0\0\0")
        return int.from_bytes(size, sys.byteorder)

    def _read_one(self, stream: Stream, found: list[tuple[Stream, bytes]]) -> None:
        reader = self._readers.get(stream)
        data = None if reader is None else _read(reader, 1 << 16)
        if data:
            found.append((stream, data))
            self._taken += 1
            if self._taken == _TALKATIVE:
                self._widen()

    def _widen(self) -> None:
        for reader in self._readers.values():
            with contextlib.suppress(OSError):
                fcntl.fcntl(reader, _F_SETPIPE_SZ, 1 << 18)

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

    def let_go(self) -> None:
        while self._writers:
            os.close(self._writers.pop())

    def close(self) -> None:
        self.let_go()
        self._readers.clear()
        while self._descriptors:
            os.close(self._descriptors.pop())


def _read(descriptor: int, size: int) -> bytes | None:
    """None: nothing there now. Empty: nobody writes any more."""
    try:
        return os.read(descriptor, size)
    except BlockingIOError:
        return None
