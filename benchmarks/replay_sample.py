"""Excerpts as people take them: a commit and a seed → places in its text files.

Mostly plain ranges of 1 to 40 lines, eight in the middle of them; a share of definitions in Python files, a
few lists of two ranges.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from replay_history import FOLDER, LINK, History

Spans = tuple[tuple[int, int], ...]
SYMBOLS, LISTS = 0.2, 0.05  # shares
LARGEST = 1 << 20
WIDEST = 2000  # columns; sitemaf refuses to show more
PLAIN = re.compile(r"[\w./+ @~-]+")
PYTHON = (".py", ".pyi", ".pyw")


@dataclass(frozen=True)
class Quoted:
    """One excerpt at the first commit; `symbol` is empty for plain lines."""

    path: str
    blob: str
    spans: Spans
    symbol: str
    parts: tuple[tuple[str, ...], ...]

    @property
    def option(self) -> str:
        if self.symbol:
            return f":symbol: {self.symbol}"
        return f":lines: {','.join(f'{first}-{last}' for first, last in self.spans)}"

    @property
    def flat(self) -> list[str]:
        return [line for part in self.parts for line in part]


def is_python(path: str) -> bool:
    return path.endswith(PYTHON)


def definitions(lines: list[str]) -> dict[str, list[tuple[int, int]]]:
    """Qualified name → lines of each definition: classes and functions, decorators included, and assigned
    names, save those of functions; a name that is only declared counts where nothing defines it.
    """
    found: dict[str, dict[tuple[int, int], None]] = {}
    declared: dict[str, dict[tuple[int, int], None]] = {}
    # A lone CR ends a line for Python, but not for git.
    ours = [number for number, line in enumerate(lines, 1) for _ in range(1 + line[:-1].count("\r"))]

    def look(node: ast.AST, scope: str, inside: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([child.lineno, *(one.lineno for one in child.decorator_list)])
                found.setdefault(scope + child.name, {})[place(first, child)] = None
                look(child, f"{scope}{child.name}.", not isinstance(child, ast.ClassDef))
                continue
            if isinstance(child, ast.Assign | ast.AnnAssign) and not inside:
                into = found if child.value else declared
                targets = child.targets if isinstance(child, ast.Assign) else [child.target]
                for name in (one for target in targets for one in ast.walk(target)):
                    if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                        into.setdefault(scope + name.id, {})[place(child.lineno, child)] = None
            look(child, scope, inside)

    def place(first: int, node: ast.stmt) -> tuple[int, int]:
        return ours[first - 1], ours[(node.end_lineno or first) - 1]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        look(ast.parse("\n".join(lines) + "\n"), "", inside=False)
    return {name: list(places) for name, places in {**declared, **found}.items()}


def sample(history: History, commit: str, count: int, chance: Random) -> list[Quoted]:
    files = [
        (path, blob)
        for path, (mode, blob) in sorted(history.tree(commit).items())
        if mode not in (LINK, FOLDER) and PLAIN.fullmatch(path) and path == path.strip()
    ]
    found: dict[tuple[str, str], Quoted] = {}
    for _ in range(count * 20):
        if len(found) == count or not files:
            break
        path, blob = chance.choice(files)
        lines = history.lines(blob, is_python(path))
        if not lines or sum(map(len, lines)) > LARGEST or max(map(len, lines)) > WIDEST:
            continue
        for one in _draw(path, blob, lines, chance):
            found[path, one.option] = one
    return list(found.values())


def _draw(path: str, blob: str, lines: list[str], chance: Random) -> Iterator[Quoted]:
    kind = chance.random()
    if kind < SYMBOLS and is_python(path):
        if named := _symbol(lines, chance):
            yield _quoted(path, blob, lines, (named[1],), named[0])
        return
    first = _span(len(lines), chance)
    spans: Spans = (first,)
    if kind > 1 - LISTS and first[1] + 3 < len(lines):
        gap = chance.randint(2, 8)
        second = (first[1] + gap, min(len(lines), first[1] + gap + chance.randint(0, 9)))
        spans = (first, second) if second[0] <= len(lines) else spans
    if all(lines[line - 1].strip() for span in spans for line in span):
        yield _quoted(path, blob, lines, spans, "")


def _span(count: int, chance: Random) -> tuple[int, int]:
    height = min(count, 40, max(1, round(chance.lognormvariate(2.1, 0.8))))
    first = chance.randint(1, count - height + 1)
    return first, first + height - 1


def _symbol(lines: list[str], chance: Random) -> tuple[str, tuple[int, int]] | None:
    try:
        known = definitions(lines)
    except (SyntaxError, ValueError):
        return None
    once = sorted(name for name, places in known.items() if len(places) == 1)
    short = [name for name in once if known[name][0][1] - known[name][0][0] < 60]
    name = chance.choice(short) if short else None
    return (name, known[name][0]) if name else None


def _quoted(path: str, blob: str, lines: list[str], spans: Spans, symbol: str) -> Quoted:
    parts = tuple(tuple(lines[first - 1 : last]) for first, last in spans)
    return Quoted(path=path, blob=blob, spans=spans, symbol=symbol, parts=parts)


def sizes(drawn: list[Quoted]) -> str:
    """`412 plain, 60 symbols, 28 lists; 1–40 lines, median 8`."""
    kinds = Counter("symbols" if one.symbol else "lists" if len(one.spans) > 1 else "plain" for one in drawn)
    heights = sorted(len(one.flat) for one in drawn)
    named = ", ".join(f"{kinds[kind]} {kind}" for kind in ("plain", "symbols", "lists"))
    return f"{named}; {heights[0]}–{heights[-1]} lines, median {heights[len(heights) // 2]}"
