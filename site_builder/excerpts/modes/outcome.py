"""What a mode answers when an address names no lines."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from site_builder.model import value


@value
class Unresolved:
    """`message` follows the file's name: ``has no symbol `x` ``; `lines` are the places that it speaks of."""

    message: str
    help: str
    code: str = "excerpt-address"
    lines: tuple[int, ...] = ()


def listed(lines: Iterable[int]) -> str:
    """`L3, L9 and L12`."""
    words = [f"L{line}" for line in lines]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def nearest(name: str, known: Iterable[str]) -> str:
    """``did you mean `connect` or `close`?``, or nothing where no known name is near."""
    close = get_close_matches(name, sorted(set(known)), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(f'`{word}`' for word in close)}?" if close else ""
