"""A lock in any form of TOML: text → `Lock`, or what is wrong with it, each with its line.

Reached when somebody else than `accept` wrote the file, so it is read to the letter: every key known, every
key there, no pin twice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping

from site_builder.excerpts.lockfile import VERSION
from site_builder.excerpts.lockpins import PIN_KEYS, Refused, read_pin
from site_builder.excerpts.modes.outcome import nearest
from site_builder.model import Lock, Pin, Problem, Where

TOML_PLACE = re.compile(
    r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$"
)
PIN_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*pin[ \t]*\]\]", re.MULTILINE)
TABLES = ("values", "reviews")
RESTORE = "restore it from git, then let `sitemaf accept` make the change"


def read_toml_lock(text: str, path: str) -> Lock | tuple[Problem, ...]:
    try:
        document: Mapping[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (_syntax(str(error), text, path),)
    except RecursionError:
        return (_at(path, 1, "the lock is nested too deeply"),)
    except ValueError:  # TOML knows no end of digits, Python does
        return (_at(path, 1, "the lock holds a number of too many digits"),)
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        return (_version(version, text, path),)
    problems = list(_stray_keys(document, text, path))
    for name in TABLES:
        problems.extend(_table_problems(name, document.get(name, {}), text, path))
    pins, places, pin_problems = _pins(document.get("pin", []), text, path)
    problems.extend(pin_problems)
    if problems:
        return tuple(problems)
    values, reviews = (_texts(document.get(name, {})) for name in TABLES)
    return Lock(pins=pins, values=values, reviews=reviews, places=places)


def _at(path: str, line: int | None, message: str, help: str = RESTORE) -> Problem:
    return Problem(where=Where(path=path, line=line), code="config", message=message, help=help)


def _syntax(error: str, text: str, path: str) -> Problem:
    place = TOML_PLACE.match(error)
    what = (place["what"] if place else error).rstrip(".")
    line = int(place["line"]) if place and place["line"] else text.count("\n") + 1
    return _at(path, line, f"the lock is no TOML: {what[:1].lower()}{what[1:]}")


def _version(version: object, text: str, path: str) -> Problem:
    line = _line_of("version", text, 0, len(text))
    if version is None:
        return _at(path, line or 1, "the lock does not say its version")
    if isinstance(version, int) and version > VERSION:
        message = f"the lock is of version {version}; this sitemaf reads version {VERSION}"
        return _at(path, line, message, "install a newer sitemaf")
    return _at(path, line, f"`{version}` is no version of a lock that this sitemaf reads")


def _stray_keys(document: Mapping[str, object], text: str, path: str) -> Iterator[Problem]:
    known = ("version", "pin", *TABLES)
    for key in document:
        if key not in known:
            line = _line_of(key, text, 0, len(text)) or _header_line(key, text)
            yield _at(path, line, f"`{key}` is no key of the lock", nearest(key, known) or RESTORE)


def _table_problems(name: str, table: object, text: str, path: str) -> Iterator[Problem]:
    if not isinstance(table, dict):
        yield _at(path, _line_of(name, text, 0, len(text)), f"`{name}` is no table")
        return
    for key, entry in table.items():
        if not isinstance(entry, str):
            line = _line_of(key, text, 0, len(text)) or _header_line(name, text)
            yield _at(path, line, f"`{key}` in `[{name}]` is no text")


def _texts(table: object) -> Mapping[str, str]:
    """Checked before: a table of texts."""
    entries = table if isinstance(table, dict) else {}
    return {str(key): str(text) for key, text in entries.items()}


def _pins(
    blocks: object, text: str, path: str
) -> tuple[dict[tuple[str, str], Pin], dict[tuple[str, str], int], list[Problem]]:
    pins: dict[tuple[str, str], Pin] = {}
    places: dict[tuple[str, str], int] = {}
    problems: list[Problem] = []
    if not isinstance(blocks, list):
        return pins, places, [_at(path, _line_of("pin", text, 0, len(text)), "`pin` is no list of pins")]
    for block, (start, end) in zip(blocks, _spans(text, len(blocks)), strict=True):
        line = text.count("\n", 0, start) + 1
        read = _pin(block)
        if isinstance(read, Refused):
            problems.append(_at(path, _line_of(read.key, text, start, end) or line, read.message))
            continue
        key = read.repo_path, read.address
        if key in pins:
            first = places[key]
            message = f"`{key[0]}#{key[1]}` is pinned twice: here and in line {first}"
            problems.append(_at(path, line, message, "keep one of the two blocks, then run `sitemaf verify`"))
            continue
        pins[key], places[key] = read, line
    return pins, places, problems


def _spans(text: str, count: int) -> list[tuple[int, int]]:
    """Where each pin's block stands; the whole file for each where they are written in another way."""
    starts = [header.start() for header in PIN_HEADER.finditer(text)]
    if len(starts) != count:
        return [(0, len(text))] * count
    return list(zip(starts, [*starts[1:], len(text)], strict=False))


def _pin(block: object) -> Pin | Refused:
    if not isinstance(block, dict):
        return Refused(key="pin", message="a pin is a table")
    for key in block:
        if key not in PIN_KEYS:
            return Refused(key=str(key), message=f"`{key}` is no key of a pin")
    for key in PIN_KEYS:
        if not isinstance(block.get(key), str):
            lack = "is no text" if key in block else "is missing"
            return Refused(key=key, message=f"the pin's `{key}` {lack}")
    return read_pin({key: str(block[key]) for key in PIN_KEYS})


def _line_of(key: str, text: str, start: int, end: int) -> int | None:
    """The line between two offsets at which `key` gets its value."""
    pattern = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", re.MULTILINE)
    found = pattern.search(text, start, end)
    return text.count("\n", 0, found.start()) + 1 if found else None


def _header_line(name: str, text: str) -> int | None:
    found = re.search(rf"^[ \t]*\[+[ \t]*[\"']?{re.escape(name)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else None
