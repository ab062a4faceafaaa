"""A run → everything on this machine that it depends on, by name, as text: the `inputs` of its key."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from site_builder.effects.surroundings import environment
from site_builder.model import Demo, Run

# Folders that hold no sources: installed packages, version control, what interpreters and tools leave behind.
PASSED_OVER = frozenset((".git", ".hg", ".venv", "node_modules", "__pycache__"))
ACCEPTED = "transcripts"  # what `accept` writes there is a result of runs, not an input


def read_inputs(demo: Demo, run: Run, root: Path) -> Mapping[str, str]:
    """Files of the demo's folder, the environment, and what is known of the programs' versions."""
    folder = root / demo.folder
    inputs = {f"file {path}": _digest(folder / path) for path in demo_files(folder)}
    scratch = Path("/")  # the same for every run, so that no key depends on a temporary name
    inputs |= {f"env {name}": text for name, text in environment(run, scratch).items()}
    inputs["python"] = f"{sys.executable} {sys.version}"
    inputs["system"] = " ".join((os.uname().sysname, os.uname().machine))
    inputs["packages"] = _packages()
    inputs |= {f"own {name}": _digest(Path(__file__).with_name(name)) for name in ("probe.py", "recorder.py")}
    search = inputs["env PATH"]
    for command in (run.command or (), run.server or ()):
        if command and command[0] != "{python}":
            inputs[f"program {command[0]}"] = _program(command[0], folder, search)
    return inputs


def demo_files(folder: Path) -> Iterator[str]:
    """Paths of the demo's own files, sorted, relative to its folder; links are not followed."""
    for name, _ in sorted(_walk(folder, "")):
        yield name


def snapshot(folder: Path) -> Mapping[str, tuple[int, int]]:
    """Path → size and time of change, of every file in the demo's folder."""
    return {name: (found.st_size, found.st_mtime_ns) for name, found in _walk(folder, "")}


def _walk(folder: Path, prefix: str) -> Iterator[tuple[str, os.stat_result]]:
    """What vanishes while we look is passed over."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if not _is_passed_over(entry.name, top=not prefix):
                yield from _walk(Path(entry.path), f"{prefix}{entry.name}/")
        else:
            with contextlib.suppress(OSError):
                yield prefix + entry.name, entry.stat(follow_symlinks=False)


def _is_passed_over(name: str, top: bool) -> bool:
    return name in PASSED_OVER or name.endswith("_cache") or (top and name == ACCEPTED)


def _digest(path: Path) -> str:
    try:
        if path.is_symlink():
            return f"link to {os.readlink(path)}"  # noqa: PTH115 - the text of the link, unresolved
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"unreadable: {error.errno}"


def _program(name: str, folder: Path, search: str) -> str:
    """Which file a name stands for, and its size and time: an upgraded program is another one."""
    found = shutil.which(str(folder / name) if "/" in name else name, path=search)
    if found is None:
        return "missing"
    status = Path(found).stat()
    return f"{os.path.realpath(found)} {status.st_size} {status.st_mtime_ns}"


def _packages() -> str:
    """Every package that the interpreter sees, sitemaf among them, by name and version."""
    folders = [folder for folder in map(Path, sys.path) if folder.is_dir()]
    names = {
        entry.name for folder in folders for entry in os.scandir(folder) if entry.name.endswith(".dist-info")
    }
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()
