"""A process of its own that starts one program, waits for it, and leaves nothing of it behind.

In: a line of JSON on standard input (command, environment, folder, file descriptors); after that the same
pipe is a leash, and its end means "stop everything". Out: lines of JSON on standard output. Standard library
only, and never imported by sitemaf: it is started by path, so that it is ready within some milliseconds.

On Linux it is the reaper of its descendants: a daemon that leaves its session and outlives its parent is
handed to us by the kernel, hence found and ended. Elsewhere only the program's own process group is.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import shutil
import signal
import stat
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
GRACE = 1.5  # seconds between the request to end and the kill
KILLING = 3.0  # seconds until what cannot be killed is given up and named
LINUX = sys.platform.startswith("linux")


def main() -> int:
    try:
        settings = json.loads(sys.stdin.buffer.readline())
    except (OSError, ValueError):
        return 1  # sitemaf was ended before it had said what to start
    parent = os.getppid()
    try:
        become_reaper()
        woken = hear_signals()
    except (OSError, ImportError) as error:  # an import that finds no free descriptor finds no module
        tell(error=getattr(error, "errno", None) or errno.EMFILE, program=settings["command"][0])
        return 0
    child = start(settings)
    if child is None:
        return 0
    tell(child=child, born=born(child))
    code = watch(child, woken)
    if code is not None:
        tell(exit=code)
    left = sweep(child)
    tell(left=left)
    if os.getppid() != parent:  # sitemaf is gone, so nobody else clears its folder away
        shutil.rmtree(settings["scratch"], ignore_errors=True)
    return 0


def tell(**said: object) -> None:
    with contextlib.suppress(OSError):
        os.write(1, (json.dumps(said) + "\n").encode())


def become_reaper() -> None:
    if LINUX:
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def hear_signals() -> int:
    """What is readable when a child ended or we were told to end, by a signal."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, frame: None)
    return woken


def start(settings: dict[str, object]) -> int | None:
    """Start the program in a session of its own; None if it cannot be started, which is told."""
    command, environment = settings["command"], settings["environment"]
    assert isinstance(command, list) and isinstance(environment, dict)
    try:
        os.chdir(str(settings["folder"]))
        program = find_program(command[0], environment.get("PATH", os.defpath))
        return os.posix_spawn(
            program,
            command,
            environment,
            file_actions=redirections(settings),
            setsid=True,
            setsigmask=[],
            setsigdef=[number for number in signal.valid_signals() if plain(number)],
        )
    except OSError as error:
        tell(error=error.errno or errno.EIO, program=command[0])
        return None
    finally:
        for name in ("stdin", "stdout", "stderr"):
            os.close(int(str(settings[name])))


def plain(number: int) -> bool:
    return number not in (signal.SIGKILL, signal.SIGSTOP) and number < 32


def redirections(settings: dict[str, object]) -> list[tuple[int, int, int]]:
    return [
        (os.POSIX_SPAWN_DUP2, int(str(settings[name])), number)
        for number, name in enumerate(("stdin", "stdout", "stderr"))
    ]


def find_program(name: str, path: str) -> str:
    """The file that the program's own PATH gives for `name`; a name with a slash is a file already."""
    if "/" in name:
        return name
    for folder in path.split(os.pathsep):
        file = os.path.join(folder or ".", name)  # noqa: PTH118 - pathlib would cost as much as starting
        with contextlib.suppress(OSError):
            if stat.S_ISREG(os.stat(file).st_mode) and os.access(file, os.X_OK):  # noqa: PTH116
                return file
    raise FileNotFoundError(errno.ENOENT, "not found")


def watch(child: int, woken: int) -> int | None:
    """Wait for the program or for the end of the leash; the exit code, negative for a signal, or None."""
    poll = select.poll()
    poll.register(0, select.POLLIN | select.POLLHUP)
    poll.register(woken, select.POLLIN)
    while True:
        code = reap(child)
        if code is not None:
            return code
        for descriptor, _ in poll.poll():
            if descriptor == woken:
                if signal.SIGTERM in os.read(woken, 512):
                    return None
            else:
                return None  # the end of the leash, or the word to stop


def reap(child: int) -> int | None:
    """Collect every process that ended; the program's exit code if it is among them."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                code = os.waitstatus_to_exitcode(status)
    return code


def sweep(child: int) -> list[int]:
    """Ask everything that is left to end, then kill it, in whatever session it is; who survived even that."""
    if not descendants(child):
        return []
    send(child, signal.SIGTERM)
    send(child, signal.SIGCONT)
    if settled(child, GRACE):
        return []
    end = time.monotonic() + KILLING
    while time.monotonic() < end:
        send(child, signal.SIGKILL)
        if settled(child, 0.2):
            return []
    return descendants(child)


def settled(child: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while True:
        reap(child)
        if not descendants(child):
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(0.005)


def send(child: int, number: int) -> None:
    if not LINUX:
        with contextlib.suppress(OSError):
            os.killpg(child, number)
        return
    for pid in descendants(child):
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def descendants(child: int) -> list[int]:
    """Every living process below us, from one reading of /proc; without one, the program's group."""
    if not LINUX:
        try:
            os.killpg(child, 0)
        except OSError:
            return []
        return [child]
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = read_file(f"/proc/{name}/stat").rpartition(b")")[2].split()
                if fields[0] not in (b"Z", b"X"):
                    children.setdefault(int(fields[1]), []).append(int(name))
                else:
                    children.setdefault(int(fields[1]), [])
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def born(pid: int) -> str:
    """When a process began, as /proc counts: a number that is given away anew belongs to another."""
    with contextlib.suppress(OSError, IndexError):
        return read_file(f"/proc/{pid}/stat").rpartition(b")")[2].split()[19].decode()
    return ""


def read_file(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main())
