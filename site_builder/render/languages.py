"""Language codes → what Babel knows of them: direction, names, dates, lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from babel import Locale


@cache
def _locale(language: str) -> Locale | None:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


@cache
def direction(language: str) -> Literal["ltr", "rtl"]:
    locale = _locale(language)
    return "rtl" if locale is not None and locale.text_direction == "rtl" else "ltr"


@cache
def language_name(language: str, within: str | None = None) -> str:
    """`Français` by itself; `français`, as a sentence of the language `within` writes it."""
    locale = _locale(language)
    if locale is None:
        return language
    name = locale.get_display_name(within.replace("-", "_") if within else None) or language
    return name if within else name[:1].upper() + name[1:]


def show_date(day: date, language: str) -> str:
    from babel.dates import format_date

    return format_date(day, "long", locale=_locale(language) or "root")


def show_list(items: Sequence[str], language: str) -> str:
    from babel.lists import format_list

    return format_list(items, locale=_locale(language) or "root")
