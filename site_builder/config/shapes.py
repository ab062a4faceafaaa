"""The tables of `sitemaf.toml` as msgspec sees them, and a reader that reports every key it cannot take.

In: a decoded table and the struct that says what it may hold. Out: an instance with what could be read,
and one `Fault` a key that is unknown or holds something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from site_builder.model import value

S = TypeVar("S", bound=msgspec.Struct)


@value
class Fault:
    keys: tuple[str, ...]
    message: str
    help: str = ""


class SiteTable(msgspec.Struct):
    languages: list[str] = []
    title: dict[str, str] = {}
    base_url: str | None = None
    repository: str | None = None
    missing: Literal["error", "notice"] = "error"
    html: bool = False
    search: Literal["none", "pagefind"] = "none"


class PathsTable(msgspec.Struct):
    content: str = "content"
    demos: str = "demos"
    templates: str = "templates"
    output: str = "output"


class FooterTable(msgspec.Struct):
    title: dict[str, str]
    url: str


class ThemeTable(msgspec.Struct):
    accent: str | None = None
    accent_dark: str | None = None
    logo: str | None = None
    fonts: dict[str, str] = {}
    footer: list[FooterTable] = []
    strings: dict[str, dict[str, str]] = {}


class LimitsTable(msgspec.Struct):
    excerpt_lines: int = 400
    excerpt_columns: int = 2000
    page_seconds: float = 20.0
    code_seconds: float = 5.0


class File(msgspec.Struct):
    site: SiteTable = msgspec.field(default_factory=SiteTable)
    paths: PathsTable = msgspec.field(default_factory=PathsTable)
    theme: ThemeTable = msgspec.field(default_factory=ThemeTable)
    limits: LimitsTable = msgspec.field(default_factory=LimitsTable)


def read_table(
    table: Mapping[str, object], shape: type[S], above: tuple[str, ...] = ()
) -> tuple[S, list[Fault]]:
    """Read what can be read of `table`; everything else becomes a fault, all of them at once."""
    faults: list[Fault] = []
    taken: dict[str, object] = {}
    hints: dict[str, Any] = get_type_hints(shape)
    for key, found in table.items():
        keys = (*above, key)
        if key not in hints:
            faults.append(_unknown(keys, list(hints)))
        elif isinstance(hints[key], type) and issubclass(hints[key], msgspec.Struct):
            if isinstance(found, Mapping):
                taken[key], below = read_table(found, hints[key], keys)
                faults += below
            else:
                faults.append(
                    Fault(
                        keys=keys,
                        message=f"`{'.'.join(keys)}` is a table, not {_kind(found)}",
                        help=f"write `[{'.'.join(keys)}]` and its keys below",
                    )
                )
        else:
            try:
                taken[key] = msgspec.convert(found, hints[key], strict=True)
            except msgspec.ValidationError:
                faults.append(_mistyped(keys, hints[key], found))
    return shape(**taken), faults


def _unknown(keys: tuple[str, ...], known: list[str]) -> Fault:
    near = get_close_matches(keys[-1], known, n=1, cutoff=0.6)
    place = f"[{'.'.join(keys[:-1])}]" if keys[:-1] else "the file"
    names = ", ".join(f"`{name}`" for name in known)
    help = f"did you mean `{near[0]}`?" if near else f"known in {place}: {names}"
    return Fault(keys=keys, message=f"`{keys[-1]}` is no key of {place}", help=help)


def _mistyped(keys: tuple[str, ...], hint: Any, found: object) -> Fault:
    name = ".".join(keys)
    if get_origin(hint) is Literal and isinstance(found, str):
        allowed = " or ".join(f'"{one}"' for one in get_args(hint))
        return Fault(keys=keys, message=f'`{name}` is "{found}", which it cannot be', help=f"write {allowed}")
    return Fault(
        keys=keys,
        message=f"`{name}` takes {_wanted(hint)}, not {_kind(found)}",
        help=f"write `{keys[-1]} = {_example(hint)}`",
    )


def _wanted(hint: Any) -> str:
    return _WANTED[_bare(hint)][0]


def _example(hint: Any) -> str:
    return _WANTED[_bare(hint)][1]


def _bare(hint: Any) -> str:
    if get_origin(hint) in (Union, UnionType):
        hint = next(one for one in get_args(hint) if one is not NoneType)
    if get_origin(hint) is Literal:
        return "str"
    return hint.__name__ if get_origin(hint) is None else str(hint).replace(f"{__name__}.", "")


_WANTED: Mapping[str, tuple[str, str]] = {
    "str": ("a text in quotes", '"…"'),
    "bool": ("`true` or `false`", "true"),
    "int": ("a whole number", "400"),
    "float": ("a number", "20"),
    "list[str]": ("a list of texts", '["…"]'),
    "dict[str, str]": ("a table of texts", '{ name = "…" }'),
    "list[FooterTable]": ("a list of tables", '[{ title = { … }, url = "…" }]'),
    "dict[str, dict[str, str]]": ("a table of texts for each language", '{ language = { key = "…" } }'),
}


def _kind(found: object) -> str:
    match found:
        case bool():
            return f"`{str(found).lower()}`"
        case int() | float():
            return f"the number {found}"
        case str():
            return "a text"
        case list():
            return "a list of something else"
        case Mapping():
            return "a table of something else"
        case _:
            return "a date"
