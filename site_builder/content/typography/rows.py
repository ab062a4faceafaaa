"""What each language asks of prose: one row a language, found by its tag or the nearest shorter tag.

French: « Lexique des règles typographiques en usage à l’Imprimerie nationale » (no-break space before a
colon and inside guillemets, narrow one before ; ! ?). A language without a row is left as it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache

from site_builder.model import value

NO_BREAK = "\u00a0"
NARROW = "\u202f"


@value
class Row:
    before: Mapping[str, str] = field(default_factory=dict)  # mark → the space before it; empty: none
    guillemets: str | None = None  # the space inside « »; empty: none; None: as written
    quotes: tuple[str, str] | None = None  # what a pair of straight double quotes becomes
    apostrophe: bool = False  # a straight one inside a word becomes ’
    first_day: str = ""  # of a month, in dates; empty: a plain number


_FRENCH_MARKS = {":": NO_BREAK, ";": NARROW, "!": NARROW, "?": NARROW}

ROWS: Mapping[str, Row] = {
    "cs": Row(quotes=("„", "“"), apostrophe=True),
    "de": Row(quotes=("„", "“"), apostrophe=True),
    "de-ch": Row(quotes=("«", "»"), apostrophe=True),
    "fi": Row(quotes=("”", "”"), apostrophe=True),
    "fr": Row(before=_FRENCH_MARKS, guillemets=NO_BREAK, apostrophe=True, first_day="1er"),
    "fr-ca": Row(before={":": NO_BREAK}, guillemets=NO_BREAK, apostrophe=True, first_day="1er"),
    "fr-ch": Row(before=dict.fromkeys(":;!?", NARROW), guillemets=NARROW, apostrophe=True, first_day="1er"),
    "hu": Row(quotes=("„", "”"), apostrophe=True),
    "pl": Row(quotes=("„", "”"), apostrophe=True),
    "ro": Row(quotes=("„", "”"), apostrophe=True),
    "sk": Row(quotes=("„", "“"), apostrophe=True),
    "sv": Row(quotes=("”", "”"), apostrophe=True),
}


@cache
def row_of(lang: str) -> Row | None:
    """The row of `fr-BE` is that of `fr`."""
    parts = lang.lower().split("-")
    for end in range(len(parts), 0, -1):
        if (row := ROWS.get("-".join(parts[:end]))) is not None:
            return row
    return None
