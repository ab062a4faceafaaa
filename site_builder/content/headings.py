"""Heading ids of a translation: its original's by position, so that the language switch keeps the place."""

from __future__ import annotations

from site_builder.content.slugs import Ids
from site_builder.model import Heading, Page, Translation


def inherited_ids(page: Page, lang: str, default_language: str) -> tuple[str, ...]:
    """One id a heading of the translation in `lang`.

    An explicit id wins; where the structures differ, every heading has its own.
    """
    own = page.translations[lang].headings
    original = page.translations.get(default_language) or next(iter(page.translations.values()))
    if original.lang == lang or not same_structure(own, original.headings):
        return tuple(heading.id for heading in own)
    explicit = frozenset(heading.id for heading in own if heading.explicit)
    ids = Ids(explicit)
    wanted = zip(own, original.headings, strict=True)
    return tuple(
        heading.id if heading.explicit else ids.give_id(theirs.id, heading.text) for heading, theirs in wanted
    )


def same_structure(one: tuple[Heading, ...], other: tuple[Heading, ...]) -> bool:
    return [heading.level for heading in one] == [heading.level for heading in other]


def heading_index(translation: Translation, id: str) -> int | None:
    """Which heading has `id` as its own."""
    return next((n for n, heading in enumerate(translation.headings) if heading.id == id), None)
