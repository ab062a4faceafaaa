"""`sitemaf.lock`: bytes → `Lock`, or every place where it is not one; `Lock` → bytes made for review.

One block a pin, sorted, one key a line: a diff of the lock reads like a list of what changed. A file in
exactly the form that `write_lock` gives it is read line by line; any other TOML by the parser, then checked
the same way. A lock in the middle of a merge says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from site_builder.excerpts.address import print_ranges
from site_builder.excerpts.lockpins import PIN_KEYS, Refused, read_pin
from site_builder.model import Lock, Pin, Problem, Where

VERSION = 1
HEAD = f"""\
# What this site's pages may claim: excerpts and values as accepted, translations as reviewed.
# Written by `sitemaf accept`; review its changes, and let `sitemaf accept` make them.
version = {VERSION}
"""
CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$", re.MULTILINE)
TOKEN = r"\"(?:[^\"\\\x00-\x1f\x7f]|\\.)*\"|'[^'\x00-\x1f\x7f]*'"
BLOCK = re.compile(r"\n\[\[pin\]\]\n" + "".join(rf"{key} = ({TOKEN})\n" for key in PIN_KEYS))
ROW = re.compile(rf"({TOKEN}) = ({TOKEN})\n")
# Characters that TOML forbids in strings, and those that would deceive a reviewer.
ESCAPED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def write_lock(lock: Lock) -> bytes:
    """The same lock gives the same bytes, whatever the order it was made in."""
    parts = [HEAD]
    for name, table in (("values", lock.values), ("reviews", lock.reviews)):
        if table:
            rows = (f"{_string(key)} = {_string(text)}\n" for key, text in sorted(table.items()))
            parts.append(f"\n[{name}]\n{''.join(rows)}")
    parts.extend(_block(pin) for pin in sorted(lock.pins.values(), key=_order))
    return "".join(parts).encode()


def _order(pin: Pin) -> tuple[str, tuple[tuple[int, int], ...], str]:
    """By path, then by place in the file."""
    return pin.repo_path, tuple((lines.first, lines.last) for lines in pin.ranges), pin.address


def _block(pin: Pin) -> str:
    fields = (
        pin.repo_path,
        pin.address,
        print_ranges(pin.ranges),
        pin.commit,
        pin.blob,
        pin.sha256,
        pin.first,
        pin.last,
    )
    rows = (f"{key} = {_string(text)}\n" for key, text in zip(PIN_KEYS, fields, strict=True))
    return f"\n[[pin]]\n{''.join(rows)}"


def _string(text: str) -> str:
    """A literal string where that spares the reviewer escapes, else a basic one."""
    if ("\\" in text or '"' in text) and "'" not in text and not ESCAPED.search(text):
        return f"'{text}'"
    return ESCAPED.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def read_lock(data: bytes, path: str) -> Lock | tuple[Problem, ...]:
    try:
        text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        return (_problem(path, data.count(b"\n", 0, error.start) + 1, "the lock is no UTF-8 text"),)
    if conflict := CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        help = (
            "keep either side of each conflict, remove the marker lines and commit the merge; "
            "`sitemaf accept` renews what no longer fits"
        )
        return (_problem(path, line, f"the lock holds a merge conflict: `{conflict[0]}`", help),)
    if lock := _read_own_form(text):
        return lock
    from site_builder.excerpts.locktoml import read_toml_lock

    return read_toml_lock(text, path)


def _problem(path: str, line: int, message: str, help: str = "restore it from git") -> Problem:
    return Problem(where=Where(path=path, line=line), code="config", message=message, help=help)


def _read_own_form(text: str) -> Lock | None:
    """The lock as `write_lock` made it; None where anything differs, for the parser to say what."""
    if not text.startswith(HEAD):
        return None
    tables: dict[str, Mapping[str, str]] = {"values": {}, "reviews": {}}
    at = len(HEAD)
    for name in tables:
        if text.startswith(head := f"\n[{name}]\n", at):
            rows, at = _matches(ROW, text, at + len(head))
            tables[name] = {_value(key): _value(text) for key, text in rows}
            if len(tables[name]) != len(rows):
                return None
    blocks, end = _matches(BLOCK, text, at)
    line = text.count("\n", 0, at) + 2
    pins: dict[tuple[str, str], Pin] = {}
    for block in blocks:
        pin = read_pin(dict(zip(PIN_KEYS, map(_value, block), strict=True)))
        if isinstance(pin, Refused):
            return None
        pins[pin.repo_path, pin.address] = pin
    if end != len(text) or len(pins) != len(blocks):
        return None
    places = {key: line + index * (len(PIN_KEYS) + 2) for index, key in enumerate(pins)}
    return Lock(pins=pins, values=tables["values"], reviews=tables["reviews"], places=places)


def _matches(pattern: re.Pattern[str], text: str, at: int) -> tuple[list[tuple[str, ...]], int]:
    """Consecutive matches from `at`, and where they end."""
    found: list[tuple[str, ...]] = []
    while match := pattern.match(text, at):
        found.append(match.groups())
        at = match.end()
    return found, at


def _value(token: str) -> str:
    if token[0] == "'" or "\\" not in token:
        return token[1:-1]
    try:
        return str(json.loads(token))
    except ValueError:  # an escape that TOML has and JSON has not: the parser reads it
        return "\0"
