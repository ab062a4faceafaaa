"""Where a repository begins: a folder → the nearest one that holds `.git`."""

from __future__ import annotations

from pathlib import Path


def find_top(folder: Path) -> Path | None:
    """The nearest folder with a `.git` (a folder, or the file of a worktree or submodule), links resolved."""
    resolved = folder.resolve()
    return next((one for one in (resolved, *resolved.parents) if (one / ".git").exists()), None)
