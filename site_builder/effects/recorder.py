"""The process between an MCP client and its server: passes every byte on, both ways, and keeps it.

This file is not imported. `effects.recordings` writes a copy of it, with its settings at the end, into a
private folder; a client starts that copy as its server, by itself or through any Python 3. Standard library
only. It ends when either end does, hands signals on, and ends as the server ended.

The log is a sequence of records: one letter, the length (4 bytes, big-endian), the bytes. `>` client to
server, `<` server to client, `!` the server's standard error; `c` and `s` the end of what the client or the
server sends; `x` the server's exit code; `L` a cap was reached, `P` the server could not be started.
Where the machine keeps it from recording, it renames a file that was made for this, which takes no room.
"""

import contextlib
import errno
import os
import select
import signal
import struct
import sys
import threading
from types import FrameType

PATIENCE = 1.5  # seconds; clients wait two before they kill
GRACE = 2.0  # seconds for a server to end after its client has gone, and again after it was asked to


class Settings:
    """What stands at the end of the generated file."""

    def __init__(
        self,
        command: list[str],
        folder: str,
        environment: dict[str, str],
        logs: str,
        line_limit: int,
        run_limit: int,
    ) -> None:
        self.command, self.folder, self.environment = command, folder, environment
        self.logs, self.line_limit, self.run_limit = logs, line_limit, run_limit


class Recording:
    """An append-only log, and the caps on what may pass."""

    def __init__(self, settings: Settings) -> None:
        self.lock = threading.Lock()
        self.settings = settings
        self.total = sum(entry.stat().st_size for entry in os.scandir(settings.logs))
        self.file = self.create(1)

    def create(self, number: int) -> int:
        """One file for each start of the server, numbered in the order of the starts."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
        try:
            return os.open("%s/%04d" % (self.settings.logs, number), flags, 0o600)  # noqa: UP031
        except FileExistsError:
            return self.create(number + 1)

    def keep(self, kind: bytes, data: bytes = b"") -> None:
        """Written before anything is passed on: an answer can only come after its question."""
        record = kind + struct.pack(">I", len(data)) + data
        with self.lock:
            self.total += len(data)
            try:
                while record:
                    record = record[os.write(self.file, record) :]
            except OSError as error:
                tell_lost(self.settings, error)

    def exceeded(self, line: int) -> bytes:
        if line > self.settings.line_limit:
            return b"line"
        return b"run" if self.total > self.settings.run_limit else b""


class Relay:
    """The server, and the three streams that pass through us."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.recording = Recording(settings)
        self.pid = 0
        self.silent = threading.Event()  # the server has closed its output
        self.over = threading.Event()  # the server has ended
        self.told = threading.Event()  # the server has been told that no more will come

    def start(self) -> bool:
        """Start the server in its own folder and session, with the environment that the run declares."""
        to_server, self.server_in = os.pipe()
        self.server_out, from_server = os.pipe()
        self.server_err, errors = os.pipe()
        ends = (to_server, from_server, errors)
        command = self.settings.command + sys.argv[1:]
        try:
            os.chdir(self.settings.folder)
            self.pid = os.posix_spawn(
                find_program(command[0], self.settings.environment.get("PATH", os.defpath)),
                command,
                {**self.settings.environment, **os.environ},  # what the client itself sets goes first
                file_actions=[(os.POSIX_SPAWN_DUP2, end, number) for number, end in enumerate(ends)],
                setsid=True,
                setsigmask=[],
                setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP],
            )
        except OSError as error:
            self.recording.keep(b"P", str(error.errno).encode())
            return False
        for end in ends:
            os.close(end)
        return True

    def run(self) -> int:
        """Pass everything on until the server has ended; its exit code, negative for a signal."""
        from_server = [threading.Thread(target=one, daemon=True) for one in (self.answers, self.errors)]
        for thread in from_server:
            thread.start()
        for other in (self.questions, self.client_gone):
            threading.Thread(target=other, daemon=True).start()
        _, status = os.waitpid(self.pid, 0)
        self.over.set()
        for thread in from_server:
            thread.join(1.0)  # a process that the server left behind may hold the stream open
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self.recording.keep(b"x", str(code).encode())
        return code

    def questions(self) -> None:
        """Client to server. Once the server is silent, the client's end is only its answer to that."""
        if self.pump(0, self.server_in, b">") and not self.silent.is_set():
            self.recording.keep(b"c")
        self.told.set()
        close(self.server_in)

    def answers(self) -> None:
        """Server to client; a client that reads no more does not stop the server from ending in peace."""
        while not self.pump(self.server_out, 1, b"<"):
            pass
        self.silent.set()
        self.recording.keep(b"s")
        close(1)

    def errors(self) -> None:
        while not self.pump(self.server_err, 2, b"!"):
            pass

    def pump(self, source: int, target: int, kind: bytes) -> bool:
        """Keep and pass on: True when the source has ended, False when the target takes no more."""
        line = 0  # bytes of the line that is still open
        while True:
            try:
                data = os.read(source, 65536)
            except OSError:
                return True
            if not data:
                return True
            self.recording.keep(kind, data)
            end = data.find(b"\n")
            exceeded = self.recording.exceeded(line + (len(data) if end < 0 else end))
            line = line + len(data) if end < 0 else len(data) - data.rfind(b"\n") - 1
            if exceeded:
                self.recording.keep(b"L", exceeded)
                self.signal(signal.SIGKILL)
                return True
            if not write(target, data):
                return False

    def client_gone(self) -> None:
        """When nobody reads us any more, or the server said its last word, it is asked, then made to end."""
        poll = select.poll()
        poll.register(1, 0)
        poll.poll()
        for number in (signal.SIGTERM, signal.SIGKILL):
            if not self.over.wait(GRACE):
                self.signal(number)

    def hand_on(self, number: int, frame: "FrameType | None" = None) -> None:
        """Signals of the client go to the server, but not while it is ending by itself.

        Clients that close the server's input lose patience after two seconds; on a busy machine that would
        make the exit code a matter of chance.
        """
        if self.told.is_set():
            threading.Thread(target=self.signal_later, args=(number,), daemon=True).start()
        else:
            self.signal(number)

    def signal_later(self, number: int) -> None:
        if not self.over.wait(PATIENCE):
            self.signal(number)

    def signal(self, number: int) -> None:
        if self.pid:
            with contextlib.suppress(OSError):
                os.kill(self.pid, number)


def tell_lost(settings: Settings, error: OSError) -> None:
    """Something was said, or would have been, that is not in the log; the name of the file says why."""
    with contextlib.suppress(OSError):
        os.rename(settings.logs + "-whole", "%s-lost-%d" % (settings.logs, error.errno or 0))  # noqa: PTH104, UP031


def write(target: int, data: bytes) -> bool:
    try:
        while data:
            data = data[os.write(target, data) :]
    except OSError:
        return False
    return True


def close(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.close(descriptor)


def find_program(name: str, path: str) -> str:
    """The file that the declared PATH gives for `name`; a name with a slash is a file already."""
    if "/" in name:
        return name
    for folder in path.split(os.pathsep):
        file = (folder or ".") + "/" + name
        if os.path.isfile(file) and os.access(file, os.X_OK):  # noqa: PTH113
            return file
    raise FileNotFoundError(errno.ENOENT, "not found")


def record(settings: Settings) -> None:
    """Stand between this process's own client and the server that `settings` names; does not return."""
    try:
        relay = Relay(settings)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, relay.hand_on)
        code = relay.run() if relay.start() else 127
    except OSError as error:
        tell_lost(settings, error)
        os._exit(127)
    if code < 0:
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
