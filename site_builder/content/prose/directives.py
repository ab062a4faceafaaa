"""Directives by name: a fence → the hole it asks for, a container, or the problems that stand in its place.

`DIRECTIVES` is the whole list. A new one is a row here and a reader of its options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from site_builder.content.markdown.fences import CONTAINERS, MARKER, Options, read_options
from site_builder.content.nearest import suggest
from site_builder.content.prose.code_sample import read_sample
from site_builder.content.prose.flat import write_flat
from site_builder.content.prose.writer import PageWriter
from site_builder.excerpts.options import read_excerpt
from site_builder.model import CodeSample, Problem, Request, Where
from site_builder.transcripts.options import read_contract, read_sources, read_transcript

Found: TypeAlias = Sequence[tuple[str, str, int]]  # name, value, line of the file
Read: TypeAlias = Callable[[PageWriter, Where, str, Found], Request | tuple[Problem, ...]]


def _excerpt(writer: PageWriter, where: Where, argument: str, found: Found) -> Request | tuple[Problem, ...]:
    lines = {given: line for _, given, line in found}

    def inline(text: str) -> str:
        return write_flat(writer, text, lines.get(text, where.line or 1))

    return read_excerpt(where, argument, found, inline)


REQUESTS: Mapping[str, Read] = {
    "excerpt": _excerpt,
    "transcript": lambda _, where, argument, found: read_transcript(where, argument, found),
    "contract": lambda _, where, argument, found: read_contract(where, argument, found),
    "sources": lambda _, where, argument, found: read_sources(where, argument, found),
}
DIRECTIVES = ("code", *sorted(CONTAINERS), *REQUESTS)


def write_leaf(writer: PageWriter, info: str, inside: str, line: int) -> None:
    """A directive without blocks inside: the fence's info and its lines, the first below `line`."""
    named = MARKER.match(info)
    name, argument = (named[1], named[2]) if named else ("", info.strip())
    where, options = writer.fence(line), read_options(inside)
    if named is None or name not in DIRECTIVES:
        _unknown(writer, where, name if named else argument, named is not None)
        return
    found = _absolute(options, line)
    problems: list[Problem] = []
    made: CodeSample | Request | tuple[Problem, ...]
    if name == "code":
        made = read_sample(writer, where, argument, found, options.body)
    else:
        problems += _body(writer, name, options, line)
        made = REQUESTS[name](writer, where, argument, found)
    if isinstance(made, tuple):
        problems += made
    for problem in problems:
        writer.pieces.hole(problem)
    if not problems and not isinstance(made, tuple):
        writer.pieces.hole(made)


def check_options(writer: PageWriter, name: str, inside: str, line: int) -> Options:
    """A container has no option; what it holds begins after what looks like one."""
    options = read_options(inside)
    for option, _, number in _absolute(options, line):
        writer.refuse(
            writer.where(number),
            "option-unknown",
            f"`{{{name}}}` has no option `{option}`",
            "leave a blank line above if this is text",
        )
    return options


def _absolute(options: Options, line: int) -> Found:
    return [(name, given, line + 1 + number) for name, given, number in options.found]


def _body(writer: PageWriter, name: str, options: Options, line: int) -> Sequence[Problem]:
    """A line that is no option would be lost without a word, and a mistyped option with it."""
    for number, text in enumerate(options.body.split("\n")):
        if text.strip():
            return [
                Problem(
                    where=writer.where(line + 1 + options.lines + number),
                    code="option-unknown",
                    message=f"`{text.strip()[:60]}` is no option of `{{{name}}}`",
                    help="write options as `:name: value`; the directive holds no text",
                )
            ]
    return []


def _unknown(writer: PageWriter, where: Where, name: str, marked: bool) -> None:
    if not marked:
        word = name.split()[0] if name.split() else name
        known = word.strip("{}") in DIRECTIVES
        help = f"write `:::{{{word.strip('{}')}}}`" if known else suggest(word, DIRECTIVES)
        writer.refuse(where, "directive-unknown", f"`:::{name[:60]}` names no directive in braces", help)
        return
    message = f"`{{{name}}}` is no directive" if name else "the fence names no directive in its braces"
    writer.refuse(where, "directive-unknown", message, suggest(name, DIRECTIVES))
