"""Whether there is anything to do: the last build's inputs by content, and its site, are as it left them.

In: the project, a question (options and whatever else the answer depends on), what was read. Out: what the
last build answered, or None. This module and what it imports load nothing that costs time:
ask it before click's commands import anything else.

Inputs are read and hashed each time. The site is compared by signatures (see `store_listing`). A build whose
inputs changed while it ran leaves no stamp.
"""
# Nothing loads pathlib on this path.
# ruff: noqa: PTH100, PTH105, PTH113, PTH116, PTH118, PTH120, PTH123

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import chain

from site_builder.effects.store_code import code_digest
from site_builder.effects.store_listing import TICK, names_digest, read_output_listing, still_is

# What a build reads, by kind. `file`: content, and where its links lead. `folder`: everything below, but
# names that begin with a dot. `demos`: everything below, but what tools leave there. `env`: a variable.
# `program`: which file a command's name stands for, its size and time.
KINDS = ("file", "folder", "demos", "env", "program")
Inputs = Mapping[str, Iterable[str]]  # kind → names; relative paths start at the project

_LEFT_BY_TOOLS = frozenset((".git", ".hg", ".venv", "node_modules", "__pycache__"))


def unchanged(root: str, question: str) -> bytes | None:
    """The answer that `remember` kept, if a build would come to the same one and leave the same site."""
    try:
        with open(f"{root}/.sitemaf/stamp", "rb") as file:
            checksum, _, body = file.read().partition(b"\n")
        if sha256(body).hexdigest().encode() != checksum:
            return None
        head, _, answer = body.partition(b"\n\n")
        expected, output, *lines = head.decode("utf-8", "surrogateescape").split("\n")
        inputs: dict[str, list[str]] = {kind: [] for kind in KINDS}
        for line in lines:
            kind, _, name = line.partition(" ")
            inputs[kind].append(name)
        now = _digest(root, question, output, inputs)
        return answer if now == expected and _site_stands(root, output) else None
    except (OSError, ValueError, KeyError):
        return None


def remember(root: str, question: str, output: str, answer: bytes, started: int, inputs: Inputs) -> None:
    """Keep the answer of a build that began at `started` (`time.time_ns()`) and has just published.

    A file that is not there counts as that. Nothing is kept if an input changed since the start.
    """
    kept = {kind: sorted(set(inputs.get(kind, ()))) for kind in KINDS}
    if any("\n" in name for name in (output, *chain.from_iterable(kept.values()))):
        return
    try:
        lines = [_digest(root, question, output, kept), output]
        if _newest(root, kept) >= started - TICK:
            return
        lines += [f"{kind} {name}" for kind, names in kept.items() for name in names]
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
    files += [f"{git}/HEAD", f"{git}/index"]
    files += [f"{common}/{name}" for name in ("packed-refs", "reftable/tables.list", "shallow", "config")]
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


def _digest(root: str, question: str, output: str, inputs: Mapping[str, list[str]]) -> str:
    parts = [code_digest(), question, output]
    for name in inputs["env"]:
        parts.append(f"{name}={os.environ.get(name)!r}")
    for name in inputs["program"]:
        parts.append(_program(root, name))
    for path in inputs["file"]:
        parts.append(os.path.realpath(os.path.join(root, path)))
    digest = sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
    for path in _every(root, inputs):
        digest.update(b"\0" + path.encode("utf-8", "surrogateescape") + b"\0")
        digest.update(_content(os.path.join(root, path)))
    return digest.hexdigest()


def _content(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b"absent"
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        return sha256(file.read()).digest()


def _program(root: str, name: str) -> str:
    """Where a command's name leads along the PATH that runs are given: our Python's folder comes first."""
    folders = [os.path.dirname(sys.executable), *os.environ.get("PATH", os.defpath).split(os.pathsep)]
    for place in [os.path.join(root, name)] if "/" in name else [f"{folder}/{name}" for folder in folders]:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            status = os.stat(place)
            return f"{os.path.realpath(place)} {status.st_size} {status.st_mtime_ns}"
    return f"{name} missing"


def _every(root: str, inputs: Mapping[str, list[str]]) -> list[str]:
    found = set(inputs["file"])
    for kind in ("folder", "demos"):
        for folder in inputs[kind]:
            _below(root, folder, kind == "demos", found)
    return sorted(found)


def _below(root: str, folder: str, demos: bool, found: set[str]) -> None:
    try:
        entries = os.scandir(os.path.join(root, folder))
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            name = entry.name
            inside = entry.is_dir(follow_symlinks=False)
            if (inside and (name in _LEFT_BY_TOOLS or name.endswith("_cache"))) if demos else name[0] == ".":
                continue
            if inside:
                _below(root, f"{folder}/{name}", demos, found)
            else:
                found.add(f"{folder}/{name}")


def _newest(root: str, inputs: Mapping[str, list[str]]) -> int:
    """The newest change among the inputs, in nanoseconds."""
    newest = 0
    for path in _every(root, inputs):
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
