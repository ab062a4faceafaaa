"""Print problems in the format that was asked for: the one place where a report meets a stream."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TextIO, cast

from site_builder.effects.regular import read_regular
from site_builder.effects.tops import find_top
from site_builder.model import Problem
from site_builder.report.context import Context

FORMATS = ("text", "json", "github", "sarif")
_Renderer = Callable[[Sequence[Problem], Context], str]


def render_report(
    problems: Iterable[Problem],
    *,
    verb: str,
    root: Path,
    report_format: str,
    counts: Mapping[str, int],
    colors: bool,
) -> str:
    """Weighed problems in one of the formats."""
    context = Context(command=verb, counts=counts, line=_line_of(root), prefix=_prefix(root), colors=colors)
    render = cast(_Renderer, import_module(f"site_builder.report.{report_format}").render)
    return render(tuple(problems), context)


def print_report(
    problems: Iterable[Problem],
    *,
    verb: str,
    root: Path,
    report_format: str,
    counts: Mapping[str, int],
    out: TextIO,
) -> None:
    """The same, written to `out`, whatever characters it can take."""
    colors = wants_colors(out)
    write(
        render_report(
            problems, verb=verb, root=root, report_format=report_format, counts=counts, colors=colors
        ),
        out,
    )


def write(text: str, out: TextIO) -> None:
    """Write `text`; what the stream's encoding lacks is spelled out instead of ending the program."""
    encoding = out.encoding or "utf-8"
    out.write(text.encode(encoding, "backslashreplace").decode(encoding))
    out.flush()


def wants_colors(out: TextIO) -> bool:
    """NO_COLOR wins (no-color.org), then FORCE_COLOR, then whether a person looks."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR", "")
    if forced:
        return forced != "0"
    return out.isatty() and os.environ.get("TERM") != "dumb"


def _line_of(root: Path) -> Callable[[str, int], str | None]:
    @cache
    def lines(path: str) -> tuple[str, ...]:
        data = read_regular(root / path) if path and "\0" not in path else None
        text = (data or b"").decode("utf-8", "replace").removeprefix("\ufeff")
        return tuple(text.replace("\r\n", "\n").split("\n"))

    def line(path: str, number: int) -> str | None:
        found = lines(path)
        return found[number - 1] if 0 < number <= len(found) else None

    return line


def _prefix(root: Path) -> str:
    """From the repository's top to the project, for forges that count from the top."""
    top, folder = find_top(root), root.resolve()
    return f"{folder.relative_to(top).as_posix()}/" if top and top != folder else ""
