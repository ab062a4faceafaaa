"""For people: `path:line:column: error [code] message`, the line with a caret, the next act, the diff.

Causes stand before what may follow from them: settings, then pages and programs, then how translations
differ from their original. Nobody reads thousands of findings, and a terminal keeps no more: the first are
shown, errors before warnings, and the others counted. The other formats are for programs, hold all, and are
sorted by place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from unicodedata import combining, east_asian_width

from site_builder.model import Problem, Severity, Where
from site_builder.report.context import Context, count
from site_builder.report.escaping import plain, plain_lines, short

_WIDTH = 100  # columns of a source line shown; a longer one is cut around the caret
_MOST = 200  # problems shown
_MOST_LINES = 200  # of the diff of one
_RED, _YELLOW, _GREEN, _CYAN, _BOLD = "31", "33", "32", "36", "1"


def render(problems: Sequence[Problem], context: Context) -> str:
    """All problems, then how many there are; empty without problems."""
    if not problems:
        return ""
    shown = _shown(sorted(problems, key=_depth))
    parts = ["\n".join(_lines(problem, context)) + "\n" for problem in shown]
    if len(shown) < len(problems):
        parts.append(f"… and {len(problems) - len(shown):,} more; `--format json` lists them all\n")
    return "\n".join(parts) + "\n" + _summary(problems, context) + "\n"


def _depth(problem: Problem) -> int:
    """How far from a cause: a mistake in an original makes it differ from its translations, too."""
    if problem.code == "config":
        return 0
    return 2 if problem.code.startswith(("parity-", "translation-stale")) else 1


def _shown(problems: Sequence[Problem]) -> Sequence[Problem]:
    """As many as are shown, in the order in which they were."""
    if len(problems) <= _MOST:
        return problems
    weights = [problem.severity is Severity.WARNING for problem in problems]
    chosen = sorted(range(len(problems)), key=lambda number: (weights[number], number))[:_MOST]
    return [problems[number] for number in sorted(chosen)]


def _lines(problem: Problem, context: Context) -> Iterator[str]:
    color = _RED if problem.severity is Severity.ERROR else _YELLOW
    severity = str(problem.severity or Severity.ERROR)
    head = f"{_paint(severity, color, context)} [{_paint(problem.code, _BOLD, context)}]"
    yield f"{place(problem.where)}: {head} {plain(short(problem.message))}"
    yield from _source(problem.where, context, color)
    for where in problem.related:
        yield f"   see: {place(where)}"
    if problem.help:
        yield f"  {_paint('help:', _CYAN, context)} {plain(short(problem.help))}"
    if problem.diff:
        yield from islice(diff_lines(problem.diff, context), _MOST_LINES)
        if (left := problem.diff.rstrip("\n").count("\n") + 1 - _MOST_LINES) > 0:
            yield f"  … and {left:,} more lines; `--format json` has them all"


def diff_lines(diff: str, context: Context) -> Iterator[str]:
    """A bar before each line, so that no quoted text can pose as a command to the log that shows it."""
    yield from (f"  | {_diff_line(short(line), context)}" for line in plain_lines(diff.rstrip("\n")))


def place(where: Where) -> str:
    """`path:12:3`, as editors and terminals turn it into a link."""
    parts = [plain(where.path)]
    if where.line is not None:
        parts += [str(where.line)]
        if where.column is not None:
            parts += [str(where.column)]
    return ":".join(parts)


def _source(where: Where, context: Context, color: str) -> Iterator[str]:
    if where.line is None:
        return
    line = context.line(where.path, where.line)
    if line is None or not line.strip():
        return
    at = (where.column or len(line) - len(line.lstrip()) + 1) - 1
    start = max(0, at - _WIDTH // 2) if len(line) > _WIDTH else 0
    before, after = plain(line[start:at]), plain(line[at : start + _WIDTH])
    gutter = f"{where.line:>5} | "
    carets = "^" if where.column else "^" * max(1, width(after.rstrip()))
    yield f"{gutter}{before}{after}".rstrip()
    yield " " * (len(gutter) - 2) + "| " + " " * width(before) + _paint(carets, color, context)


def width(text: str) -> int:
    """Columns that a terminal gives to the text."""
    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def _diff_line(line: str, context: Context) -> str:
    if line.startswith(("+++", "---")):
        return _paint(line, _BOLD, context)
    colors = {"+": _GREEN, "-": _RED, "@": _CYAN}
    return _paint(line, colors[line[0]], context) if line[:1] in colors else line


def _summary(problems: Sequence[Problem], context: Context) -> str:
    errors, warnings = count(problems, Severity.ERROR), count(problems, Severity.WARNING)
    found = ", ".join(_number(*one) for one in ((errors, "error"), (warnings, "warning")) if one[0])
    seen = [_number(context.counts.get(f"{name}s", 0), name) for name in ("page", "excerpt", "run")]
    mended = "" if context.command == "accept" else _mended(problems)
    return f"{found} in {', '.join(seen)}{mended}" if context.counts else f"{found}{mended}"


def _mended(problems: Sequence[Problem]) -> str:
    """What `accept` would do unasked; a renamed file is followed only on request."""
    fixable = [problem.code for problem in problems if problem.fixable]
    renamed = fixable.count("excerpt-renamed")
    alone = len(fixable) - renamed
    if not renamed:
        return f"; `sitemaf accept` mends {alone} by itself" if alone else ""
    if not alone:
        return f"; `sitemaf accept --follow` mends {renamed}"
    return f"; `sitemaf accept` mends {alone} by itself, {renamed} more with --follow"


def _number(amount: int, noun: str) -> str:
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


def _paint(text: str, color: str, context: Context) -> str:
    return f"\x1b[{color}m{text}\x1b[0m" if context.colors and text else text
