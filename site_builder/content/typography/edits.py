"""Apply a language's row: text → edits, each the new text for one character.

An edit never spans two characters, so that a sentence cut up by bold words, links and code can be judged
as one text and set piece by piece. What stands for code, an image or a value is `OBJECT`, a word that
nothing changes. Setting a text twice gives what setting it once gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from site_builder.content.typography.rows import Row, row_of

OBJECT = "\ufffc"

_SPACES = " \t\n\u00a0\u2009\u202f"
# Addresses, paths, `:name:` and `&name;` are nobody's prose: a mark inside them is not punctuation.
_ADDRESS = re.compile(
    r"(?<![\w+.-])[A-Za-z][A-Za-z0-9+.-]*://[^\s<>«»\"“”\ufffc]+"
    r"|(?<!\w)(?:www\.|mailto:)[^\s<>«»\"“”\ufffc]+"
    r"|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+\w"
    r"|(?<!\w)[A-Za-z]:[\\/][^\s<>«»\"“”\ufffc]*"
    r"|(?<![\w:]):[\w+-]+:(?!:)"
    r"|&\#?\w+;"
)
_TIGHT = re.compile(r":[\w+/\\-]")  # a colon that no space follows: only then is there an address with one
_AFTER_COLON = '«“„"\ufffc'
_AFTER_MARK = ")]}»”’\"'…,.—–«“/\ufffc"
_BEFORE_INSERTED = ")]}»”’\"'…%°*\ufffc"


def set_type(text: str, lang: str) -> str:
    """Plain text, set for `lang`."""
    edits = find_edits(text, lang)
    return apply(text, sorted(edits.items())) if edits else text


def apply(text: str, edits: Iterable[tuple[int, str]], start: int = 0) -> str:
    """`text` with its edits, in order; `start` is the index of its first character."""
    parts: list[str] = []
    end = 0
    for index, new in edits:
        parts.append(text[end : index - start])
        parts.append(new)
        end = index - start + 1
    parts.append(text[end:])
    return "".join(parts)


def find_edits(text: str, lang: str) -> Mapping[int, str]:
    """Index of a character → what stands in its place; an empty text removes it."""
    marks, row = _marks(lang), row_of(lang)
    if marks is None or row is None:
        return {}
    edits: dict[int, str] = {}
    addresses: list[tuple[int, int]] | None = None
    for found in marks.finditer(text):
        if addresses is None:
            addresses = _addresses(text)
        at = found.start()
        mark = text[at]
        if addresses and any(start <= at < end for start, end in addresses):
            continue
        if mark == "'":  # by far the most frequent in French
            if _is_apostrophe(text, at):
                edits[at] = "’"
        elif mark in row.before:
            edits.update(_mark(text, at, found[0], row))
        elif mark == "«":
            edits.update(_opening(text, at, row))
        elif mark == "»":
            edits.update(_closing(text, at, row))
    if row.quotes is not None and '"' in text:
        edits.update(_quotes(text, row.quotes))
    return edits


@cache
def _marks(lang: str) -> re.Pattern[str] | None:
    """Everything that a rule of the language looks at; runs of punctuation are one."""
    row = row_of(lang)
    if row is None:
        return None
    single = ("«»" if row.guillemets is not None else "") + ("'" if row.apostrophe else "")
    single += '"' if row.quotes else ""
    runs = [f"[{re.escape(''.join(row.before))}]+"] if row.before else []
    return re.compile("|".join([*runs, *([f"[{single}]"] if single else [])]))


def _addresses(text: str) -> list[tuple[int, int]]:
    if _TIGHT.search(text) or "@" in text or "&" in text or "www." in text:
        return [found.span() for found in _ADDRESS.finditer(text)]
    return []


def _mark(text: str, at: int, marks: str, row: Row) -> dict[int, str]:
    start, end = _spaces_before(text, at), at + len(marks)
    if start == 0 or text[start - 1] == "«" or (":" in marks and len(marks) > 1):
        return {}
    after = text[end : end + 1]
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


def _opening(text: str, at: int, row: Row) -> dict[int, str]:
    end, space = at + 1, row.guillemets or ""
    while end < len(text) and text[end] in _SPACES:
        end += 1
    if end == len(text) == at + 1 or text[end : end + 1] == "»":
        return {}
    return _respace(at + 1, end, space) if end > at + 1 else {at: "«" + space}


def _closing(text: str, at: int, row: Row) -> dict[int, str]:
    start, space = _spaces_before(text, at), row.guillemets or ""
    if start == 0 or text[start - 1] == "«":
        return {}
    return _respace(start, at, space) if at > start else {at: space + "»"}


def _is_apostrophe(text: str, at: int) -> bool:
    after = text[at + 1 : at + 2]
    return text[at - 1 : at].isalpha() and (after.isalnum() or (after != "" and after in "_«“„\ufffc"))


def _spaces_before(text: str, at: int) -> int:
    while at > 0 and text[at - 1] in _SPACES:
        at -= 1
    return at


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
