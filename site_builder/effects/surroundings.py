"""What a run is given of this machine (environment), and what of it must never be seen (normaliser)."""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from site_builder.effects.patterns import settle_in_time
from site_builder.model import Run
from site_builder.transcripts.normalize import Normalizer

ALLOWED = ("PATH", "HOME")
FIXED = {
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "COLUMNS": "80",
    "NO_COLOR": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",  # the demo's folder holds sources
}
# Names of accounts that say nothing about a person, and that are words of many programs.
IMPERSONAL = frozenset(
    (
        "admin",
        "administrator",
        "app",
        "build",
        "builder",
        "ci",
        "coder",
        "debian",
        "dev",
        "developer",
        "docker",
        "gitlab",
        "home",
        "jenkins",
        "node",
        "nobody",
        "root",
        "runner",
        "runneradmin",
        "server",
        "test",
        "ubuntu",
        "user",
        "vagrant",
        "vscode",
        "www",
        "www-data",
    )
)
# A value that says nothing is no secret, and replacing it everywhere would destroy the text.
SHORTEST_SECRET = 4
PLAIN_VALUES = frozenset(
    ("true", "false", "none", "null", "auto", "always", "never", "info", "debug", "warn")
)


def environment(run: Run, scratch: Path) -> Mapping[str, str]:
    """The whole environment of a run: nothing is inherited but what is named here or in `demo.toml`."""
    found = {name: os.environ[name] for name in ALLOWED if name in os.environ}
    found["PATH"] = os.pathsep.join(
        dict.fromkeys((str(Path(sys.executable).parent), found.get("PATH", os.defpath)))
    )
    passed = {name: os.environ[name] for name in run.env_passed if name in os.environ}
    return {**found, "TMPDIR": str(scratch / "tmp"), **FIXED, **passed, **run.env_fixed}


def normalizer(run: Run, root: Path, scratch: Path) -> Normalizer:
    """The rules for all that a run says: this machine's paths, this user, the secrets, the author's own."""
    literals: dict[str, str] = {}
    for name in run.env_passed:
        for secret in _secrets(os.environ.get(name, "")):
            literals.setdefault(secret, name)
    for path, name in _paths(root, scratch):
        if len(path) > 1:
            literals.setdefault(path, name)
    user = os.environ.get("LOGNAME") or os.environ.get("USER") or _account()
    words = {} if len(user) < 3 or user.lower() in IMPERSONAL else {user: "USER"}
    return Normalizer(literals, words, run.normalize, settle_in_time)


def _secrets(text: str) -> list[str]:
    """The value, and each of its lines, since transcripts are read line by line."""
    parts = [text, *(line.strip() for line in text.splitlines())]
    return [part for part in parts if len(part) >= SHORTEST_SECRET and part.lower() not in PLAIN_VALUES]


def _paths(root: Path, scratch: Path) -> list[tuple[str, str]]:
    home = os.environ.get("HOME") or os.path.expanduser("~")  # noqa: PTH111 - must not fail without a home
    named: list[tuple[Path, str]] = [
        (scratch / "server.py", "SERVER"),
        (scratch / "tmp", "TMP"),
        (scratch, "TMP"),
        (root, "PROJECT"),
        (Path(sys.executable), "PYTHON"),
        *((path, "PYTHON") for path in _libraries()),
        (Path(home), "HOME"),
    ]
    found: list[tuple[str, str]] = []
    for path, name in named:
        found += [(str(path), name), (os.path.realpath(path), name)]
    shared = tempfile.gettempdir()
    if shared != "/tmp":  # a folder of this machine alone; `/tmp` itself is written in programs and pages
        found += [(shared, "TMP"), (os.path.realpath(shared), "TMP")]
    return found


def _libraries() -> Iterator[Path]:
    """Where Python and the packages lie, as a traceback names them: no two machines agree on that."""
    for name in ("purelib", "platlib", "stdlib", "platstdlib"):
        yield Path(sysconfig.get_path(name))
    if sys.prefix != sys.base_prefix:  # a virtual environment; else it may be `/usr`, which is no Python
        yield Path(sys.prefix)


def _account() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return ""
