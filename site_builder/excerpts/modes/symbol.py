"""`:symbol:`: a definition by its qualified name, decorators included.

Python is read with `ast`; the other languages of `grammars` with tree-sitter, where the extra `symbols` is
installed. A name that two definitions share is no address: the answer lists their lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from site_builder.excerpts.modes import grammars, python
from site_builder.excerpts.modes.outcome import Unresolved, listed, nearest
from site_builder.excerpts.source import PYTHON_SUFFIXES, SourceText
from site_builder.model import LineRange, SymbolAddress

ADVICE = "write `:lines:`, `:region:` or `:from:` and `:to:` instead"


def resolve(address: SymbolAddress, source: SourceText, path: str) -> tuple[LineRange, ...] | Unresolved:
    symbols = _symbols(source, PurePosixPath(path).suffix.lower())
    if isinstance(symbols, Unresolved):
        return symbols
    found = symbols.get(address.name.replace("::", "."), ())
    if len(found) == 1:
        return found
    if found:
        lines = tuple(lines.first for lines in found)
        return Unresolved(
            message=f"defines `{address.name}` {len(found)} times: {listed(lines)}", help=ADVICE, lines=lines
        )
    return Unresolved(message=f"defines no `{address.name}`", help=_near(address.name, symbols))


def _near(name: str, symbols: Mapping[str, tuple[LineRange, ...]]) -> str:
    """A name given without its class is the commonest slip, so those come first."""
    last = name.rpartition(".")[2]
    same = [known for known in symbols if known.rpartition(".")[2] == last]
    if same:
        return f"did you mean {' or '.join(f'`{known}`' for known in same[:3])}?"
    return nearest(name, symbols) or ADVICE


def _symbols(source: SourceText, suffix: str) -> Mapping[str, tuple[LineRange, ...]] | Unresolved:
    if suffix in PYTHON_SUFFIXES:
        return python.symbols(source.text)
    grammar = grammars.GRAMMARS.get(suffix)
    if grammar is None:
        return Unresolved(message=f"is of a kind (`{suffix}`) whose symbols are not known", help=ADVICE)
    return grammars.symbols(source.text, grammar)
