"""A folder's files, without surprises: root and folder → plain files, and problems for what is none.

Names that begin with a dot are passed over. A link is followed while it stays inside `edge` and out of git's
own folder; a folder of which it is a part is not entered again, and links that multiply are not followed on.
"""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from site_builder.model import Problem, Where

MOST_LINKS = 200


def walk(root: Path, folder: str, edge: Path) -> tuple[dict[str, Path], tuple[Problem, ...]]:
    """Project path → file, sorted, for everything below `root/folder`; nothing if the folder is not there."""
    found: dict[str, Path] = {}
    problems: list[Problem] = []
    links = 0  # to folders, followed so far
    start, edge = root / folder, Path(os.path.realpath(edge))
    if (strayed := _strayed(folder, start, edge)) is not None:
        return {}, (strayed,)
    waiting = [("" if folder == "." else folder, start, frozenset[str]())] if start.is_dir() else []
    while waiting:
        prefix, here, above = waiting.pop()
        real = os.path.realpath(here)
        if real in above:
            problems.append(_problem(prefix, "is a link to a folder that holds it", "remove the link"))
            continue
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            reason = (error.strerror or "unknown reason").lower()
            problems.append(_problem(prefix, f"cannot be listed: {reason}", "make the folder readable"))
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            path = f"{prefix}/{entry.name}" if prefix else entry.name
            kind = _kind(path, entry, edge)
            if isinstance(kind, Problem):
                problems.append(kind)
            elif kind == "folder":
                links += entry.is_symlink()
                if entry.is_symlink() and links > MOST_LINKS:
                    help = "link to fewer folders; links inside linked folders multiply"
                    what = f"is one of more than {MOST_LINKS} links to folders"
                    problems.append(_problem(path, what, help))
                    return dict(sorted(found.items())), tuple(problems)
                waiting.append((path, here / entry.name, above | {real}))
            else:
                found[path] = here / entry.name
    return dict(sorted(found.items())), tuple(problems)


def _kind(path: str, entry: os.DirEntry[str], edge: Path) -> str | Problem:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode("utf-8", "backslashreplace")
        return _problem(shown, "has a name that is not UTF-8", "rename it")
    if not path.isprintable():
        return _problem(path, "has a control character in its name", "rename it")
    try:
        if entry.is_symlink() and (strayed := _strayed(path, entry.path, edge)) is not None:
            return strayed
        mode = entry.stat().st_mode
    except FileNotFoundError:
        return _problem(path, "is a link to nothing", "mend or remove the link")
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        return _problem(path, f"cannot be looked at: {reason}", "mend or remove it")
    if S_ISDIR(mode):
        return "folder"
    if S_ISREG(mode):
        return "file"
    return _problem(path, "is a pipe, socket or device, not a file", "remove it from the folder")


def _strayed(path: str, place: Path | str, edge: Path) -> Problem | None:
    """Where links lead may be outside, or where git keeps its own."""
    real = Path(os.path.realpath(place))
    if not real.is_relative_to(edge):
        return _problem(path, "is a link that leaves the repository", "copy what it names, or link inside")
    if ".git" in real.relative_to(edge).parts:
        return _problem(path, "is a link into git's own folder", "remove the link")
    return None


def _problem(path: str, what: str, help: str) -> Problem:
    return Problem(where=Where(path=path), code="page-encoding", message=f"`{path}` {what}", help=help)
