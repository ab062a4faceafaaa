"""Whether tracked files were changed since git last looked: top folder and index → yes or no.

`git status`, `git diff` and even `git diff-files` run the clean filters that a repository's configuration
names. The index itself says what git knew; comparing that with the files runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from os import fsdecode, fsencode
from pathlib import Path

from site_builder.effects.gitcall import ask
from site_builder.effects.regular import read_regular
from site_builder.excerpts.source import blob_id

SUBMODULE, LINK = "160000", "120000"
_NOTED = re.compile(
    rb"([^\0]+)\0  ctime: .*\n  mtime: (\d+):(\d+)\n  dev: .*\n  uid: .*\n  size: (\d+)\t.*\n", re.ASCII
)


def has_changed_files(top: Path, index: Mapping[str, tuple[str, str]]) -> bool:
    """`index`: path → mode and blob id. A file touched without change is compared, and is no change."""
    return any(_differs(top / path, *index[path]) for path in _touched(top) if path in index)


def _touched(top: Path) -> Iterator[str]:
    """Tracked files whose time or size is not what git noted when it last looked."""
    for path, seconds, rest, size in _NOTED.findall(ask(top, "ls-files", "-z", "--debug")):
        try:
            found = (top / fsdecode(path)).lstat()
        except OSError:
            yield fsdecode(path)
            continue
        if (found.st_mtime_ns, found.st_size) != (int(seconds) * 10**9 + int(rest), int(size)):
            yield fsdecode(path)


def _differs(file: Path, mode: str, blob: str) -> bool:
    if mode == SUBMODULE:
        return False
    data = fsencode(file.readlink()) if mode == LINK and file.is_symlink() else read_regular(file)
    if data is None:
        return True
    return blob not in (blob_id(data, blob), blob_id(data.replace(b"\r\n", b"\n"), blob))
