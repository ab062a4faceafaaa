"""What earlier builds made, by the digest of everything it was made from.

In: keys and bytes. Out: the bytes, or None. One SQLite file, `.sitemaf/cache/store.sqlite`. A file that is
corrupt, truncated, copied from elsewhere or not writable makes builds slower, never wrong: each row carries a
check of its key, its bytes and the identity of the file it stands in, and every error of the database is a
miss. Two builds may use it at once. Nothing read from it is ever executed or unpickled here.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from hashlib import blake2b, sha256
from pathlib import Path
from time import time

from site_builder.effects.lock import STATE, state_folder
from site_builder.effects.store_code import code_digest
from site_builder.model import EnvironmentProblem

LIMIT = 256 << 20  # bytes on disk
_SIZE = ("page_count", "freelist_count", "page_size")
MUCH = 4 << 20  # bytes waiting to be written
_DAY = 86_400
_SCHEMA = """
create table if not exists entry (key blob primary key, used integer, guard blob, data blob);
create index if not exists entry_used on entry (used);
"""


class Store:
    """`read_only`: nothing is written, not even a folder; what is put stays in memory."""

    def __init__(
        self, root: Path, *, clean: bool = False, limit: int = LIMIT, read_only: bool = False
    ) -> None:
        self._root, self._limit, self._read_only = root, limit, read_only
        self._path = root / STATE / "cache" / "store.sqlite"
        self._made_by = code_digest()
        self._pending: dict[bytes, bytes] = {}
        self._waiting, self._owner = 0, os.getpid()  # bytes put, the process that may write
        self._used: set[bytes] = set()
        self._connection: sqlite3.Connection | None = None
        self._one_at_a_time = threading.Lock()  # runs are looked up in a thread, pages in the main one
        self._process = 0
        self._identity = b""
        self._given_up = False
        self._inherited: list[sqlite3.Connection | None] = []
        if clean:
            forget(root)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def key(self, kind: str, *parts: str | bytes) -> bytes:
        """The digest of a kind of thing and all it is made from; sitemaf's own code is always part of it."""
        digest = sha256()
        for part in (self._made_by, kind, *parts):
            data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
            digest.update(b"%d:" % len(data) + data)
        return digest.digest()

    def get(self, key: bytes) -> bytes | None:
        if key in self._pending:
            return self._pending[key]
        with self._errors_are_misses():
            connection = self._open()
            if connection is not None:
                row = connection.execute("select guard, data from entry where key = ?", (key,)).fetchone()
                if row is not None and row[0] == self._guard(key, row[1]):
                    self._used.add(key)
                    return bytes(row[1])
        return None

    def put(self, key: bytes, data: bytes) -> None:
        """Keep `data` for later builds; it reaches the disk with `flush`, or when much is waiting."""
        self._pending[key] = data
        self._waiting += len(data)
        if self._waiting > MUCH and os.getpid() == self._owner:
            self.flush()

    def take_pending(self) -> list[tuple[bytes, bytes]]:
        """What was put since the last flush, and forget it here: a worker gives it to its parent."""
        rows, self._pending = list(self._pending.items()), {}
        self._waiting = 0
        return rows

    def flush(self) -> None:
        if self._read_only:
            return
        pending, self._pending, self._waiting = self._pending, {}, 0
        used, self._used = self._used, set()
        with self._errors_are_misses():
            connection = self._open()
            if connection is None:
                return
            today = int(time()) // _DAY
            with connection:
                connection.execute("begin immediate")
                connection.executemany(
                    "insert or replace into entry values (?, ?, ?, ?)",
                    ((key, today, self._guard(key, data), data) for key, data in pending.items()),
                )
                connection.executemany(
                    "update entry set used = ? where key = ? and used < ?",
                    ((today, key, today) for key in used),
                )
                self._evict(connection)
            connection.execute("pragma incremental_vacuum")

    def close(self) -> None:
        self.flush()
        if self._connection is not None and self._process == os.getpid():
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _evict(self, connection: sqlite3.Connection) -> None:
        """Above the bound, drop what was not used for longest until a quarter of the room is free."""
        pages = [connection.execute(f"pragma {name}").fetchone()[0] for name in _SIZE]
        size = (pages[0] - pages[1]) * pages[2]  # reading every length would cost as much as the build saves
        if size <= self._limit:
            return
        spare = size - self._limit * 3 // 4
        for key, length in connection.execute(
            "select key, length(data) + 120 from entry order by used, rowid"
        ).fetchall():
            if spare <= 0:
                break
            connection.execute("delete from entry where key = ?", (key,))
            spare -= length

    def _guard(self, key: bytes, data: bytes) -> bytes:
        return blake2b(key + data, key=self._identity, digest_size=16).digest()

    def _open(self) -> sqlite3.Connection | None:
        """A connection of this very process: one inherited through a fork is set aside, untouched."""
        if self._given_up or (self._connection is not None and self._process == os.getpid()):
            return self._connection
        self._inherited.append(self._connection)
        self._process = os.getpid()
        self._connection = self._connect()
        return self._connection

    def _connect(self) -> sqlite3.Connection | None:
        writable = self._prepare_folder()
        if self._path.exists() and not stat.S_ISREG(self._path.lstat().st_mode):
            raise sqlite3.DatabaseError("no regular file")
        mode = "rwc" if writable else "ro"
        connection = sqlite3.connect(
            f"{self._path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=5,
            isolation_level=None,
            check_same_thread=False,
        )
        if writable:
            connection.execute("pragma auto_vacuum = incremental")
            connection.execute("pragma synchronous = off")  # a cache may be lost with the power
            connection.executescript(_SCHEMA)
        status = self._path.stat()
        self._identity = f"{status.st_dev}:{status.st_ino}:{status.st_uid}".encode()
        return connection

    def _prepare_folder(self) -> bool:
        if self._read_only:
            return False
        try:
            folder = state_folder(self._root) / "cache"
            if folder.is_symlink():
                raise sqlite3.DatabaseError("the folder is a link")
            folder.mkdir(exist_ok=True)
        except (OSError, EnvironmentProblem):
            return False
        return os.access(folder, os.W_OK)

    @contextlib.contextmanager
    def _errors_are_misses(self) -> Iterator[None]:
        """A damaged file is deleted, for the next build to make anew; a busy or read-only one stays."""
        try:
            with self._one_at_a_time:
                yield
        except (sqlite3.OperationalError, sqlite3.ProgrammingError):
            pass
        except (sqlite3.DatabaseError, OSError, ValueError, TypeError):
            self._given_up, self._connection = True, None
            with contextlib.suppress(OSError):
                self._path.unlink()


def forget(root: Path) -> None:
    """Drop everything that only saves time; what is not ours or cannot be deleted stays."""
    state = root / STATE
    if state.is_symlink():
        return
    for name in ("cache", "spare"):
        if not (state / name).is_symlink():
            shutil.rmtree(state / name, ignore_errors=True)
    for name in ("published", "stamp", "record"):
        with contextlib.suppress(OSError):
            (state / name).unlink()
