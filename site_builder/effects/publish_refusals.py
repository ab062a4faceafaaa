"""Which output folders sitemaf will not replace, and what the machine's errors mean to the author.

In: the output path, or an OSError. Out: an EnvironmentProblem.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from site_builder.model import EnvironmentProblem

MARKER: Final = ".made-by-sitemaf"
KEPT: Final = (".gitkeep", ".gitignore")  # carried from the old folder to the new one
NOT_SITE: Final = frozenset({MARKER, *KEPT})  # names at the top of `output/` that are no pages
_STRAY = frozenset({*NOT_SITE, ".DS_Store"})

_REASONS = {
    errno.ENOSPC: ("the disk is full", "free some space and build again"),
    errno.EDQUOT: ("the disk quota is used up", "free some space and build again"),
    errno.EIO: ("the disk reports an input/output error", "check the disk; the sources were not touched"),
    errno.EMFILE: ("too many files are open", "raise the limit (`ulimit -n`) and build again"),
    errno.ENFILE: ("the system has too many open files", "close some programs and build again"),
    errno.EFBIG: ("a file is larger than the limit", "raise the limit (`ulimit -f`) and build again"),
    errno.EROFS: ("the disk is read-only", "choose another folder with `--output`"),
    errno.EACCES: (
        "permission is denied",
        "change the permissions, or choose another folder with `--output`",
    ),
    errno.EPERM: ("the system does not permit it", "choose another folder with `--output`"),
    errno.EXDEV: (
        "the folder is a disk of its own, so it cannot be exchanged",
        "choose a folder inside it with `--output`",
    ),
    errno.EBUSY: (
        "the folder is a disk of its own or in use, so it cannot be exchanged",
        "choose a folder inside it with `--output`",
    ),
    errno.ENAMETOOLONG: ("a name is too long for this disk", "shorten the page's file name or `slug`"),
    errno.ENOMEM: ("the memory is full", "close some programs and build again"),
}


def is_known(error: OSError) -> bool:
    """Whether the machine, not sitemaf, is the reason."""
    return error.errno in _REASONS


def explain(error: OSError, act: str) -> EnvironmentProblem:
    """Say what went wrong while we did `act` ("writing `fr/index.html`"); the old site stays as it was."""
    known = _REASONS.get(error.errno or 0)
    reason, help = known or ((error.strerror or str(error)).lower(), "mend this and build again")
    return EnvironmentProblem(f"{reason} ({act})", f"{help}; the site that was there is untouched")


def check_place(root: Path, output: Path) -> None:
    """Refuse a place whose replacement would hurt: the project itself, what holds it, a folder of sources."""
    if root == output or output in root.parents:
        raise EnvironmentProblem(
            f"`{output}` holds the project itself", "choose a folder of its own with `--output`"
        )
    below = output.relative_to(root) if root in output.parents else None
    if below is not None and below.parts[0] in (".git", ".sitemaf"):
        raise EnvironmentProblem(
            f"`{below}` belongs to {below.parts[0]}", "choose a folder of its own with `--output`"
        )
    place = root if below is not None else output.parent
    for part in below.parts if below is not None else (output.name,):
        place = place / part
        if place.is_symlink():
            raise EnvironmentProblem(
                f"`{place}` is a link, and sitemaf replaces no folder through a link",
                "name the real folder with `--output`, or delete the link",
            )


def check_folder(output: Path) -> bool:
    """Whether there is an old folder; refuse one that sitemaf did not make, or may not change."""
    try:
        status = output.lstat()
    except FileNotFoundError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        raise EnvironmentProblem(f"`{output}` is no folder", "delete it, or choose another with `--output`")
    if not status.st_mode & stat.S_IWUSR or not os.access(output, os.W_OK | os.X_OK):
        raise EnvironmentProblem(
            f"`{output}` is read-only", "make it writable, or choose another folder with `--output`"
        )
    with os.scandir(output) as entries:
        names = {entry.name for entry in entries}
    if ".git" in names:
        raise EnvironmentProblem(
            f"`{output}` is a working copy of git", "build elsewhere and copy the site into it"
        )
    marker = output / MARKER
    if names - _STRAY and not (marker.is_file() and not marker.is_symlink()):
        foreign = min(names - _STRAY)
        raise EnvironmentProblem(
            f"`{output}` holds files that sitemaf did not make, such as `{foreign}`",
            "empty it yourself, or choose another folder with `--output`",
        )
    return True
