"""Language codes → what Babel knows of them: script, direction, names, dates, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Literal

from markupsafe import Markup

from site_builder.content.typography.rows import row_of

if TYPE_CHECKING:
    from babel import Locale

# Scripts of living languages that run from right to left (Unicode Standard Annex 9).
_LEFTWARD = frozenset(
    {"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"}
)


@cache
def locale_of(language: str) -> Locale | None:
    """The nearest that is known: extensions and private parts of a tag say nothing that is shown."""
    from babel import Locale, UnknownLocaleError

    for tag in lineage(language):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def lineage(language: str) -> tuple[str, ...]:
    """A tag, then the shorter ones that it belongs to: `zh-Hant-TW`, `zh-Hant`, `zh`."""
    parts = language.split("-")
    return tuple("-".join(parts[:end]) for end in range(len(parts), 0, -1))


@cache
def script(language: str) -> str:
    """`Arab`: as the tag says, else as most readers of the language write it; empty where nobody knows."""
    from babel.core import get_global

    parts = language.split("-")
    if _is_script("".join(parts[1:2])):  # later parts of four letters are no scripts
        return parts[1].title()
    likely, region = get_global("likely_subtags"), "".join(parts[1:2]).upper()
    full = likely.get(f"{parts[0].lower()}_{region}") or likely.get(parts[0].lower(), "")
    return next((part for part in full.split("_")[1:] if _is_script(part)), "")


def _is_script(part: str) -> bool:
    return len(part) == 4 and part.isalpha()


@cache
def direction(language: str) -> Literal["ltr", "rtl"]:
    return "rtl" if script(language) in _LEFTWARD else "ltr"


@cache
def language_name(language: str, within: str | None = None) -> str:
    """`Français` by itself; `français`, as a sentence of the language `within` writes it."""
    locale = locale_of(language)
    if locale is None:
        return language
    name = locale.get_display_name(locale_of(within) if within else None)
    if not name or name == str(locale):  # Babel knows no name: the tag says more than a capital would
        return language
    return name if within else name[:1].upper() + name[1:]


def show_date(day: date, language: str) -> str:
    from babel.dates import format_date

    text = format_date(day, "long", locale=locale_of(language) or "root")
    row = row_of(language)
    # Babel's data know no ordinals.
    return re.sub(r"\b1\b", row.first_day, text, count=1) if row and row.first_day and day.day == 1 else text


def show_list(items: Sequence[str], language: str) -> str:
    from babel.lists import format_list

    return format_list(items, locale=locale_of(language) or "root")


def spoken(text: str, written_in: str, language: str) -> str:
    """A text for a page in `language`; one in another language says so of itself."""
    if written_in == language or not text:
        return text
    return Markup('<span lang="{}" dir="{}">{}</span>').format(written_in, direction(written_in), text)
