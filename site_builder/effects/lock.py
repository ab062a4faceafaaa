"""The project's own folder `.sitemaf/`, and the lock that lets one build publish at a time.

In: the project's root. Out: the folder, made and marked as a cache; a lock held while a `with` block lasts.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from site_builder.effects.publish_refusals import explain
from site_builder.model import EnvironmentProblem

STATE = ".sitemaf"
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# This folder is sitemaf's cache: it is safe to delete, and backups may leave it out.\n"
)
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)


def state_folder(root: Path) -> Path:
    """Make `.sitemaf/` if it is missing; git and backup programs are told to ignore it.

    Raises OSError where the project cannot be written, EnvironmentProblem where a link stands in its place.
    """
    folder = root / STATE
    if folder.is_symlink():
        raise EnvironmentProblem(
            f"`{STATE}` is a link, and sitemaf writes no cache through links", f"delete the link `{folder}`"
        )
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
    for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
        if _lacks(folder / name):
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def _lacks(file: Path) -> bool:
    """Whether it is missing, or empty: a full disk may have stopped the build that began it."""
    try:
        status = file.lstat()
    except FileNotFoundError:
        return True
    return stat.S_ISREG(status.st_mode) and not status.st_size


def _open_lock(root: Path) -> int:
    """A descriptor to lock: the project's lock file, or in a read-only project its folder."""
    try:
        name = state_folder(root) / "publish.lock"
        return os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM, errno.EEXIST, errno.ENOTDIR):
            raise
        return os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def take(descriptor: int, *, wait: bool) -> bool:
    """Lock an open file or folder; False when another process holds it and `wait` is off.

    A filesystem that knows no locks answers True: the exchange is atomic without one.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def _locked(root: Path, waiting: Callable[[], None] | None) -> int:
    descriptor = -1
    try:
        descriptor = _open_lock(root)
        if not take(descriptor, wait=False):
            if waiting is not None:
                waiting()
            take(descriptor, wait=True)
        return descriptor
    except BaseException as error:
        if descriptor >= 0:
            os.close(descriptor)
        if isinstance(error, OSError):
            raise explain(error, f"locking `{root / STATE}`") from None
        raise


_held: dict[Path, int] = {}  # projects locked by this process, and how often


@contextmanager
def output_lock(root: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold the right to publish; `waiting` is called once if another build holds it just now.

    A build that takes it before it reads its sources cannot put an older site in the place of a newer one.
    The same process may take it again inside.
    """
    root = root.absolute()
    descriptor = -1
    try:
        if not _held.get(root):
            descriptor = _locked(root, waiting)
        _held[root] = _held.get(root, 0) + 1
        try:
            yield
        finally:
            _held[root] -= 1
    finally:
        if descriptor >= 0:
            os.close(descriptor)
