"""The pool where processes fork: items wait in a pipe as numbers, results come back as frames.

In: a function, items, jobs. Out: results in order. Workers take the next number when they are free, so that
one long page does not hold up the others. Each result travels as `number, length, pickle`; a worker announces
what it begins, so that its death can be laid at an item's door.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from site_builder.effects.pool_failure import carried, died, revived

T = TypeVar("T")
R = TypeVar("R")

_NUMBER = struct.Struct("=I")
_FRAME = struct.Struct("=cIQ")  # kind, item number, length
_BEGIN, _DONE, _FAILED = b"b", b"d", b"f"
_ROOM = 8192  # numbers that wait in the pipe at most: 32 KiB, half of what a pipe holds


def fork_map(
    function: Callable[[T], R], items: Sequence[T], jobs: int, name: Callable[[T], str]
) -> Iterator[R]:
    work = _Work(len(items))
    workers: list[_Worker] = []
    try:
        for _ in range(jobs):
            workers.append(_Worker(work, function, items, workers))
        work.close_reading()
        yield from _collect(workers, work, items, name)
    finally:
        work.close()
        for worker in workers:
            worker.end()


def _collect(
    workers: list[_Worker], work: _Work, items: Sequence[T], name: Callable[[T], str]
) -> Iterator[R]:
    ready: dict[int, R] = {}
    following = 0
    poll = select.poll()
    open_ = {worker.results: worker for worker in workers}
    for descriptor in open_:
        poll.register(descriptor, select.POLLIN)
    while open_:
        for descriptor, _ in poll.poll():
            worker = open_[descriptor]
            for kind, number, body in worker.read():
                if kind == _FAILED:
                    raise revived(body)
                ready[number] = pickle.loads(body)
                work.more()
            if worker.ended:
                poll.unregister(descriptor)
                del open_[descriptor]
                if worker.at is not None or work.rest:
                    raise died(worker.end(), None if worker.at is None else name(items[worker.at]))
        while following in ready:
            yield ready.pop(following)
            following += 1
    if following < len(items):  # a worker was ended between taking an item and saying so
        raise died(max(worker.end() for worker in workers), name(items[following]))


class _Work:
    """The pipe of item numbers; it is kept short so that writing to it never blocks."""

    def __init__(self, count: int) -> None:
        self.reading, self._writing = os.pipe()
        self._numbers = iter(range(count))
        self.rest = count
        for _ in range(_ROOM):
            if not self.rest:
                break
            self._put()
        self._close_if_empty()

    def more(self) -> None:
        if self.rest:
            self._put()
            self._close_if_empty()

    def _put(self) -> None:
        os.write(self._writing, _NUMBER.pack(next(self._numbers)))
        self.rest -= 1

    def _close_if_empty(self) -> None:
        if not self.rest and self._writing >= 0:
            os.close(self._writing)
            self._writing = -1

    def close_reading(self) -> None:
        if self.reading >= 0:
            os.close(self.reading)
            self.reading = -1

    def close_writing(self) -> None:
        self.rest = 0
        self._close_if_empty()

    def close(self) -> None:
        self.close_reading()
        self.close_writing()


class _Worker:
    def __init__(
        self, work: _Work, function: Callable[[T], R], items: Sequence[T], others: list[_Worker]
    ) -> None:
        self.results, sending = os.pipe()
        self.at: int | None = None
        self.ended = False
        self._buffer = bytearray()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        try:
            self._pid = os.fork()
            if self._pid == 0:
                for other in (*others, self):
                    os.close(other.results)
                _be_worker(work, sending, function, items)
            _alive.add(self)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        os.close(sending)

    def read(self) -> list[tuple[bytes, int, bytes]]:
        """Whole frames that have come; announcements are noted."""
        chunk = os.read(self.results, 1 << 20)
        self.ended = not chunk
        self._buffer += chunk
        frames, at = [], 0
        while len(self._buffer) - at >= _FRAME.size:
            kind, number, length = _FRAME.unpack_from(self._buffer, at)
            if len(self._buffer) - at - _FRAME.size < length:
                break
            begin = at + _FRAME.size
            at = begin + length
            self.at = number if kind == _BEGIN else None
            if kind != _BEGIN:
                frames.append((kind, number, bytes(self._buffer[begin:at])))
        del self._buffer[:at]
        return frames

    def end(self) -> int:
        """Stop the process if it still runs; returns its wait status."""
        if self._pid:
            if not self.ended:
                os.kill(self._pid, signal.SIGKILL)
            _, self._status = os.waitpid(self._pid, 0)
            os.close(self.results)
            self._pid = 0
            _alive.discard(self)
        return self._status


_alive: set[_Worker] = set()


def sweep() -> None:
    """End every worker that an interruption left behind."""
    for worker in tuple(_alive):
        worker.end()


def _be_worker(work: _Work, sending: int, function: Callable[[T], R], items: Sequence[T]) -> None:
    """The child's whole life. The terminal's Ctrl+C reaches it too, and is the parent's business."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
        # Values form no cycles worth collecting, and a collector would touch, and so copy, all of our memory.
        gc.disable()
        work.close_writing()
        while number_bytes := os.read(work.reading, _NUMBER.size):
            number = _NUMBER.unpack(number_bytes)[0]
            _send(sending, _BEGIN, number, b"")
            try:
                kind, body = _DONE, pickle.dumps(function(items[number]), pickle.HIGHEST_PROTOCOL)
            except BaseException as error:  # whatever it is, it is the caller's to judge
                kind, body = _FAILED, carried(error)
            _send(sending, kind, number, body)
        status = 0
    except BrokenPipeError:
        pass  # the parent is gone, and so is the need for results
    finally:
        os._exit(status)


def _send(descriptor: int, kind: bytes, number: int, body: bytes) -> None:
    rest = memoryview(_FRAME.pack(kind, number, len(body)) + body)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
