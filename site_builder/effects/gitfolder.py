"""What git would wait for: a working tree → the pipe, socket or device that stands where git reads a file.

Git opens what it finds, and of a pipe it waits for somebody to write. `find_trap` looks at the few files that
every question reads, before git is asked; `find_any_trap` at all of them, once git has not answered.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from site_builder.effects.regular import read_regular

_OWN = ("HEAD", "index", "config.worktree", "commondir", "gitdir", "info/sparse-checkout")
_SHARED = (
    "config",
    "packed-refs",
    "shallow",
    "info/attributes",
    "info/exclude",
    "info/grafts",
    "objects/info/alternates",
    "objects/info/commit-graph",
    "objects/pack/multi-pack-index",
)
_MOST = 200_000  # files looked at once git has not answered


def find_trap(top: Path) -> Path | None:
    """The first of the files that git reads for any question and that is none."""
    return next((path for path in _read_first(top) if _is_trap(path)), None)


def find_any_trap(top: Path) -> Path | None:
    """The first file below the repository's own folder that is none."""
    own, shared = _folders(top)
    found = (Path(at, name) for folder in {own, shared} for at, _, names in os.walk(folder) for name in names)
    return next((path for path in islice(found, _MOST) if path.suffix != ".ipc" and _is_trap(path)), None)


def _read_first(top: Path) -> Iterator[Path]:
    own, shared = _folders(top)
    yield from (own / name for name in _OWN)
    yield from (shared / name for name in _SHARED)
    head = _text(own / "HEAD")
    if head.startswith("ref: ") and ".." not in head:
        yield shared / head.removeprefix("ref: ")
    home = Path(os.environ.get("HOME", "/"))
    yield home / ".gitconfig"
    yield Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git" / "config"


def _folders(top: Path) -> tuple[Path, Path]:
    """The repository's own folder and the one that it shares with its worktrees, mostly the same."""
    own = top / ".git"
    link = _text(own)
    if link.startswith("gitdir: "):
        own = top / link.removeprefix("gitdir: ")
    return own, own / (_text(own / "commondir") or ".")


def _text(path: Path) -> str:
    return (read_regular(path) or b"").decode("utf-8", "surrogateescape").strip().replace("\0", "")


def _is_trap(path: Path) -> bool:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 (half as long as a Path's)
    except (OSError, ValueError):
        return False
    return not S_ISREG(mode) and not S_ISDIR(mode)
