"""One walk through history: paths → the newest commit that lists each as changed.

`git log` a path costs milliseconds for each of a thousand paths; one walk with `--name-only` answers them
all and stops when every path was seen. What it lists is a candidate: the caller compares blobs.
"""

from __future__ import annotations

from collections.abc import Collection
from os import fsdecode
from pathlib import Path

from site_builder.effects.gitcall import stream

_WALK = (
    "log",
    "-z",
    "--name-only",
    "--format=%x00/%H",  # no path begins with a slash
    "--root",
    "-c",  # a merge lists what differs from all its parents
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-notes",
    "--no-mailmap",
)
_CHUNK = 1 << 16
_FEW = 64


def newest_listed(top: Path, commit: str, wanted: Collection[str]) -> dict[str, str]:
    """Path → the first commit, newest first from `commit`, that lists it; paths never listed are left out."""
    left = set(wanted)
    found: dict[str, str] = {}
    at, pending, fresh = "", b"", False
    # Few paths are worth naming: git then passes over the folders, and the branches, that do not hold them.
    named = sorted(left) if len(left) <= _FEW else []
    with stream(top, (*_WALK, commit, "--", *named)) as out:
        while left and (chunk := out.read1(_CHUNK)):  # type: ignore[attr-defined]
            *fields, pending = (pending + chunk).split(b"\0")
            for field in fields:
                if field.startswith(b"/"):
                    at, fresh = field[1:].decode("ascii"), True
                    continue
                # The message ends with a line feed that stands before the first path.
                path = fsdecode(field[1:] if fresh and field.startswith(b"\n") else field)
                fresh = False
                if path in left:
                    left.discard(path)
                    found[path] = at
    return found
