"""Line maps between two contents, as git draws them: pairs of bytes → hunks.

All pairs go through one `git diff` between two temporary folders outside every repository, so neither a
repository's attributes nor anyone's configuration changes the answer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from site_builder.effects.gitcall import call, refusal
from site_builder.model import Hunk

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.ASCII)
_FILE = re.compile(rb"diff --git a/old/(\d+) b/new/(\d+)\r?", re.ASCII)
_FLAGS = (
    "diff",
    "--no-index",
    "--unified=0",
    "--diff-algorithm=myers",
    "--text",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-renames",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--",
    "old",
    "new",
)


def line_maps(pairs: Sequence[tuple[bytes, bytes]]) -> tuple[tuple[Hunk, ...], ...]:
    """One line map a pair (old, new), in order; equal contents have an empty one."""
    if not pairs:
        return ()
    with TemporaryDirectory(prefix="sitemaf-") as name:
        folder = Path(name).resolve()
        for side, which in (("old", 0), ("new", 1)):
            (folder / side).mkdir()
            for number, pair in enumerate(pairs):
                (folder / side / str(number)).write_bytes(pair[which])
        alone = {
            "GIT_CEILING_DIRECTORIES": str(folder.parent),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_ATTR_NOSYSTEM": "1",
            "XDG_CONFIG_HOME": str(folder / "none"),
            "HOME": str(folder / "none"),
        }
        answer = call(folder, *_FLAGS, extra=alone)
    if answer.code not in (0, 1):
        raise refusal(folder, answer)
    return _read(answer.out, len(pairs))


def _read(out: bytes, count: int) -> tuple[tuple[Hunk, ...], ...]:
    found: list[list[Hunk]] = [[] for _ in range(count)]
    at = -1
    left = 0  # lines of the hunk's text still to come: they may look like headers
    for line in out.split(b"\n"):
        if left:
            # `\ No newline at end of file` is a remark, not a line of the hunk.
            left -= not line.startswith(b"\\")
        elif named := _FILE.fullmatch(line):
            at = int(named[1])
        elif seen := _HUNK.match(line):
            hunk = _hunk(seen)
            found[at].append(hunk)
            left = hunk.old_count + hunk.new_count
    return tuple(tuple(one) for one in found)


def _hunk(seen: re.Match[bytes]) -> Hunk:
    old, old_count, new, new_count = seen.groups()
    return Hunk(
        old_first=int(old),
        old_count=1 if old_count is None else int(old_count),
        new_first=int(new),
        new_count=1 if new_count is None else int(new_count),
    )
