"""What an author writes in ```` ```{transcript} ````, `{contract}` and `{sources}` → requests, or problems.

Names are only read here; whether a demo or a run exists is for the page that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias, cast

from site_builder.model import (
    ContractRequest,
    LineRange,
    Problem,
    SourcesRequest,
    TranscriptRequest,
    Where,
)
from site_builder.transcripts.reading import nearest

Options: TypeAlias = Sequence[tuple[str, str, int]]  # name, value, line
View: TypeAlias = Literal["console", "protocol", "both"]

TRANSCRIPT_OPTIONS = ("view", "frames", "lines")
CONTRACT_OPTIONS = ("tool",)
VIEWS = ("console", "protocol", "both")
_RANGE = re.compile(r"([0-9]+)(?:\s*[-–]\s*([0-9]+))?")


def read_transcript(where: Where, argument: str, options: Options) -> TranscriptRequest | tuple[Problem, ...]:
    """`Demo/run` with `:view:`, `:frames: 1-6` and `:lines: 1-20`."""
    problems = _unknown(where, "transcript", options, TRANSCRIPT_OPTIONS)
    demo, _, run = argument.strip().partition("/")
    if not demo or not run or "/" in run:
        problems.append(_bad_argument(where, argument, "Demo/run", "name a demo and one of its runs"))
    values = {name: (value.strip(), line) for name, value, line in options}
    view: View | None = None
    if "view" in values:
        text, line = values["view"]
        if text in VIEWS:
            view = cast("View", text)
        else:
            message = f"`:view:` is console, protocol or both, not `{text}`"
            problems.append(_bad_option(where, line, message, nearest(text, VIEWS)))
    frames = _range(where, "frames", values, problems)
    lines = _range(where, "lines", values, problems)
    request = TranscriptRequest(where=where, demo=demo, run=run, view=view, frames=frames, lines=lines)
    return tuple(problems) or request


def read_contract(where: Where, argument: str, options: Options) -> ContractRequest | tuple[Problem, ...]:
    """`Demo`, or `Demo/run`, with `:tool: NAME`."""
    problems = _unknown(where, "contract", options, CONTRACT_OPTIONS)
    demo, slash, run = argument.strip().partition("/")
    if not demo or "/" in run or (slash and not run):
        problems.append(_bad_argument(where, argument, "Demo", "name a demo, or `Demo/run`"))
    tool: str | None = None
    for _, value, line in options:
        tool = value.strip()
        if not tool:
            problems.append(_bad_option(where, line, "`:tool:` names no tool", "write `:tool: NAME`"))
    return tuple(problems) or ContractRequest(where=where, demo=demo, run=run or None, tool=tool)


def read_sources(where: Where, argument: str, options: Options) -> SourcesRequest | tuple[Problem, ...]:
    """`Demo`; there is nothing to choose."""
    problems = _unknown(where, "sources", options, ())
    demo = argument.strip()
    if not demo or "/" in demo:
        problems.append(_bad_argument(where, argument, "Demo", "name a demo"))
    return tuple(problems) or SourcesRequest(where=where, demo=demo)


def _unknown(where: Where, directive: str, options: Options, known: tuple[str, ...]) -> list[Problem]:
    problems: list[Problem] = []
    seen: set[str] = set()
    for name, _, line in options:
        if name not in known:
            help = nearest(name, known) or "it takes no option"
            problems.append(_bad_option(where, line, f"`{directive}` has no option `{name}`", help))
        elif name in seen:
            problems.append(_bad_option(where, line, f"`:{name}:` is given twice", "keep one of them"))
        seen.add(name)
    return problems


def _range(
    where: Where, name: str, values: dict[str, tuple[str, int]], problems: list[Problem]
) -> LineRange | None:
    if name not in values:
        return None
    text, line = values[name]
    match = _RANGE.fullmatch(text)
    if match is not None and len(text) < 24:
        first = int(match[1])
        last = int(match[2] or match[1])
        if 1 <= first <= last:
            return LineRange(first=first, last=last)
    message = f"`:{name}:` is a range of whole numbers from 1, not `{text}`"
    problems.append(_bad_option(where, line, message, f"write `:{name}: 1-6`"))
    return None


def _bad_option(where: Where, line: int, message: str, help: str) -> Problem:
    place = Where(path=where.path, line=line)
    return Problem(where=place, code="option-unknown", message=message, help=help)


def _bad_argument(where: Where, argument: str, form: str, help: str) -> Problem:
    message = (
        f"`{argument.strip()}` is not of the form `{form}`" if argument.strip() else f"`{form}` is missing"
    )
    return Problem(where=where, code="option-unknown", message=message, help=help)
