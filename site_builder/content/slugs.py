"""Heading texts → ids: lower case, words joined by hyphens, accents kept, a number for a repeated one."""

from __future__ import annotations

from unicodedata import category, normalize


def slug_of(text: str) -> str:
    """`L’hôte décide` → `l-hôte-décide`; a text without words → `section`."""
    lowered = normalize("NFC", text).lower()
    kept = "".join(character if _is_word(character) else " " for character in lowered)
    return "-".join(kept.split()).lstrip("_-") or "section"


class Ids:
    """The ids of one page, each given once."""

    def __init__(self, explicit: frozenset[str] = frozenset()) -> None:
        self._taken = set(explicit)
        self._numbers: dict[str, int] = {}  # the last number that a slug was given

    def give_id(self, id: str, text: str) -> str:
        """`id` if it is still free, else one made from `text`."""
        if id in self._taken:
            return self.give(text)
        self._taken.add(id)
        return id

    def give(self, text: str) -> str:
        wanted = slug_of(text)
        given, number = wanted, self._numbers.get(wanted, 1)
        while given in self._taken:
            number += 1
            given = f"{wanted}-{number}"
        self._numbers[wanted] = number
        self._taken.add(given)
        return given


def is_reserved(id: str) -> bool:
    """The theme's own ids begin with a low line, so that no heading can take one."""
    return id.startswith("_")


def _is_word(character: str) -> bool:
    """Letters, digits and the marks that belong to letters, as Indic vowel signs do."""
    return character.isalnum() or character == "_" or category(character)[0] == "M"
