"""Apply a language's row: text → edits, each the new text for one character.

An edit never spans two characters, so that a sentence cut up by bold words, links and code can be judged
as one text and set piece by piece. What stands for code, an image or a value is `OBJECT`, a word that
nothing changes. Setting a text twice gives what setting it once gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from site_builder.content.typography.rows import Row, row_of

OBJECT = "\ufffc"

_SPACES = " \t\n\u00a0\u2009\u202f"
# Addresses, paths, `:name:` and `&name;` are nobody's prose: a mark inside them is not punctuation.
_ADDRESS = (
    r"[A-Za-z][A-Za-z0-9+.-]*://[^\s<>«»\"“”\ufffc]+"
    r"|(?<!\w)(?:www\.|mailto:)[^\s<>«»\"“”\ufffc]+"
    r"|[\w.+-]+@[\w-]+\.[\w.-]+\w"
    r"|(?<!\w)[A-Za-z]:[\\/][^\s<>«»\"“”\ufffc]*"
    r"|(?<![\w:]):[\w+-]+:(?!:)"
    r"|&\#?\w+;"
)
_AFTER_COLON = '«“„"\ufffc'
_AFTER_MARK = ")]}»”’\"'…,.—–«“/\ufffc"
_BEFORE_INSERTED = ")]}»”’\"'…%°*\ufffc"


def set_type(text: str, lang: str) -> str:
    """Plain text, set for `lang`."""
    edits = find_edits(text, lang)
    if not edits:
        return text
    characters = list(text)
    for index, new in edits.items():
        characters[index] = new
    return "".join(characters)


def needs_setting(text: str, lang: str) -> bool:
    """Whether `text` holds anything that a rule of `lang` looks at; cheap, and true too often."""
    trigger = _trigger(lang)
    return trigger is not None and trigger.search(text) is not None


def find_edits(text: str, lang: str) -> Mapping[int, str]:
    """Index of a character → what stands in its place; an empty text removes it."""
    row = row_of(lang)
    if row is None or not needs_setting(text, lang):
        return {}
    edits: dict[int, str] = {}
    for found in _finder(lang).finditer(text):
        match found.lastgroup:
            case "marks":
                edits |= _mark(found, text, row)
            case "opening":
                edits |= _opening(found, text, row)
            case "closing":
                edits |= _closing(found, text, row)
            case "apostrophe":
                edits[found.start()] = "’"
    if row.quotes is not None and '"' in text:
        edits |= _quotes(text, row.quotes)
    return edits


@cache
def _trigger(lang: str) -> re.Pattern[str] | None:
    row = row_of(lang)
    if row is None:
        return None
    wanted = "".join(row.before) + ("«»" if row.guillemets is not None else "")
    wanted += ("'" if row.apostrophe else "") + ('"' if row.quotes else "")
    return re.compile(f"[{re.escape(wanted)}]")


@cache
def _finder(lang: str) -> re.Pattern[str]:
    row = row_of(lang) or Row()
    branches = [f"(?P<address>{_ADDRESS})"]
    if row.before:
        branches.append(f"[{_SPACES}]*(?!:[\\w+-]+:)(?P<marks>[{re.escape(''.join(row.before))}]+)")
    if row.guillemets is not None:
        branches += [f"(?P<opening>«)[{_SPACES}]*", f"[{_SPACES}]*(?P<closing>»)"]
    if row.apostrophe:
        branches.append(r"(?<=[^\W\d_])(?P<apostrophe>')(?=[\w«“„\ufffc])")
    return re.compile("|".join(branches))


def _mark(found: re.Match[str], text: str, row: Row) -> dict[int, str]:
    marks, start, at = found["marks"], found.start(), found.start("marks")
    if start == 0 or text[start - 1] == "«" or (":" in marks and len(marks) > 1):
        return {}
    after = text[found.end() : found.end() + 1]
    allowed = _AFTER_MARK if marks[0] in "!?" else _AFTER_COLON + ("»”" if marks[0] == ";" else "")
    if after and not after.isspace() and after not in allowed:
        return {}
    space = row.before[marks[0]]
    if at > start:
        return {} if text[start - 1].isspace() else _respace(start, at, space)
    before = text[start - 1]
    if (before.isalnum() or before in _BEFORE_INSERTED) and after != OBJECT:
        return {at: space + marks[0]}
    return {}


def _opening(found: re.Match[str], text: str, row: Row) -> dict[int, str]:
    at, end, space = found.start(), found.end(), row.guillemets or ""
    if end == len(text) == at + 1 or text[end : end + 1] == "»":
        return {}
    return _respace(at + 1, end, space) if end > at + 1 else {at: "«" + space}


def _closing(found: re.Match[str], text: str, row: Row) -> dict[int, str]:
    start, at, space = found.start(), found.start("closing"), row.guillemets or ""
    if start == 0 or text[start - 1] == "«" or (at == start and text[start - 1].isspace()):
        return {}
    return _respace(start, at, space) if at > start else {at: space + "»"}


def _respace(start: int, end: int, space: str) -> dict[int, str]:
    """Make the white space from `start` to `end` one `space`."""
    return {start: space} | dict.fromkeys(range(start + 1, end), "")


def _quotes(text: str, pair: tuple[str, str]) -> dict[int, str]:
    """Pair straight quotes; where one of them fits no pair, all stay straight (inches, code-like text)."""
    places = [index for index, character in enumerate(text) if character == '"']
    opens = [_opens(text, index) for index in places]
    if len(places) % 2 or opens != [True, False] * (len(places) // 2):
        return {}
    return {index: pair[0] if first else pair[1] for index, first in zip(places, opens, strict=True)}


def _opens(text: str, index: int) -> bool | None:
    before, after = text[index - 1 : index] if index else "", text[index + 1 : index + 2]
    if (not before or before.isspace() or before in "([{–—-/„“«") and after and not after.isspace():
        return True
    return False if before and not before.isspace() else None
