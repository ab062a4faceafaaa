"""`RESULTS.md` is shared: each program writes its own sections and keeps those of the others."""

from __future__ import annotations

import re
from pathlib import Path


def put_section(path: Path, heading: str, text: str) -> None:
    """Replace the section of that name, or append it."""
    before = path.read_text(encoding="utf-8") if path.exists() else "# Results\n"
    section = f"## {heading}\n\n{text}\n"
    after, times = _section(heading).subn(lambda _: section, before)
    path.write_text(after if times else f"{before.rstrip()}\n\n{section}", encoding="utf-8")


def kept(path: Path, *headings: str) -> str:
    """The sections of those names as they stand, for a program that writes the rest of the file anew."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = (_section(heading).search(text) for heading in headings)
    return "".join(f"\n{one[0].rstrip()}\n" for one in found if one)


def _section(heading: str) -> re.Pattern[str]:
    return re.compile(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
