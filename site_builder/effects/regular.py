"""Reading a file that may be anything: a path → its bytes, and never a wait for a pipe or a device."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISREG

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def read_regular(path: Path | str) -> bytes | None:
    """The bytes of a regular file; None for anything else, and for what cannot be read."""
    read = try_reading(path)
    return read if isinstance(read, bytes) else None


def try_reading(path: Path | str) -> bytes | str:
    """The bytes of a regular file, or in words why there are none: "is a folder", "is not there"."""
    try:
        handle = os.open(path, _FLAGS)
    except FileNotFoundError:
        return ABSENT
    except NotADirectoryError:
        return ABSENT
    except IsADirectoryError:
        return FOLDER
    except PermissionError:
        return "may not be read by this user"
    except OSError as error:
        return f"cannot be opened: {(error.strerror or 'unknown reason').lower()}"
    try:
        found = os.fstat(handle)
        if S_ISDIR(found.st_mode):
            return FOLDER
        if not S_ISREG(found.st_mode):
            return "is a pipe, socket or device, not a file"
        # As large as it is said to be, but never trusted to be: it is read until nothing comes.
        return b"".join(iter(partial(os.read, handle, found.st_size + 1), b""))
    except OSError as error:
        return f"cannot be read: {(error.strerror or 'unknown reason').lower()}"
    finally:
        os.close(handle)


ABSENT, FOLDER = "is not there", "is a folder"
