"""One pin of the lock: its keys as text → `Pin`, or the key that is wrong and why."""

from __future__ import annotations

import re
from collections.abc import Mapping

from site_builder.excerpts.address import parse_address, parse_lines, print_address, print_ranges
from site_builder.model import LineRange, LinesAddress, Pin, value

PIN_KEYS = ("path", "address", "lines", "commit", "blob", "sha256", "first", "last")
STEP = r"(?!\.{0,2}(?:/|$))[^\0/]+"  # neither empty nor `.` nor `..`
PATH = re.compile(rf"{STEP}(?:/{STEP})*", re.DOTALL)
OBJECT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)
SIMPLE = re.compile(r"L([1-9][0-9]{0,8})-L([1-9][0-9]{0,8})", re.ASCII)


@value
class Refused:
    key: str
    message: str


def read_pin(fields: Mapping[str, str]) -> Pin | Refused:
    """`fields` has every one of `PIN_KEYS`."""
    path = fields["path"]
    if not PATH.fullmatch(path):
        return Refused(key="path", message=f"`{path}` is no path from the top of the repository")
    ranges = _ranges(fields["address"], fields["lines"])
    if isinstance(ranges, Refused):
        return ranges
    for key, form in (("commit", OBJECT), ("blob", OBJECT), ("sha256", SHA256)):
        if not form.fullmatch(fields[key]):
            return Refused(key=key, message=f"`{fields[key]}` is no {key} id")
    for key in ("first", "last"):
        if "\n" in fields[key] or "\0" in fields[key]:
            return Refused(key=key, message=f"`{key}` is no single line of text")
    return Pin(
        repo_path=path,
        address=fields["address"],
        ranges=ranges,
        commit=fields["commit"],
        blob=fields["blob"],
        sha256=fields["sha256"],
        first=fields["first"],
        last=fields["last"],
    )


def _ranges(address: str, lines: str) -> tuple[LineRange, ...] | Refused:
    """The pinned lines; those of an address by lines are the address itself."""
    simple = SIMPLE.fullmatch(lines) if address == lines else None
    if simple and (first := int(simple[1])) < (last := int(simple[2])):
        return (LineRange(first=first, last=last),)
    parsed, read = parse_address(address), parse_lines(lines)
    if isinstance(parsed, str):
        return Refused(key="address", message=parsed)
    if print_address(parsed) != address:
        return Refused(key="address", message=f"`{address}` is written `{print_address(parsed)}`")
    if isinstance(read, str) or print_ranges(read.ranges) != lines:
        return Refused(key="lines", message=f"`{lines}` are no lines as `accept` writes them")
    if isinstance(parsed, LinesAddress) and parsed.ranges != read.ranges:
        message = f"`{lines}` are other lines than those of the address `{address}`"
        return Refused(key="lines", message=message)
    return read.ranges
