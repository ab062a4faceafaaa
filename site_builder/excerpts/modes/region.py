"""`:region:`: the lines between markers as editors know them.

Markers are comment lines `region NAME` … `endregion`, with or without `#`, in the comment styles below;
C#'s and Visual Basic's directives and `#pragma region` among them. Marker lines are never shown, also those
of regions inside, but they count as lines. Blank lines at the region's edges are trimmed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from site_builder.excerpts.modes.outcome import Unresolved, listed, nearest
from site_builder.excerpts.source import SourceText, is_blank
from site_builder.model import LineRange, RegionAddress, value

# What opens a comment: HTML, C, ML, Haskell, Jinja, Pascal, SQL, Lisp, TeX, Basic, batch, shell.
# `--`, `'` and `{` must not be the start of an option, of a string or of a placeholder.
OPEN = r"(?:<!--|\{\{!--|/\*+|\(\*|\{-|\{#|\{(?=\$)|//+|--(?=[ \t#])|;+|%+|'(?=[ \t#])|::|@?rem\b|#+)?"
CLOSE = r"(?:--\}\}|-->|\*+/|\*\)|-\}|#\}|\})?"
MARKER = re.compile(
    rf"^[ \t]*{OPEN}[ \t]*[#$]?(?:pragma[ \t]+)?"
    rf"(?:(?P<end>end[ \t]?region)|region)\b(?P<name>[^\n]*?)[ \t]*{CLOSE}[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
BARE = re.compile(r"^[ \t]*(?:end[ \t]?)?region\b", re.IGNORECASE)  # without any comment sign: prose or code


@value
class Marker:
    line: int
    end: bool
    name: str


@value
class Region:
    name: str
    opened: int
    closed: int | None


def resolve(address: RegionAddress, source: SourceText) -> tuple[LineRange, ...] | Unresolved:
    markers, regions = _read(source.text)
    named = [region for region in regions if region.name == address.name]
    if not named:
        known = sorted({region.name for region in regions if region.name})
        advice = nearest(address.name, known) or _known(known)
        return Unresolved(message=f"has no region `{address.name}`", help=advice)
    if len(named) > 1:
        lines = tuple(region.opened for region in named)
        return Unresolved(
            message=f"has the region `{address.name}` {len(named)} times: {listed(lines)}",
            help="give each region a name of its own",
            lines=lines,
        )
    return _content(named[0], markers, source)


def _known(names: list[str]) -> str:
    if not names:
        return "the file has no named regions; mark one with `region NAME` and `endregion` in comments"
    return f"its regions are {', '.join(f'`{name}`' for name in names[:8])}"


def _content(
    region: Region, markers: tuple[Marker, ...], source: SourceText
) -> tuple[LineRange, ...] | Unresolved:
    if region.closed is None:
        return Unresolved(
            message=f"opens the region `{region.name}` at L{region.opened} and never closes it",
            help="write `endregion` after its last line",
            lines=(region.opened,),
        )
    inner = {marker.line for marker in markers}
    between = [line for line in range(region.opened + 1, region.closed) if line not in inner]
    filled = [index for index, line in enumerate(between) if not is_blank(_line(source, line))]
    shown = between[filled[0] : filled[-1] + 1] if filled else []
    if not shown:
        return Unresolved(
            message=f"has nothing between the markers of `{region.name}`",
            help="put the markers around the lines to show",
            lines=(region.opened, region.closed),
        )
    return tuple(_runs(shown))


def _line(source: SourceText, number: int) -> str:
    return source.slice(LineRange(first=number, last=number))[:-1]


def _runs(numbers: Iterable[int]) -> Iterable[LineRange]:
    """Ascending numbers as ranges of neighbours."""
    first = last = 0
    for number in numbers:
        if number != last + 1 and last:
            yield LineRange(first=first, last=last)
        if number != last + 1:
            first = number
        last = number
    yield LineRange(first=first, last=last)


@lru_cache(maxsize=512)
def _read(text: str) -> tuple[tuple[Marker, ...], tuple[Region, ...]]:
    markers = tuple(_markers(text))
    return markers, tuple(_pair(markers))


def _markers(text: str) -> Iterable[Marker]:
    line, counted = 1, 0
    for found in MARKER.finditer(text):
        if BARE.match(found[0]):
            continue
        line += text.count("\n", counted, found.start())
        counted = found.start()
        yield Marker(line=line, end=found["end"] is not None, name=found["name"].strip(" \t:\"'"))


def _pair(markers: tuple[Marker, ...]) -> Iterable[Region]:
    """An end with a name closes the region of that name, one without closes the innermost."""
    opened: dict[int, Marker] = {}  # by line
    innermost: list[int] = []  # lines of all that were opened, some of them closed by name since
    named: dict[str, list[int]] = defaultdict(list)
    for marker in markers:
        if not marker.end:
            opened[marker.line] = marker
            innermost.append(marker.line)
            named[marker.name].append(marker.line)
            continue
        while innermost and innermost[-1] not in opened:
            innermost.pop()
        lines = named.get(marker.name) or (named[opened[innermost[-1]].name] if innermost else [])
        if lines:
            partner = opened.pop(lines.pop())
            yield Region(name=partner.name, opened=partner.line, closed=marker.line)
    for marker in opened.values():
        yield Region(name=marker.name, opened=marker.line, closed=None)
