"""Globs of a demo and the tracked files below its folder → the demo's project files, in the globs' order."""

from __future__ import annotations

import re
from collections.abc import Iterable


def matching(globs: Iterable[str], paths: Iterable[str]) -> tuple[str, ...]:
    """`*` and `?` stay inside a folder, `**` crosses folders; each path once, sorted within its glob."""
    ordered = sorted(paths)
    found: dict[str, None] = {}
    for glob in globs:
        pattern = _pattern(glob)
        found.update((path, None) for path in ordered if pattern.fullmatch(path))
    return tuple(found)


def _pattern(glob: str) -> re.Pattern[str]:
    parts: list[str] = []
    for token in re.findall(r"\*\*/|\*\*|\*|\?|\[[^\]]+\]|.", glob.removeprefix("./")):
        match token:
            case "**/":
                parts.append("(?:.*/)?")
            case "**":
                parts.append(".*")
            case "*":
                parts.append("[^/]*")
            case "?":
                parts.append("[^/]")
            case _ if len(token) > 1:
                no, members = ("^", token[2:-1]) if token[1] == "!" else ("", token[1:-1])
                parts.append(f"[{no}{re.escape(members).replace(chr(92) + '-', '-')}]")
            case _:
                parts.append(re.escape(token))
    return re.compile("".join(parts), re.DOTALL)
