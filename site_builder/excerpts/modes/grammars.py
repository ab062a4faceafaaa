"""Symbols of C#, TypeScript, JavaScript, Go, Java and Rust files, read with tree-sitter.

In: text and a row of `GRAMMARS`. Out: qualified name → lines of each definition, with its attributes or
decorators and its `export`. Namespaces, packages and modules of a file do not count as part of a name, except
those that the language writes as a scope (`namespace N {}` in TypeScript, `mod` in Rust). The grammars are
compiled wheels of the extra `symbols`; nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from site_builder.excerpts.modes.node_types import ANONYMOUS_FUNCTIONS, DEFINITIONS, LEADS, WRAPPERS
from site_builder.excerpts.modes.outcome import Unresolved
from site_builder.excerpts.modes.python import LARGEST
from site_builder.model import LineRange, value


@value
class Grammar:
    language: str
    module: str
    function: str = "language"


TYPESCRIPT = Grammar(language="TypeScript", module="tree_sitter_typescript", function="language_typescript")
TSX = Grammar(language="TypeScript", module="tree_sitter_typescript", function="language_tsx")
JAVASCRIPT = Grammar(language="JavaScript", module="tree_sitter_javascript")

GRAMMARS: Mapping[str, Grammar] = {
    ".cs": Grammar(language="C#", module="tree_sitter_c_sharp"),
    ".ts": TYPESCRIPT,
    ".mts": TYPESCRIPT,
    ".cts": TYPESCRIPT,
    ".tsx": TSX,
    ".js": JAVASCRIPT,
    ".mjs": JAVASCRIPT,
    ".cjs": JAVASCRIPT,
    ".jsx": JAVASCRIPT,
    ".go": Grammar(language="Go", module="tree_sitter_go"),
    ".java": Grammar(language="Java", module="tree_sitter_java"),
    ".rs": Grammar(language="Rust", module="tree_sitter_rust"),
}


class Node(Protocol):
    """What is used of a tree-sitter node."""

    type: str
    children: Sequence[Node]
    start_point: tuple[int, int]
    end_point: tuple[int, int]
    text: bytes | None

    def child_by_field_name(self, name: str, /) -> Node | None: ...
    def children_by_field_name(self, name: str, /) -> list[Node]: ...


@lru_cache(maxsize=64)
def symbols(text: str, grammar: Grammar) -> Mapping[str, tuple[LineRange, ...]] | Unresolved:
    try:
        library = import_module("tree_sitter")
        language = library.Language(getattr(import_module(grammar.module), grammar.function)())
    except ImportError:
        return Unresolved(
            message=f"is {grammar.language}: reading its symbols needs the extra `symbols`",
            help="run `pip install 'sitemaf[symbols]'`, or write `:lines:` instead",
        )
    if len(text) > LARGEST:
        message = f"has {len(text):,} characters; symbols are looked for in up to {LARGEST:,}"
        return Unresolved(message=message, help="write `:lines:` instead, or divide the file")
    root: Node = library.Parser(language).parse(text.encode()).root_node
    found: dict[str, list[LineRange]] = {}
    for name, lines in _walk(root, "", inside_function=False):
        found.setdefault(name, []).append(lines)
    return MappingProxyType({name: tuple(sorted(set(lines), key=_first)) for name, lines in found.items()})


def _first(lines: LineRange) -> int:
    return lines.first


def _walk(node: Node, scope: str, *, inside_function: bool) -> Iterator[tuple[str, LineRange]]:
    """Every definition below `node`, with the lines of what wraps it or leads up to it."""
    pending: list[tuple[Node, str, bool, LineRange | None]] = [(node, scope, inside_function, None)]
    while pending:
        parent, scope, inside, wrapper = pending.pop()
        lead: int | None = None
        sole = sum(child.type in DEFINITIONS for child in parent.children) == 1
        for child in parent.children:
            if child.type in LEADS:
                lead = lead or _lines(child).first
                continue
            kind = DEFINITIONS.get(child.type)
            names = _names(child) if kind else []
            lines = _hull(_lines(child), wrapper if sole or not kind else None, lead)
            if kind != "value" or not inside:
                yield from ((f"{scope}{name}", lines) for name in names)
            inner = f"{scope}{_scope_name(child, names)}"
            function = kind == "function" or child.type in ANONYMOUS_FUNCTIONS
            keep = lines if child.type in WRAPPERS else None
            pending.append((child, inner, function or (inside and kind != "scope"), keep))
            if child.type not in {"comment", "line_comment", "block_comment", "export", "default"}:
                lead = None


def _lines(node: Node) -> LineRange:
    """A node that ends before the first column of a line does not hold that line."""
    row, column = node.end_point
    first = node.start_point[0] + 1
    return LineRange(first=first, last=max(first, row if column == 0 else row + 1))


def _hull(lines: LineRange, wrapper: LineRange | None, lead: int | None) -> LineRange:
    firsts = [lines.first, wrapper.first if wrapper else lines.first, lead or lines.first]
    return LineRange(first=min(firsts), last=max(lines.last, wrapper.last if wrapper else 0))


def _names(node: Node) -> list[str]:
    nodes = node.children_by_field_name("name") or node.children_by_field_name("property")
    names = [_text(name) for name in nodes if name.type.endswith("identifier")]
    receiver = node.child_by_field_name("receiver")  # Go: `func (s *Server) Start()` is `Server.Start`
    owner = _first_type(receiver) if receiver else None
    return [f"{owner}.{name}" for name in names] if owner else names


def _scope_name(node: Node, names: list[str]) -> str:
    if node.type == "impl_item":  # Rust: methods belong to the type after `for`
        target = node.child_by_field_name("type")
        owner = _first_type(target) if target else None
        return f"{owner}." if owner else ""
    return f"{names[0]}." if names else ""


def _first_type(node: Node) -> str | None:
    pending = [node]
    while pending:
        current = pending.pop()
        if current.type == "type_identifier":
            return _text(current)
        pending.extend(reversed(current.children))
    return None


def _text(node: Node) -> str:
    return (node.text or b"").decode()
