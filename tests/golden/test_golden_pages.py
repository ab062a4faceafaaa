"""Whole pages, and the sequence of HTML and holes that they become; `GOLDEN=write pytest` writes it anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reading import problems_of, read
from site_builder.model import HeadingId, LinkTarget, Prose, Translation

FOLDER = Path(__file__).parent / "pages"


def written(translation: Translation) -> str:
    """One block a line: HTML as it is, holes as Python writes their values, without their places."""
    lines = [f"url {translation.url}", f"title {translation.title}", f"lead {translation.lead}"]
    lines += [f"heading {one.level} {one.id} {one.line} {one.html}" for one in translation.headings]
    lines += [f"section {one.line} {one.words} {one.numbers}" for one in translation.sections]
    lines += [f"container {kind} {line}" for kind, line in translation.containers]
    for block in translation.blocks:
        match block:
            case Prose(html=html):
                lines.append(html)
            case HeadingId(index=index):
                lines.append(f"⟦heading {index}⟧")
            case LinkTarget(kind=kind, target=target):
                lines.append(f"⟦{kind} {target}⟧")
            case _:
                lines.append(f"⟦{block!r}⟧")
    return "\n".join(lines).replace("\u00a0", "⍽").replace("\u202f", "⎵") + "\n"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.name)
def test_a_page_becomes_what_was_reviewed(path: Path) -> None:
    translation = read(path.read_bytes(), f"content/{path.name}")
    assert problems_of(translation) == []
    expected = path.with_suffix(".expected")
    if os.environ.get("GOLDEN") == "write":
        expected.write_text(written(translation), "utf-8")
    assert written(translation) == expected.read_text("utf-8")
