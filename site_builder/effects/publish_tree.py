"""The staging folder: files written, linked or kept until it holds exactly the new site.

In: a folder nobody reads, perhaps with an older site in it, and what the live site is known to hold. Out: the
new site. A file is never changed in place, because it may share its inode with the live site: it is unlinked
and written anew. Modes are 0644 and 0755 whatever the umask.
"""
# Paths are text here: ten thousand Path objects would cost more than the files they name.
# ruff: noqa: PTH101, PTH102, PTH106, PTH108, PTH123

from __future__ import annotations

import contextlib
import errno
import os
import stat
from hashlib import sha256
from pathlib import Path

from site_builder.effects.store_listing import Listing, still_is

_FILE, _FOLDER = 0o644, 0o755
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


class Tree:
    def __init__(self, folder: str, live: str, known: Listing) -> None:
        self.folder, self.live, self.known = folder, live, known
        self.files: dict[str, str] = {}  # path → digest
        self.folders: set[str] = {""}
        self.seen: dict[str, str] = {}  # path → signature, of files that were here already
        self.written = 0
        self.current = ""  # what an error message names

    def add(self, path: str, content: bytes) -> None:
        self.note(path, *self.put(path, content))

    def put(self, path: str, content: bytes) -> tuple[str, bool]:
        """Write the file, unless the live site has it; returns its digest, and whether it was written.

        Nothing else is done or remembered: a worker does this for its parent, which notes it.
        """
        self.current = path
        digest = sha256(content).hexdigest()
        if self.is_published(path, digest):
            return digest, False
        self._write(path, content)
        return digest, True

    def is_published(self, path: str, digest: str) -> bool:
        expected = self.known.get(path)
        return (
            expected is not None
            and expected[1] == digest
            and (still_is(f"{self.folder}/{path}", *expected) or still_is(f"{self.live}/{path}", *expected))
        )

    def note(self, path: str, digest: str, written: bool) -> None:
        """Count a file among those of the new site; one that was not written is brought along."""
        self.current = path
        if path in self.folders:
            raise IsADirectoryError(errno.EISDIR, f"`{path}` is a file and a folder at once")
        if not written:
            self._bring(path)
        self._note_folders(path)
        self.files[path] = digest
        self.written += written

    def copy(self, path: str, source: Path) -> None:
        """Copy a regular file of the project; a device or FIFO is read by nobody."""
        self.current = path
        descriptor = os.open(source, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(0, f"`{source.name}` is no regular file")
            self.add(path, file.read())

    def _bring(self, path: str) -> None:
        """Share a file with the live site, unless it is here already.

        Only a site that will be published comes so far: one more link shows in the times of a live file.
        """
        expected = self.known[path]
        target, living = f"{self.folder}/{path}", f"{self.live}/{path}"
        if still_is(target, *expected):
            if expected[0] != "?":
                self.seen[path] = expected[0]
            return
        if not still_is(living, *expected):
            raise OSError(errno.EBUSY, f"`{living}` was changed while the site was built")
        self._make_room(path)
        try:
            os.link(living, target, follow_symlinks=False)
        except OSError:  # too many links, or a disk without any
            with open(living, "rb") as file:
                self._write(path, file.read())

    def _write(self, path: str, content: bytes) -> None:
        self._make_room(path)
        target = f"{self.folder}/{path}"
        descriptor = os.open(target, _NEW, _FILE)
        try:
            if stat.S_IMODE(os.fstat(descriptor).st_mode) != _FILE:
                os.fchmod(descriptor, _FILE)
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        finally:
            os.close(descriptor)

    def _make_room(self, path: str) -> None:
        """Make the folders of `path`, and take away what stands at its name."""
        self._note_folders(path)
        if path in self.folders:
            raise IsADirectoryError(errno.EISDIR, f"`{path}` is a file and a folder at once")
        target = f"{self.folder}/{path}"
        try:
            os.unlink(target)
        except FileNotFoundError:
            pass
        except (IsADirectoryError, PermissionError):
            remove(target, strict=True)

    def _note_folders(self, path: str) -> None:
        parent = path.rpartition("/")[0]
        if parent in self.folders:
            return
        if parent in self.files:
            raise NotADirectoryError(errno.ENOTDIR, f"`{parent}` is a file and a folder at once")
        self._note_folders(parent)
        target = f"{self.folder}/{parent}"
        try:
            os.mkdir(target, _FOLDER)
        except FileExistsError:
            if not stat.S_ISDIR(os.lstat(target).st_mode):
                with contextlib.suppress(FileNotFoundError, FileExistsError):  # another worker was faster
                    os.unlink(target)
                    os.mkdir(target, _FOLDER)
        set_folder_mode(target)
        self.folders.add(parent)

    def drop_strays(self) -> int:
        """Remove whatever does not belong to the new site; stale pages go here. Counts files."""
        dropped = 0
        for folder in sorted(self.folders):
            parent = f"{self.folder}/{folder}" if folder else self.folder
            with os.scandir(parent) as entries:
                strays = [
                    entry
                    for entry in entries
                    if (name := f"{folder}/{entry.name}" if folder else entry.name) not in self.files
                    and not (name in self.folders and entry.is_dir(follow_symlinks=False))
                ]
            for entry in strays:
                dropped += remove(entry.path, strict=True)
        return dropped


def set_folder_mode(path: str) -> None:
    """0755; a group bit that the folder inherited stays, for it says who owns what is made inside."""
    mode = stat.S_IMODE(os.lstat(path).st_mode)
    if mode & 0o777 != _FOLDER:
        os.chmod(path, mode & ~0o777 | _FOLDER)


def remove(path: str, *, strict: bool = False) -> int:
    """Delete a file or a whole folder without following links, and count files.

    What cannot be deleted stays, unless `strict`: then OSError says why.
    """
    count = 0
    try:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            os.unlink(path)
            return 1
        with os.scandir(path) as entries:
            inside = [entry.path for entry in entries]
        for entry in inside:
            count += remove(entry, strict=strict)
        os.rmdir(path)
    except OSError:
        if strict:
            raise
    return count
