"""Whether there is anything to do: the last build's inputs by content, and its site, are as it left them.

In: the project, a question (options and whatever else but files the answer depends on), what was read. Out:
what the last build answered, or None. This module and what it imports load nothing that costs time:
ask it before click's commands import anything else.

Inputs are read and hashed each time. The site is compared by signatures (see `store_listing`). A build whose
inputs changed while it ran leaves no stamp.
"""
# Nothing loads pathlib on this path.
# ruff: noqa: PTH100, PTH105, PTH113, PTH116, PTH118, PTH120, PTH123

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256

from site_builder.effects.store_code import code_digest
from site_builder.effects.store_listing import TICK, names_digest, read_output_listing, still_is

_SKIPPED = ("__pycache__", ".DS_Store")


def unchanged(root: str, question: str, output: str) -> bytes | None:
    """The answer that `remember` kept, if a build would come to the same one and leave the same site."""
    try:
        with open(f"{root}/.sitemaf/stamp", "rb") as file:
            checksum, _, body = file.read().partition(b"\n")
        if sha256(body).hexdigest().encode() != checksum:
            return None
        head, _, answer = body.partition(b"\n\n")
        expected, *lines = head.decode("utf-8", "surrogateescape").split("\n")
        names: dict[str, list[str]] = {"file": [], "folder": [], "env": []}
        for line in lines:
            kind, _, name = line.partition(" ")
            names[kind].append(name)
        now = _inputs(root, question, output, names["file"], names["folder"], names["env"])
        return answer if now == expected and _site_stands(root, output) else None
    except (OSError, ValueError, KeyError):
        return None


def remember(
    root: str,
    question: str,
    output: str,
    answer: bytes,
    *,
    started: int,
    files: Iterable[str],
    folders: Iterable[str],
    environment: Iterable[str] = (),
) -> None:
    """Keep the answer of a build that began at `started` (`time.time_ns()`) and has just published.

    `files` and `folders` (with all that is below them) are what it read, relative to `root`; a missing one
    counts as that. `environment` are names of variables. Nothing is kept if an input changed since.
    """
    kept = [sorted(set(names)) for names in (files, folders, environment)]
    if any("\n" in name for names in kept for name in names):
        return
    try:
        lines = [_inputs(root, question, output, *kept)]
        if _newest(root, kept[0], kept[1]) >= started - TICK:
            return
        for kind, names in zip(("file", "folder", "env"), kept, strict=True):
            lines += [f"{kind} {name}" for name in names]
        body = "\n".join(lines).encode("utf-8", "surrogateescape") + b"\n\n" + answer
        draft = f"{root}/.sitemaf/stamp.{os.getpid()}"
        with open(draft, "wb") as file:
            file.write(sha256(body).hexdigest().encode() + b"\n" + body)
        os.replace(draft, f"{root}/.sitemaf/stamp")
    except OSError:
        return


def git_files(root: str) -> list[str]:
    """The files that say which commit is checked out and what is tracked; any change of them counts."""
    top = os.path.abspath(root)
    while not os.path.lexists(f"{top}/.git"):
        parent = os.path.dirname(top)
        if parent == top:
            return []
        top = parent
    git = f"{top}/.git"
    files = []
    if os.path.isfile(git):  # a worktree or a submodule: one line says where
        files.append(git)
        git = os.path.join(top, _text(git).removeprefix("gitdir:").strip())
    common = os.path.join(git, _text(f"{git}/commondir").strip() or ".")
    files += [f"{git}/HEAD", f"{git}/index", f"{common}/packed-refs", f"{common}/shallow"]
    head = _text(f"{git}/HEAD")
    if head.startswith("ref: "):
        files.append(f"{common}/{head[5:].strip()}")
    return files


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return ""


def _inputs(
    root: str, question: str, output: str, files: list[str], folders: list[str], environment: list[str]
) -> str:
    digest = sha256(f"{code_digest()}\0{question}\0{output}\0".encode("utf-8", "surrogateescape"))
    for name in environment:
        digest.update(f"{name}\0{os.environ.get(name)!r}\0".encode("utf-8", "surrogateescape"))
    for path in _every(root, files, folders):
        digest.update(path.encode("utf-8", "surrogateescape") + b"\0" + _content(os.path.join(root, path)))
    return digest.hexdigest()


def _content(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b"absent"
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        return sha256(file.read()).digest()


def _every(root: str, files: list[str], folders: list[str]) -> list[str]:
    found = list(files)
    for folder in folders:
        found += _below(root, folder)
    return sorted(set(found))


def _below(root: str, folder: str) -> list[str]:
    found: list[str] = []
    try:
        with os.scandir(os.path.join(root, folder)) as entries:
            for entry in entries:
                if entry.name in _SKIPPED:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    found += _below(root, f"{folder}/{entry.name}")
                else:
                    found.append(f"{folder}/{entry.name}")
    except OSError:
        return found
    return found


def _newest(root: str, files: list[str], folders: list[str]) -> int:
    """The newest change among the inputs, in nanoseconds."""
    newest = 0
    for path in _every(root, files, folders):
        try:
            status = os.stat(os.path.join(root, path))
        except OSError:
            continue
        newest = max(newest, status.st_mtime_ns, status.st_ctime_ns)
    return newest


def _site_stands(root: str, output: str) -> bool:
    """Whether every file and folder of the site is as it was published, and nothing was added."""
    listing = read_output_listing(f"{root}/.sitemaf/published", output)
    for path, (expected, digest) in listing.items():
        place = f"{output}/{path}"
        if expected == "?" and path.endswith("/"):
            if names_digest(place) != digest:
                return False
        elif not still_is(place, expected, digest):
            return False
    return bool(listing)
