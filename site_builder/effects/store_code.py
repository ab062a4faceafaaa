"""Which sitemaf this is: a digest that changes with its code, its theme, Python, and every dependency.

In: the installed files. Out: a text. What is kept from an earlier build is only good for the same sitemaf; a
version number alone would lie while sitemaf itself is being worked on.
"""
# Nothing loads pathlib on this path.
# ruff: noqa: PTH100, PTH118, PTH120, PTH112, PTH208

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import sha256

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ENDINGS = (".py", ".html", ".css", ".toml", ".md", ".svg", ".txt", ".xml", ".js", ".json")


@cache
def code_digest() -> str:
    """Sizes and times of our own files, names and versions of the packages beside them, Python's version."""
    digest = sha256(sys.version.encode())
    for folder in (_PACKAGE, os.path.join(os.path.dirname(_PACKAGE), "templates")):
        for line in _files(folder):
            digest.update(line.encode("utf-8", "surrogateescape"))
    for place in sys.path:
        if place.endswith("-packages") and os.path.isdir(place):
            names = sorted(name for name in os.listdir(place) if name.endswith(".dist-info"))
            digest.update("\0".join(names).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(folder: str) -> list[str]:
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        found += _files(entry.path)
                elif entry.name.endswith(_ENDINGS):
                    status = entry.stat()
                    found.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}\n")
    except OSError:
        return []
    return sorted(found)
