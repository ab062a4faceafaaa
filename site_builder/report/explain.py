"""The page about one code: `sitemaf explain CODE` prints it, SARIF carries it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "explanations"


@cache
def explanation(code: str) -> str:
    """Markdown: what the problem means, why it matters, how to mend it, an example."""
    return (FOLDER / f"{code}.md").read_text(encoding="utf-8")
