"""How every value is declared: frozen, slotted, keyword-only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """Make `cls` a frozen, slotted, keyword-only dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)
