"""Pages written in a test, read as the tool reads them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from site_builder.config import Config
from site_builder.content.translation import parse_translation
from site_builder.model import HeadingId, LinkTarget, Problem, Prose, Translation

STRINGS = {
    "permalink": "Link to {title}",
    "note": "Note",
    "tip": "Tip",
    "important": "Important",
    "warning": "Warning",
    "caution": "Caution",
    "task-done": "done",
    "task-open": "open",
    "footnotes": "Footnotes",
    "footnote-back": "Back",
}
CONFIG = Config(languages=("fr", "en"), title={"fr": "A", "en": "B"})


def read(
    body: str | bytes,
    path: str = "content/page.en.md",
    config: Config = CONFIG,
    strings: Mapping[str, str] = STRINGS,
) -> Translation:
    """The page as it is written, front matter included."""
    return parse_translation(path, body if isinstance(body, bytes) else body.encode(), config, strings)


def read_body(body: str, lang: str = "en", config: Config = CONFIG) -> Translation:
    """A page with a title of one line before `body`, which so begins in line 4."""
    return read(f"---\ntitle: T\n---\n{body}", f"content/page.{lang}.md", config)


def html_of(translation: Translation) -> str:
    """The page's HTML; a hole is written as ⟦what it asks for⟧."""
    return "".join(_piece(block, translation) for block in translation.blocks)


def _piece(block: object, translation: Translation) -> str:
    match block:
        case Prose(html=html):
            return html
        case HeadingId(index=index):
            return translation.headings[index].id
        case LinkTarget(target=target):
            return f"⟦{target}⟧"
        case Problem(message=message):
            return f"⟦problem: {escape(message, quote=False)}⟧"
        case _:
            return f"⟦{type(block).__name__}⟧"


def problems_of(translation: Translation) -> list[Problem]:
    """All of a page's problems, those that stand in the place of a block included."""
    return [*translation.problems, *(block for block in translation.blocks if isinstance(block, Problem))]


def said(translation: Translation) -> list[tuple[int | None, str, str]]:
    return [(one.where.line, one.code, one.message) for one in problems_of(translation)]
