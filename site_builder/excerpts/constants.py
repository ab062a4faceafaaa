"""Constants of a Python file: module text and name → the literal, as written.

In: `CONNECT_SECONDS` or `Limits.CONNECT_SECONDS`. A name that is bound twice, or to what is no literal, has
no value that a sentence could state. Whatever can rebind the name counts: another assignment, `del`, an
import, a loop, `global` in a function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from site_builder.excerpts.modes.outcome import Unresolved, listed, nearest
from site_builder.excerpts.modes.python import parse
from site_builder.model import LineRange

Scope = ast.Module | ast.ClassDef
Binding = ast.stmt | ast.expr | ast.alias | ast.ExceptHandler


def constant_of(text: str, name: str) -> str | Unresolved:
    binding = _binding(text, name)
    return binding if isinstance(binding, Unresolved) else _literal(text, name, binding)


def constant_lines(text: str, name: str) -> LineRange | None:
    """Where the constant gets its value, or None where it has none."""
    binding = _binding(text, name)
    if isinstance(binding, Unresolved):
        return None
    return LineRange(first=binding.lineno, last=binding.end_lineno or binding.lineno)


def _binding(text: str, name: str) -> Binding | Unresolved:
    """The one place that binds the name."""
    tree = parse(text)
    if isinstance(tree, Unresolved):
        return tree
    *owners, last = name.split(".")
    scope: Scope = tree
    for owner in owners:
        classes = [
            node for node in _statements(scope) if isinstance(node, ast.ClassDef) and node.name == owner
        ]
        if len(classes) != 1:
            return _unknown(text, name, tree)
        scope = classes[0]
    bindings: list[Binding] = list(_bindings(scope, last))
    if isinstance(scope, ast.Module):
        bindings += [node for node in ast.walk(tree) if isinstance(node, ast.Global) and last in node.names]
    if len(bindings) > 1:
        lines = listed(sorted({node.lineno for node in bindings}))
        help = "quote a constant that is assigned once"
        return Unresolved(message=f"assigns `{name}` more than once: {lines}", help=help)
    if not bindings:
        return _unknown(text, name, tree)
    return bindings[0]


def _unknown(text: str, name: str, tree: ast.Module) -> Unresolved:
    known = sorted(constant_names(tree))
    few = ", ".join(f"`{one}`" for one in known[:8])
    help = nearest(name, known) or (f"its constants are {few}" if known else "it has no constants")
    return Unresolved(message=f"has no constant `{name}`", help=help)


def constant_names(scope: Scope, prefix: str = "") -> Iterator[str]:
    """Every name that an assignment in a module or class gives a value, qualified."""
    for node in _statements(scope):
        if isinstance(node, ast.ClassDef):
            yield from constant_names(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            yield from (f"{prefix}{name}" for name in _targets(node))


def _statements(scope: ast.AST) -> Iterator[ast.AST]:
    """Everything that runs in this scope: not what inner functions and classes do."""
    waiting = [ast.iter_child_nodes(scope)]
    while waiting:
        child = next(waiting[-1], None)
        if child is None:
            waiting.pop()
            continue
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.append(ast.iter_child_nodes(child))


def _bindings(scope: Scope, name: str) -> Iterator[Binding]:
    """Whatever gives `name` a value in this scope, or takes it away."""
    for node in _statements(scope):
        match node:
            case ast.Assign() | ast.AnnAssign() if name in _targets(node):
                if isinstance(node, ast.Assign) or node.value is not None:
                    yield node
            case ast.AugAssign(target=ast.Name(id=bound)) | ast.NamedExpr(target=ast.Name(id=bound)):
                if bound == name:
                    yield node
            case ast.For() | ast.AsyncFor() | ast.With() | ast.AsyncWith() | ast.Delete():
                if name in _stored(node):
                    yield node
            case ast.FunctionDef(name=bound) | ast.AsyncFunctionDef(name=bound) | ast.ClassDef(name=bound):
                if bound == name:
                    yield node
            case ast.alias(name=source, asname=alias) if (alias or source.partition(".")[0]) == name:
                yield node
            case ast.ExceptHandler(name=bound) if bound == name:
                yield node


def _targets(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = (inner for target in targets for inner in ast.walk(target))
    return {inner.id for inner in names if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}


def _stored(node: ast.For | ast.AsyncFor | ast.With | ast.AsyncWith | ast.Delete) -> set[str]:
    """Names bound or deleted by the statement's own head."""
    match node:
        case ast.For(target=target) | ast.AsyncFor(target=target):
            heads: list[ast.expr | None] = [target]
        case ast.Delete(targets=targets):
            heads = list(targets)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            heads = [item.optional_vars for item in items]
    names = (inner for head in heads if head is not None for inner in ast.walk(head))
    return {
        inner.id for inner in names if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load)
    }


def _literal(text: str, name: str, node: ast.AST) -> str | Unresolved:
    """A text without its quotes; any other literal as it is spelled."""
    refusal = Unresolved(
        message=f"does not give `{name}` a literal",
        help="quote a constant that holds a number, a text or a bool",
    )
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return refusal
    single = isinstance(node, ast.AnnAssign) or all(isinstance(target, ast.Name) for target in node.targets)
    if not single:
        return refusal
    try:
        held: object = ast.literal_eval(node.value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return refusal
    if isinstance(held, str):
        return held
    spelled = ast.get_source_segment(text, node.value) or ast.unparse(node.value)
    return spelled if "\n" not in spelled else ast.unparse(node.value)
