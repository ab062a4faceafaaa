"""Fenced code that is no excerpt: (argument, options, body) → `CodeSample`, or problems."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.content.nearest import suggest
from site_builder.content.prose.flat import write_flat
from site_builder.content.prose.writer import PageWriter
from site_builder.excerpts.address import parse_lines
from site_builder.model import CodeSample, Problem, Where

OPTIONS = ("highlight", "caption")


def plain_sample(where: Where, info: str, text: str) -> CodeSample:
    """A fence without a directive: the first word of its info names the language."""
    words = info.split()
    return CodeSample(where=where, text=text.removesuffix("\n"), language=words[0] if words else "")


def read_sample(
    writer: PageWriter, where: Where, argument: str, options: Sequence[tuple[str, str, int]], body: str
) -> CodeSample | tuple[Problem, ...]:
    """`{code} python` with `:highlight: 2-3` (lines of the sample) and `:caption:`."""
    problems: list[Problem] = []
    caption, highlighted = "", frozenset[int]()
    text = body.removesuffix("\n")
    for index, (name, given, line) in enumerate(options):
        at = Where(path=where.path, line=line)
        if name in [one for one, _, _ in options[:index]]:
            problems.append(
                Problem(
                    where=at,
                    code="option-unknown",
                    message=f"`:{name}:` is written twice",
                    help="keep one of them",
                )
            )
        elif name == "caption":
            caption = write_flat(writer, given, line)
        elif name == "highlight":
            found = _highlighted(at, given, text.count("\n") + 1)
            if isinstance(found, Problem):
                problems.append(found)
            else:
                highlighted = found
        else:
            problems.append(
                Problem(
                    where=at,
                    code="option-unknown",
                    message=f"`{{code}}` has no option `{name}`",
                    help=suggest(name, OPTIONS),
                )
            )
    if problems:
        return tuple(problems)
    return CodeSample(
        where=where, text=text, language=argument.strip(), highlighted=highlighted, caption=caption
    )


def _highlighted(where: Where, given: str, last: int) -> frozenset[int] | Problem:
    lines = parse_lines(given)
    if isinstance(lines, str):
        return Problem(where=where, code="option-unknown", message=lines, help="write `:highlight: 2-3`")
    if lines.ranges[-1].last > last:
        return Problem(
            where=where,
            code="option-unknown",
            message=f"`:highlight: {given}` names line {lines.ranges[-1].last}",
            help=f"the code has {last} line" + ("s" if last > 1 else ""),
        )
    return frozenset(n for part in lines.ranges for n in range(part.first, part.last + 1))
