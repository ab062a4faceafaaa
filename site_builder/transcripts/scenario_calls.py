"""The `calls` of a run → `Call` values, their arguments as the JSON text that will be sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from site_builder.model import Call
from site_builder.transcripts.reading import Reader, is_list, is_table
from site_builder.transcripts.toml_places import KeyPath

CALL_KEYS = ("tool", "prompt", "resource", "arguments", "deadline")
_KINDS: tuple[Literal["tool", "prompt", "resource"], ...] = ("tool", "prompt", "resource")
_EXAMPLE = 'calls = [ { tool = "echo", arguments = { message = "hi" } } ]'


def read_calls(reader: Reader, key: KeyPath, found: object) -> tuple[Call, ...]:
    """An empty list is meant: handshake and lists only."""
    if not is_list(found):
        reader.report(key, "`calls` must be a list of tables", f"write `{_EXAMPLE}`")
        return ()
    calls = [_read_call(reader, (*key, index), item) for index, item in enumerate(found)]
    return tuple(call for call in calls if call is not None)


def _read_call(reader: Reader, key: KeyPath, found: object) -> Call | None:
    number = int(key[-1]) + 1
    if not is_table(found):
        reader.report(key, f"call {number} must be a table", f"write `{_EXAMPLE}`")
        return None
    for name in found:
        if name not in CALL_KEYS:
            reader.known(key, {name: None}, CALL_KEYS)
    named = [kind for kind in _KINDS if kind in found]
    if len(named) != 1:
        reader.report(
            key, f"call {number} must name one tool, one prompt or one resource", f"write `{_EXAMPLE}`"
        )
        return None
    kind = named[0]
    name = reader.text((*key, kind), found[kind])
    arguments = _arguments(reader, key, found)
    if kind == "resource" and arguments is not None:
        reader.report((*key, "arguments"), "a resource is read without arguments", "put them into its URI")
    deadline = reader.seconds((*key, "deadline"), found["deadline"], 30.0) if "deadline" in found else None
    return Call(kind=kind, name=name, arguments=arguments, deadline=deadline)


def _arguments(reader: Reader, key: KeyPath, found: Mapping[str, object]) -> str | None:
    """A table becomes JSON; JSON text stays as it is, so that it may break the server's schema at will."""
    if "arguments" not in found:
        return None
    place = (*key, "arguments")
    given = found["arguments"]
    if isinstance(given, str):
        return _json_text(reader, place, given)
    if not is_table(given):
        reader.report(
            place, "`arguments` must be a table, or JSON in a text", "write `arguments = { id = 1 }`"
        )
        return None
    try:
        return json.dumps(given, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError):
        help = 'write the arguments as JSON in a text: `arguments = \'{"when": "2026-01-31"}\'`'
        reader.report(place, "JSON has no dates, no infinity and no nan", help)
        return None


def _json_text(reader: Reader, key: KeyPath, text: str) -> str:
    try:
        json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        help = "write an object such as `'{\"message\": null}'`; the text is sent as it is"
        reader.report(key, f"`arguments` is no JSON: {str(error).lower()}", help)
    # A message is one line. In valid JSON a raw line end can only be white space.
    return text.replace("\r", " ").replace("\n", " ")


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON value")
