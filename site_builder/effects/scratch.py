"""A private folder for one run, gone with it; folders of killed builds are cleared away by the next one.

Such a folder may hold the environment of a demo's server, so none is left lying about. As long as its owner
lives it is locked, which tells an abandoned folder from one in use, also between containers.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from site_builder.model import EnvironmentProblem

PREFIX = "sitemaf-"
YOUNG = 60.0  # seconds within which a folder may not have been locked yet


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Readable by its owner only. Raises EnvironmentProblem if there is no place for it."""
    clear_abandoned()
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise EnvironmentProblem(
            f"no temporary folder can be made: {(error.strerror or str(error)).lower()}",
            "mend this, or name another place by the variable `TMPDIR`, and run it again",
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


@functools.cache
def clear_abandoned() -> None:
    """Remove what killed builds of this user left behind; once a process is enough."""
    for folder in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        with contextlib.suppress(OSError):
            found = folder.lstat()
            if found.st_uid == os.getuid() and found.st_mtime < time.time() - YOUNG and _is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_abandoned(folder: Path) -> bool:
    lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
