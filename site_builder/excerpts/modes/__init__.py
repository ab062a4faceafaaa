"""How each kind of address finds its lines: one module a kind, one row here.

In: an address, a source and its path. Out: the lines, or why there are none. Never a guess: what is not
found, or found twice, is `Unresolved`.
"""

from __future__ import annotations

from typing import assert_never

from site_builder.excerpts.modes import file, lines, region, symbol, text
from site_builder.excerpts.modes.outcome import Unresolved
from site_builder.excerpts.source import SourceText
from site_builder.model import (
    Address,
    FileAddress,
    LineRange,
    LinesAddress,
    RegionAddress,
    SymbolAddress,
    TextAddress,
)

__all__ = ["Unresolved", "resolve"]


def resolve(address: Address, source: SourceText, path: str) -> tuple[LineRange, ...] | Unresolved:
    """The lines that `address` names in `source` now; several ranges for lists and for skipped markers."""
    match address:
        case LinesAddress():
            return lines.resolve(address, source)
        case SymbolAddress():
            return symbol.resolve(address, source, path)
        case RegionAddress():
            return region.resolve(address, source)
        case TextAddress():
            return text.resolve(address, source)
        case FileAddress():
            return file.resolve(source)
        case _:
            assert_never(address)
