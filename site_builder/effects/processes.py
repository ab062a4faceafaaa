"""Run one program to its end: a `Program` goes in, an `Ended` comes out, no process is left.

A supervisor (see `effects.supervisor`) stands between: it holds the program on a leash that breaks when we
end in whatever way. Deadlines and caps are ours, sweeping is its. Calls from several threads do not disturb
each other.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from site_builder.effects.stream_lines import LINE_LIMIT, RUN_LIMIT, Lines
from site_builder.effects.streams import Streams, open_streams
from site_builder.effects.supervisor import born
from site_builder.model import ConsoleLine, EnvironmentProblem, value

SWEEPING = 6.0  # seconds within which a supervisor has ended everything, killing included

_STARVED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)  # no fault of the program's
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_LAST_TAKES = 1000
_LAST_WORD = re.compile(rb'^\{"(left|error)".*\n', re.MULTILINE)
_live: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()
_closed = threading.Event()


@value
class Program:
    """What to start: no shell, in `folder`, with exactly this environment; `scratch` is a private folder."""

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]
    scratch: Path
    deadline: float  # seconds
    stdin: str | None = None
    waits: bool = False  # it waits while its output is not read, so that the order of streams can be exact


@value
class Ended:
    """How it ended. `exit_code` is negative for a signal, and None unless it ended by itself."""

    how: Literal["exit", "deadline", "output-limit", "not-started", "interrupted"]
    exit_code: int | None = None
    lines: tuple[ConsoleLine, ...] = ()
    reason: str = ""
    left: tuple[int, ...] = ()  # processes that not even a kill could end


def run_program(program: Program) -> Ended:
    """Run to the end, the deadline or the cap. Raises EnvironmentProblem if no process can be had at all."""
    if _closed.is_set():
        return Ended(how="interrupted")
    streams = open_streams(program.scratch, program.waits)
    try:
        with _stdin(program.stdin) as given:
            supervisor = _start(program, streams, given)
        watch = _Watch(supervisor, streams, program.deadline)
        try:
            return watch.until_end()
        finally:
            _end(supervisor)
            watch.end_unsupervised()
    finally:
        streams.close()


def sweep(last: bool = False) -> None:
    """End every program that is running, with everything it started; for interruptions. Can be repeated.

    `last`: we are ending ourselves, so whatever thread wants to start another one is told that it may not.
    """
    if last:
        _closed.set()
    with _lock:
        running = list(_live)
    for supervisor in running:
        _let_go(supervisor)
    end = time.monotonic() + SWEEPING
    for supervisor in running:
        with contextlib.suppress(subprocess.TimeoutExpired):
            supervisor.wait(max(0.1, end - time.monotonic()))


@contextlib.contextmanager
def _stdin(text: str | None) -> Iterator[int]:
    """A file with the declared input, or nothing at all: the program finds the end of its input at once."""
    if text is None:
        with Path(os.devnull).open("rb") as nothing:
            yield nothing.fileno()
        return
    with tempfile.TemporaryFile() as file:
        file.write(text.encode())
        file.seek(0)
        yield file.fileno()


def _start(program: Program, streams: Streams, stdin: int) -> subprocess.Popen[bytes]:
    stdout, stderr = streams.given()
    settings = {
        "command": program.command,
        "environment": dict(program.environment),
        "folder": str(program.folder),
        "scratch": str(program.scratch),
        "stdin": stdin,
        "stdout": stdout,
        "stderr": stderr,
    }
    try:
        supervisor = subprocess.Popen(
            [sys.executable, "-ISB", str(_SUPERVISOR)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # if the machine cannot even start it, its silence is what we report
            pass_fds=(stdin, stdout, stderr),
            start_new_session=True,  # Ctrl+C in a terminal is ours to handle, not its
            env={},
        )
    except OSError as error:
        raise _no_process(error.strerror or str(error)) from error
    with _lock:
        _live.add(supervisor)
    assert supervisor.stdin is not None
    try:
        supervisor.stdin.write((json.dumps(settings) + "\n").encode())
        supervisor.stdin.flush()
    except (BrokenPipeError, ValueError):
        pass  # it is gone already, or let go by an interruption; its silence will tell
    except OSError as error:
        _end(supervisor)
        raise _no_process(error.strerror or str(error)) from error
    return supervisor


def _no_process(reason: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"no process can be started: {reason.lower()}",
        "close some programs, or raise the limit that stands in the way (`ulimit -a`), and run it again",
    )


def _let_go(supervisor: subprocess.Popen[bytes]) -> None:
    """Break the leash; a word goes before, since a forked worker of ours may hold a copy of the pipe."""
    with contextlib.suppress(OSError, ValueError):
        if supervisor.stdin is not None:
            supervisor.stdin.write(b"stop\n")
            supervisor.stdin.close()


def _end(supervisor: subprocess.Popen[bytes]) -> None:
    _let_go(supervisor)
    try:
        supervisor.wait(SWEEPING)
    except subprocess.TimeoutExpired:
        supervisor.kill()
        supervisor.wait()
    with _lock:
        _live.discard(supervisor)
    if supervisor.stdout is not None:
        supervisor.stdout.close()


class _Watch:
    """Reads what the program says and what the supervisor tells, until both have ended."""

    def __init__(self, supervisor: subprocess.Popen[bytes], streams: Streams, deadline: float) -> None:
        assert supervisor.stdout is not None
        self.supervisor, self.streams = supervisor, streams
        self.told = supervisor.stdout.fileno()
        self.started = time.monotonic()
        self.deadline = self.started + deadline
        self.lines = Lines(LINE_LIMIT, RUN_LIMIT)
        self.heard = b""
        self.how: Literal["deadline", "output-limit"] | None = None

    def until_end(self) -> Ended:
        while self._wait():
            self._take()
            if self.how is None and self.lines.exceeded:
                self._stop("output-limit")
            elif self.how is None and time.monotonic() >= self.deadline and b'"exit"' not in self.heard:
                self._stop("deadline")
        for _ in range(_LAST_TAKES):  # bounded, should somebody we could not end go on writing
            if not self._take():
                break
        return self._ended()

    def end_unsupervised(self) -> None:
        """A program that ended or stopped its own supervisor is ended by us, with its group."""
        told = self._told()
        child, birth = told.get("child"), told.get("born")
        if "left" not in told and isinstance(child, int) and birth and born(child) == birth:
            with contextlib.suppress(OSError):
                os.killpg(child, signal.SIGKILL)

    def _stop(self, how: Literal["deadline", "output-limit"]) -> None:
        self.how = how
        self.deadline = time.monotonic() + SWEEPING
        _let_go(self.supervisor)

    def _wait(self) -> bool:
        """Wait for anything; False when the supervisor has ended, or takes longer than it may."""
        now = time.monotonic()
        if self.how is not None and now >= self.deadline:
            return False
        poll = select.poll()
        for descriptor in (self.told, *self.streams.awaited()):
            poll.register(descriptor, select.POLLIN)
        pause = 1.0 if now >= self.deadline else self.deadline - now
        events = poll.poll(max(1.0, min(pause, 60.0) * 1000))
        if any(descriptor == self.told for descriptor, _ in events):
            data = os.read(self.told, 4096)
            self.heard += data
            return bool(data) and not _LAST_WORD.search(self.heard)
        return True

    def _take(self) -> bool:
        taken = self.streams.take()
        for stream, data in taken:
            if self.how != "output-limit":
                self.lines.add(stream, data)
        return bool(taken)

    def _told(self) -> dict[str, object]:
        told: dict[str, object] = {}
        for line in self.heard.splitlines():
            told.update(json.loads(line))
        return told

    def _ended(self) -> Ended:
        told = self._told()
        lines, left = self.lines.all(), told.get("left")
        survivors = tuple(left) if isinstance(left, list) else ()
        code, error = told.get("exit"), told.get("error")
        if error in _STARVED or not (told or _closed.is_set()):
            raise _no_process(os.strerror(error) if isinstance(error, int) else "the system ended it at once")
        if isinstance(error, int):
            return Ended(how="not-started", reason=_spell_error(error))
        if self.how is not None:
            return Ended(how=self.how, lines=lines, left=survivors, reason=self.lines.exceeded)
        if not isinstance(code, int):
            return Ended(how="interrupted", lines=lines, left=survivors)
        return Ended(how="exit", exit_code=code, lines=lines, left=survivors)


def _spell_error(number: int) -> str:
    match number:
        case errno.ENOENT:
            return "is not found"
        case errno.EACCES | errno.EPERM:
            return "may not be executed"
        case errno.ENOEXEC:
            return "is no program that this machine can execute"
        case _:
            return f"cannot be started: {os.strerror(number).lower()}"
