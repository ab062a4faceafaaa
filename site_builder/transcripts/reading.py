"""A table of author-written TOML → typed values, one finding for each thing that is not as it must be.

A reader goes through the keys that it knows; whatever it does not take is reported with its line and the
nearest known name. Every reader returns a default in place of what it could not use, so that one run reports
everything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeGuard

from site_builder.model import Problem, Where
from site_builder.transcripts.toml_places import KeyPath, line_of


class Reader:
    """Knows where each key of one file stands, and gathers what is wrong with it."""

    def __init__(self, path: str, lines: Mapping[KeyPath, int]) -> None:
        self.path, self.lines = path, lines
        self.problems: list[Problem] = []

    def where(self, key: KeyPath) -> Where:
        return Where(path=self.path, line=line_of(self.lines, key))

    def report(self, key: KeyPath, message: str, help: str = "") -> None:
        self.problems.append(Problem(where=self.where(key), code="config", message=message, help=help))

    def known(self, key: KeyPath, table: Mapping[str, object], names: Iterable[str]) -> None:
        """Report each name in `table` that is not among `names`."""
        known = tuple(names)
        for name in table:
            if name not in known:
                self.report((*key, name), f"`{name}` is no key of {spell(key)}", nearest(name, known))

    def text(self, key: KeyPath, found: object) -> str:
        if isinstance(found, str):
            return found
        self.report(key, f"`{key[-1]}` must be a text in quotes, not {kind_of(found)}")
        return ""

    def texts(self, key: KeyPath, found: object, example: str) -> tuple[str, ...]:
        """A list of at least one text; a text alone is refused, since splitting it would be guessing."""
        if is_list(found) and found and all(isinstance(item, str) for item in found):
            return tuple(str(item) for item in found)
        what = "an empty list" if found == [] else kind_of(found)
        self.report(key, f"`{key[-1]}` must be a list of texts, not {what}", f"write `{key[-1]} = {example}`")
        return ()

    def table(self, key: KeyPath, found: object, example: str) -> Mapping[str, object]:
        if is_table(found):
            return found
        self.report(key, f"`{key[-1]}` must be a table, not {kind_of(found)}", f"write `{example}`")
        return {}

    def seconds(self, key: KeyPath, found: object, default: float) -> float:
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 < found < math.inf:
            return float(found)
        self.report(key, f"`{key[-1]}` must be a number of seconds above zero", f"write `{key[-1]} = 30`")
        return default

    def choice(self, key: KeyPath, found: object, known: tuple[str, ...]) -> str:
        if isinstance(found, str) and found in known:
            return found
        listed = ", ".join(f'"{name}"' for name in known)
        self.report(key, f"`{key[-1]}` must be one of {listed}", nearest(str(found), known))
        return known[0]


def is_table(found: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(found, dict)


def is_list(found: object) -> TypeGuard[list[object]]:
    return isinstance(found, list)


def nearest(name: str, known: Iterable[str]) -> str:
    """The help line for a name that is not known."""
    names = tuple(known)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean `{close[0]}`?"
    return "known here: " + ", ".join(f"`{one}`" for one in names) if names else ""


def spell(key: KeyPath) -> str:
    """A table as its author writes it: `[runs.direct]`."""
    names = [str(part + 1) if isinstance(part, int) else part for part in key]
    return f"[{'.'.join(names)}]" if names else "a demo"


def kind_of(found: object) -> str:
    match found:
        case str():
            return "a text"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case list():
            return "a list of other things"
        case dict():
            return "a table"
        case _:
            return "a date or time"
