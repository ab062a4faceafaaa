"""Replace files whole: project paths and contents → the same on disk, never half a file.

All contents are written beside their targets first, then renamed one after the other, so that a full disk
changes nothing and a reader sees the old file or the new one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from site_builder.effects.regular import read_regular
from site_builder.effects.tops import find_top
from site_builder.model import EnvironmentProblem

_NEW_FILE_MODE = 0o644


def replace_files(
    root: Path, files: Mapping[str, bytes | None], before: Mapping[str, bytes | None] | None = None
) -> None:
    """Write every file, or remove it where its content is None. `before`: what some of them were when read;
    one that has changed since then was saved by somebody else, and nothing is written."""
    targets = {path: _target(root, path) for path in files}
    for path, known in (before or {}).items():
        if path in files and read_regular(root / path) != known:
            raise EnvironmentProblem(f"`{path}` was changed while sitemaf was at work", "run it again")
    staged: dict[Path, str] = {}
    try:
        for path, data in files.items():
            if data is not None:
                staged[targets[path]] = _stage(targets[path], data)
        for target, name in staged.items():
            Path(name).replace(target)
        for path, data in files.items():
            if data is None:
                targets[path].unlink(missing_ok=True)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise EnvironmentProblem(
            f"`{error.filename or root}` cannot be written: {reason}",
            "nothing else was changed; run it again",
        ) from error
    finally:
        for name in staged.values():
            Path(name).unlink(missing_ok=True)


def _target(root: Path, path: str) -> Path:
    """The file behind links, which may not lead out of the repository or to what is git's."""
    real, edge = Path(os.path.realpath(root / path)), find_top(root) or root.resolve()
    if not real.is_relative_to(edge) or ".git" in real.relative_to(edge).parts:
        raise EnvironmentProblem(
            f"`{path}` lies behind a link that leaves the repository, so nothing was written",
            "remove the link, or let it lead to a place inside",
        )
    return real


def _stage(target: Path, data: bytes) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), _mode_of(target))
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
    return file.name


def _mode_of(target: Path) -> int:
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        return _NEW_FILE_MODE & ~_umask()


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
