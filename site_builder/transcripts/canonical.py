"""JSON values ↔ text: one reading that keeps what JSON keeps, one writing made for reviews.

Written text breaks lines only where a value would not fit, escapes what a terminal or a reader could
mistake (control characters, bidirectional marks, lone surrogates), and is the same on every machine.
"""

from __future__ import annotations

import json
import re
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

WIDTH = 100
_UNSAFE = re.compile("[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


_HALF = re.compile("[\ud800-\udfff]")
_MAYBE_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


_MARKS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
DEEPEST = 200  # levels; whoever writes or shows JSON descends as deep as it is nested


class NotJson(Exception):
    """The text is no JSON."""


def read_json(text: str, deepest: int = DEEPEST) -> Json:
    """Raises NotJson, also for nan, infinities and nesting beyond what can be read.

    Half a character (`\\ud800` alone) stays as it was spelled: no text can hold it.
    """
    try:
        if _is_deeper(text, deepest):
            raise NotJson(f"it is nested more than {deepest} levels deep")
        found: Json = json.loads(text, parse_constant=_refuse)
        return _whole(found) if _MAYBE_HALF.search(text) else found
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None


def _is_deeper(text: str, deepest: int) -> bool:
    if text.count("[") + text.count("{") <= deepest:
        return False
    depth = 0
    for mark in _MARKS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark[0], 0)
        if depth > deepest:
            return True
    return False


def _whole(found: Json) -> Json:
    match found:
        case str():
            return _HALF.sub(lambda half: f"\\u{ord(half.group()):04x}", found)
        case list():
            return [_whole(item) for item in found]
        case dict():
            return {str(_whole(key)): _whole(item) for key, item in found.items()}
        case _:
            return found


def one_line(found: object) -> str:
    """`{"a": 1, "b": [2, 3]}`: on one line, readable."""
    return _safe(json.dumps(found, ensure_ascii=False))


def indented(found: object) -> str:
    """Indented by two, keys in the order in which they came."""
    return _safe(json.dumps(found, ensure_ascii=False, indent=2))


def laid_out(found: object) -> str:
    """Indented by two, keys sorted: what a diff compares, since the order of keys says nothing."""
    return _safe(json.dumps(found, ensure_ascii=False, indent=2, sort_keys=True))


def sorted_text(found: object) -> str:
    """Equal for values that differ in the order of keys alone, different for all others (1 and 1.0 too)."""
    return json.dumps(found, ensure_ascii=False, sort_keys=True)


def written(found: Json, indent: int = 0, room: int = WIDTH) -> str:
    """As `one_line` where that fits into `room`, else one member a line."""
    flat = one_line(found)
    if len(flat) + indent <= room or not isinstance(found, dict | list) or not found:
        return flat
    inner = " " * (indent + 2)
    if isinstance(found, dict):
        items = [f"{one_line(key)}: {written(item, indent + 2, room)}" for key, item in found.items()]
    else:
        items = [written(item, indent + 2, room) for item in found]
    opening, closing = ("{", "}") if isinstance(found, dict) else ("[", "]")
    body = ",\n".join(inner + item for item in items)
    return f"{opening}\n{body}\n{' ' * indent}{closing}"


def _safe(text: str) -> str:
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is no JSON value")
