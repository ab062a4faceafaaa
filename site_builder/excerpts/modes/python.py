"""Symbols of a Python file: classes, functions and assigned names, with their lines.

In: the text of a module. Out: qualified name → lines of each definition. Definitions inside `if`, `try`,
`with`, loops and `match` belong to the scope around them. Names assigned inside functions are no symbols.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from site_builder.excerpts.modes.outcome import Unresolved
from site_builder.model import LineRange

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


LARGEST = 1_000_000  # characters; the tree of a file takes hundreds of times its size


@lru_cache(maxsize=512)
def parse(text: str) -> ast.Module | Unresolved:
    """The module's tree; a file in a newer syntax than this interpreter's does not parse either."""
    if len(text) > LARGEST:
        message = f"has {len(text):,} characters; symbols are looked for in up to {LARGEST:,}"
        return Unresolved(message=message, help="write `:lines:` instead, or divide the file")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in the author's strings
            return ast.parse(text)
    except SyntaxError as error:
        place = f" at L{error.lineno}" if error.lineno else ""
        message = f"does not parse as Python{place}: {error.msg}"
    except (ValueError, RecursionError, MemoryError):
        message = "does not parse as Python"
    return Unresolved(message=message, help="mend the file, or write `:lines:` instead")


@lru_cache(maxsize=512)
def symbols(text: str) -> Mapping[str, tuple[LineRange, ...]] | Unresolved:
    tree = parse(text)
    if isinstance(tree, Unresolved):
        return tree
    number = _line_numbers(text)
    found: dict[str, list[LineRange]] = {}
    declared: dict[str, list[LineRange]] = {}  # `x: int` without a value counts where nothing else defines x
    for name, node in _definitions(tree.body, "", inside_function=False):
        bare = isinstance(node, ast.AnnAssign) and node.value is None
        (declared if bare else found).setdefault(name, []).append(
            LineRange(first=number(_first_line(node)), last=number(node.end_lineno or node.lineno))
        )
    merged = {name: tuple(dict.fromkeys(lines)) for name, lines in {**declared, **found}.items()}
    return MappingProxyType(merged)


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, Definition) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _definitions(
    body: list[ast.stmt], scope: str, *, inside_function: bool
) -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, Definition):
            name = f"{scope}{node.name}"
            yield name, node
            function = not isinstance(node, ast.ClassDef)
            yield from _definitions(node.body, f"{name}.", inside_function=function)
            continue
        if not inside_function:
            yield from ((f"{scope}{name}", node) for name in assigned_names(node))
        for block in blocks(node):
            yield from _definitions(block, scope, inside_function=inside_function)


def assigned_names(node: ast.stmt) -> list[str]:
    """The plain names that a statement gives a value, or declares."""
    match node:
        case ast.Assign(targets=targets):
            return [name for target in targets for name in _target_names(target)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            alias = getattr(node, "name", None)  # `type X = …`, which Python 3.11 does not have
            return [alias.id] if isinstance(alias, ast.Name) else []


def _target_names(target: ast.expr) -> list[str]:
    match target:
        case ast.Name(id=name):
            return [name]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return [name for element in elements for name in _target_names(element)]
        case ast.Starred(value=inner):
            return _target_names(inner)
        case _:
            return []


def blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The statement lists inside a compound statement that opens no scope."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _line_numbers(text: str) -> Callable[[int], int]:
    """Python also ends a line at a lone CR; this gives the number of the LF-ended line that holds it."""
    if "\r" not in text:
        return lambda line: line
    python_lines = (1 + line.removesuffix("\r").count("\r") for line in text.split("\n"))
    ours = [number for number, times in enumerate(python_lines, 1) for _ in range(times)]
    return lambda line: ours[line - 1]
