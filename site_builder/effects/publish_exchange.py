"""Put one folder in the place of another in a single act of the kernel, where the system can.

In: two paths on one filesystem. Out: whether the exchange was atomic.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

_HERE = -100 if sys.platform == "linux" else -2  # AT_FDCWD
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS have the same value
_UNKNOWN = (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP)


def _swap(one: Path, other: Path) -> bool:
    """Exchange both names; False where neither the C library nor the filesystem can."""
    library = ctypes.CDLL(None, use_errno=True)
    name = "renameat2" if sys.platform == "linux" else "renameatx_np"
    call = getattr(library, name, None)
    if call is None:
        return False
    call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    if call(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), str(one), None, str(other))


def exchange(new: Path, old: Path, aside: Path) -> bool:
    """Let `new` stand at the name `old`; the old folder is at the name `new` or `aside` afterwards.

    True: no reader ever saw the name empty. False: the system knows no exchange, and for a moment there was
    no folder; a build killed in that moment leaves the old one at `aside`, where the next one finds it.
    """
    if _swap(new, old):
        return True
    old.rename(aside)
    try:
        new.rename(old)
    except BaseException:
        aside.rename(old)
        raise
    return False
