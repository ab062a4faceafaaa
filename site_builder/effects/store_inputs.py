"""What a build reads, by content: kinds and names → one digest, and one for each page.

Pages stand apart, for an edited page is the commonest change. Nothing here imports more than the interpreter
has loaded already: a build with nothing to do depends on it.
"""
# Nothing loads pathlib on this path.
# ruff: noqa: PTH100, PTH113, PTH116, PTH118, PTH120

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256

from site_builder.effects.store_listing import read_file

# `file`: content, and where its links lead. `content`: everything below, but names that begin with a dot;
# what ends with `.md` is a page. `folder`: the same without pages. `demos`: everything below, but what tools
# leave there. `env`: a variable. `program`: which file a command's name stands for, its size and time.
KINDS = ("file", "content", "folder", "demos", "env", "program")
Inputs = Mapping[str, Iterable[str]]  # kind → names; relative paths start at the project
Pages = dict[str, str]  # path → digest

_LEFT_BY_TOOLS = frozenset((".git", ".hg", ".venv", "node_modules", "__pycache__"))


def digest_inputs(
    root: str, inputs: Mapping[str, list[str]], *, with_pages: bool = True
) -> tuple[str, Pages]:
    """Raises OSError for what is neither a file nor absent."""
    parts = [f"{name}={os.environ.get(name)!r}" for name in inputs["env"]]
    parts += [_program(root, name) for name in inputs["program"]]
    parts += [os.path.realpath(os.path.join(root, path)) for path in inputs["file"]]
    digest = sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
    pages: Pages = {}
    for path in _every(root, inputs):
        if _is_page(path, inputs):
            pages[path] = _content(os.path.join(root, path)) if with_pages else ""
        else:
            line = f"\0{path}\0{_content(os.path.join(root, path))}"
            digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest(), pages


def _is_page(path: str, inputs: Mapping[str, list[str]]) -> bool:
    return path.endswith(".md") and any(path.startswith(f"{folder}/") for folder in inputs["content"])


def newest_change(root: str, inputs: Mapping[str, list[str]]) -> int:
    """The newest change among the inputs besides the pages, in nanoseconds."""
    newest = 0
    for path in _every(root, inputs):
        try:
            status = os.stat(os.path.join(root, path))
        except OSError:
            continue
        if not _is_page(path, inputs):
            newest = max(newest, status.st_mtime_ns, status.st_ctime_ns)
    return newest


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
        return read_file(path).decode("utf-8", "surrogateescape")
    except OSError:
        return ""


def _content(path: str) -> str:
    try:
        return sha256(read_file(path)).hexdigest()
    except OSError:
        return "absent" if not os.path.lexists(path) else "no file that can be read"


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
    for kind in ("content", "folder", "demos"):
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
