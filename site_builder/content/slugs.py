"""Heading texts → ids: lower case, words joined by hyphens, accents kept, a number for a repeated one."""

from __future__ import annotations

import re
from unicodedata import category, normalize

# Ids that pages use for themselves; a heading that would take one gets a number.
_RESERVED = re.compile(
    r"main|toc|search|(?:adm|ex|fig|fn|fnref|frame|note|seq|tabs|tr|msg|tool)-[\w-]*\d[\w-]*"
)


def slug_of(text: str) -> str:
    """`L’hôte décide` → `l-hôte-décide`; a text without words → `section`."""
    lowered = normalize("NFC", text).lower()
    kept = "".join(character if _is_word(character) else " " for character in lowered)
    return "-".join(kept.split()) or "section"


class Ids:
    """The ids of one page, each given once."""

    def __init__(self, explicit: frozenset[str] = frozenset()) -> None:
        self._taken = set(explicit)

    def give_id(self, id: str, text: str) -> str:
        """`id` if it is still free, else one made from `text`."""
        if id in self._taken:
            return self.give(text)
        self._taken.add(id)
        return id

    def give(self, text: str) -> str:
        wanted = slug_of(text)
        given, number = wanted, 1
        while given in self._taken or is_reserved(given):
            number += 1
            given = f"{wanted}-{number}"
        self._taken.add(given)
        return given


def is_reserved(id: str) -> bool:
    return _RESERVED.fullmatch(id) is not None


def _is_word(character: str) -> bool:
    """Letters, digits and the marks that belong to letters, as Indic vowel signs do."""
    return character.isalnum() or character == "_" or category(character)[0] == "M"
