"""A regular expression → the ASCII characters that a match can begin with; rather too many than one too few.

What is not understood can begin with any. Characters beyond ASCII are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

try:  # the parser of `re`: it has no public name, so whatever is new or odd about it means `EVERY`
    from re import _parser  # type: ignore[attr-defined]
except ImportError:  # pragma: no cover
    _parser = None

EVERY = frozenset(map(chr, range(128)))
_LETTERS = frozenset(filter(str.isalpha, EVERY))
_CATEGORIES = {
    f"CATEGORY_{name}": frozenset(
        sign for sign in EVERY if re.match(category, sign) or re.match(category, sign, re.ASCII)
    )
    for name, category in (
        ("DIGIT", r"\d"),
        ("NOT_DIGIT", r"\D"),
        ("SPACE", r"\s"),
        ("NOT_SPACE", r"\S"),
        ("WORD", r"\w"),
        ("NOT_WORD", r"\W"),
    )
}
_LOOKS = frozenset({"AT", "ASSERT", "ASSERT_NOT"})  # they take no character
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})


def openings(pattern: re.Pattern[str]) -> frozenset[str]:
    """An expression that can match nothing at all begins with any character."""
    if _parser is None:  # pragma: no cover
        return EVERY
    try:
        signs, empty = _of_sequence(_parser.parse(pattern.pattern, pattern.flags), pattern.flags)
    except (re.error, TypeError, ValueError, AttributeError, KeyError, RecursionError):
        return EVERY
    return EVERY if empty else signs


def _of_sequence(parts: Iterable[Any], flags: int) -> tuple[frozenset[str], bool]:
    """The signs, and whether all of it may take no character."""
    signs: frozenset[str] = frozenset()
    for operation, argument in parts:
        more, empty = _of_part(str(operation), operation, argument, flags)
        signs |= more
        if not empty:
            return signs, False
    return signs, True


def _of_part(name: str, operation: object, argument: Any, flags: int) -> tuple[frozenset[str], bool]:
    if name in _LOOKS:
        return frozenset(), True
    if name in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
        return _singles(name, argument, flags), False
    if name == "BRANCH":
        found = [_of_sequence(one, flags) for one in argument[1]]
        return frozenset().union(*(signs for signs, _ in found)), any(empty for _, empty in found)
    if name == "SUBPATTERN":
        _, on, off, inside = argument
        return _of_sequence(inside, flags & ~off | on)
    if name == "ATOMIC_GROUP":
        return _of_sequence(argument, flags)
    if name in _REPEATS:
        least, _, inside = argument
        signs, empty = _of_sequence(inside, flags)
        return signs, empty or least == 0
    return EVERY, True


def _singles(name: str, argument: Any, flags: int) -> frozenset[str]:
    if name == "ANY":
        return EVERY if flags & re.DOTALL else EVERY - {"\n"}
    if name == "IN":
        negated = bool(argument) and str(argument[0][0]) == "NEGATE"
        parts = argument[negated:]
    else:
        negated, parts = name == "NOT_LITERAL", [("LITERAL", argument)]
    signs = {sign for part in parts for sign in _members(str(part[0]), part[1])}
    if flags & re.IGNORECASE:
        if negated:
            return EVERY  # some sign may be outside the set in one case and inside in the other
        signs |= {other for sign in signs for other in (sign.lower(), sign.upper())}
        # A few letters beyond ASCII are the other case of one of its letters.
        if any(_leaves_ascii(str(part[0]), part[1]) for part in parts):
            signs |= _LETTERS
    return EVERY - signs if negated else EVERY & signs


def _members(name: str, argument: Any) -> Iterable[str]:
    match name:
        case "LITERAL":
            return chr(argument) if argument < 128 else ""
        case "RANGE":
            return map(chr, range(argument[0], min(argument[1], 127) + 1))
        case _:
            return _CATEGORIES[str(argument)]


def _leaves_ascii(name: str, argument: Any) -> bool:
    return (name == "LITERAL" and argument > 127) or (name == "RANGE" and argument[1] > 127)
