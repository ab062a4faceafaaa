"""A name that nobody knows → the help line that offers the nearest known ones."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

_LONGEST = 100  # characters; comparing longer names costs more than it tells


def suggest(name: str, known: Collection[str], none: str = "nothing is known there yet") -> str:
    """`did you mean …?` where something is near, else what there is."""
    if not known:
        return none
    near = get_close_matches(name[:_LONGEST], known, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(f"`{one}`" for one in near) + "?"
    some = [f"`{one}`" for one in sorted(known)[:12]]
    return "known here: " + ", ".join(some) + (" …" if len(known) > 12 else "")
