"""The source files of `site_builder`, parsed, and a clean interpreter to import them in.

In: this repository. Out: `modules()`, one a file, and `imported_by()`, what a command loads.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "site_builder"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    name: str  # "excerpts.judge"
    path: Path
    text: str
    tree: ast.Module

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def texts(self) -> Iterator[ast.Constant]:
        """Every string in the code that is no docstring."""
        documented = (node for node in ast.walk(self.tree) if isinstance(node, ast.Expr))
        docstrings = {id(node.value) for node in documented}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        found.append(Module(name, path, text, ast.parse(text)))
    return tuple(found)


def length(function: Function) -> int:
    """Lines from `def` to the end, without the docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def imported_by(statement: str) -> set[str]:
    """The names of all modules in a fresh interpreter after `statement`, which may exit."""
    program = f"""\
import sys
try:
    {statement}
except SystemExit as end:
    assert not end.code, end.code
print("\\n".join(sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        cwd=PACKAGE.parent,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())
