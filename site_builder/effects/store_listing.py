"""What a folder held when it was last looked at, so that unchanged files need no reading.

In: `os.stat` results and digests. Out: a small text file with a checksum, or the mapping read back from it;
anything odd in the file gives an empty mapping. Nothing here imports more than the interpreter has loaded
already: a build with nothing to do depends on it.

A signature is a file's mode, size, inode and its two times in nanoseconds. The change time cannot be set by a
program, so equal signatures mean equal content, except within one tick of the clock: `settled` tells those
apart.
"""
# Nothing loads pathlib on this path.
# ruff: noqa: PTH105, PTH108, PTH123, PTH208

from __future__ import annotations

import os
from contextlib import suppress
from errno import EINVAL
from hashlib import sha256
from stat import S_IFREG, S_ISREG

TICK = 20_000_000  # nanoseconds; the coarsest clock of the filesystems in use ticks every 10 ms

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW

Listing = dict[str, tuple[str, str]]  # path → signature, digest


def read_file(path: str) -> bytes:
    """The bytes of a regular file; OSError for anything else: devices have no end, pipes keep one waiting."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        if not S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(EINVAL, "no regular file", path)
        return file.read()


def signature(status: os.stat_result) -> str:
    return f"{status.st_mode:o}.{status.st_size}.{status.st_ino}.{status.st_mtime_ns}.{status.st_ctime_ns}"


def settled(status: os.stat_result, now: int) -> bool:
    """Whether a change made after `now` must show in the signature."""
    return max(status.st_ctime_ns, status.st_mtime_ns) < now - TICK


def still_is(path: str, expected: str, digest: str) -> bool:
    """Whether this is the very file that was listed; one listed too soon after its making is read."""
    try:
        status = os.lstat(path)
        if expected != "?":
            return signature(status) == expected
        if status.st_mode != S_IFREG | 0o644:
            return False
        return sha256(read_file(path)).hexdigest() == digest
    except OSError:
        return False


def write_listing(path: str, listing: Listing) -> None:
    """Replace the file whole; a path that holds a line end is left out, which only costs a read later."""
    lines = [f"{print_} {digest} {name}" for name, (print_, digest) in listing.items() if "\n" not in name]
    body = "\n".join(lines).encode("utf-8", "surrogateescape")
    replace_file(path, sha256(body).hexdigest().encode() + b"\n" + body)


def replace_file(path: str, content: bytes) -> None:
    """Write a file of our own whole; whoever does holds the project's lock.

    The draft that a build left when it died is not written on: what stands at that name may be a link.
    """
    draft = f"{path}.new"
    with suppress(FileNotFoundError):
        os.unlink(draft)
    try:
        with open(os.open(draft, _NEW, 0o644), "wb") as file:
            file.write(content)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        raise


def read_listing(path: str) -> Listing:
    try:
        checksum, _, body = read_file(path).partition(b"\n")
    except OSError:
        return {}
    if sha256(body).hexdigest().encode() != checksum:
        return {}
    listing: Listing = {}
    for line in body.decode("utf-8", "surrogateescape").split("\n"):
        print_, _, rest = line.partition(" ")
        digest, _, name = rest.partition(" ")
        listing[name] = (print_, digest)
    return listing


def output_listing(
    output: os.PathLike[str], digests: dict[str, str], seen: dict[str, str] | None = None
) -> Listing:
    """What stands in `output` just now: files with their digests, folders with a digest of their names.

    `seen` are signatures of files that have just been looked at. Entries that may still change without
    showing it get the signature `?`: they are read, never believed.
    """
    from time import time_ns

    now = time_ns()
    listing: Listing = {"": ("?", sha256(os.fsencode(output)).hexdigest())}
    folders, place = {""}, os.fspath(output)
    for path, digest in digests.items():
        known = seen.get(path) if seen else None
        listing[path] = (known or _believed(os.lstat(f"{place}/{path}"), now), digest)
        while path := path.rpartition("/")[0]:
            folders.add(path)
    for folder in folders:
        below = f"{place}/{folder}"
        listing[f"{folder}/"] = (_believed(os.lstat(below), now), names_digest(below))
    return listing


def _believed(status: os.stat_result, now: int) -> str:
    return signature(status) if settled(status, now) else "?"


def names_digest(folder: str) -> str:
    return sha256("\0".join(sorted(os.listdir(folder))).encode("utf-8", "surrogateescape")).hexdigest()


def read_output_listing(path: str, output: str | os.PathLike[str]) -> Listing:
    """The listing of this very folder; of another one, or none: empty."""
    listing = read_listing(path)
    whose = listing.pop("", ("", ""))[1]
    return listing if whose == sha256(os.fsencode(output)).hexdigest() else {}
