"""Two conversations → how what the server announced differs: tool by tool, prompt by prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from site_builder.transcripts.canonical import Json, sorted_text
from site_builder.transcripts.contract import Announced, announced
from site_builder.transcripts.difference import json_diff, text_diff
from site_builder.transcripts.messages import Message, table_of, tables_of, text_of

# Method → what one item is called, and the member that names it.
ITEMS = {
    "tools/list": ("tool", "name"),
    "prompts/list": ("prompt", "name"),
    "resources/list": ("resource", "uri"),
    "resources/templates/list": ("resource template", "uriTemplate"),
}
_WORDS = {"inputSchema": "input schema", "outputSchema": "result schema", "mimeType": "MIME type"}
Named = Mapping[tuple[str, int], dict[str, Json]]  # name and how often it came before → item


def compare_contract(before: Iterable[Message], now: Iterable[Message]) -> Iterator[tuple[str, str]]:
    """(message, diff) for each thing that the server announces differently."""
    old, new = announced(before), announced(now)
    yield from _greeting(old, new)
    for method, (kind, key) in ITEMS.items():
        yield from _refusals(method, old, new)
        if method in old.lists or method in new.lists:
            yield from _items(kind, key, old.lists.get(method, ()), new.lists.get(method, ()))


def _greeting(old: Announced, new: Announced) -> Iterator[tuple[str, str]]:
    pairs: list[tuple[str, Json, Json]] = [
        ("the protocol version", old.protocol_version, new.protocol_version),
        ("the server's name or version", dict(old.server), dict(new.server)),
    ]
    names = dict.fromkeys((*old.greeting, *new.greeting))
    for name in names:
        if name in ("capabilities", "instructions", "supportedVersions", "_meta"):
            pairs.append((f"the server's {name.strip('_')}", old.greeting.get(name), new.greeting.get(name)))
    for what, one, other in pairs:
        if what == "the server's meta" and new.server != old.server:
            continue  # in the discovery era name and version stand in there, and are named above
        if sorted_text(one) != sorted_text(other):
            yield f"{what} changed", _diff(one, other)


def _refusals(method: str, old: Announced, new: Announced) -> Iterator[tuple[str, str]]:
    one, other = old.refused.get(method), new.refused.get(method)
    if sorted_text(one) == sorted_text(other):
        return
    if one is None:
        what = f"the server now refuses {method}"
    elif other is None:
        what = f"the server no longer refuses {method}"
    else:
        what = f"the server refuses {method} otherwise"
    yield what, json_diff(one, other)


def _items(
    kind: str, key: str, before: Sequence[dict[str, Json]], now: Sequence[dict[str, Json]]
) -> Iterator[tuple[str, str]]:
    old, new = _named(before, key), _named(now, key)
    for name in old:
        if name not in new:
            yield f"{kind} {_spell(name)} was removed", json_diff(old[name], None)
    for name in new:
        if name not in old:
            yield f"{kind} {_spell(name)} was added", json_diff(None, new[name])
        elif sorted_text(old[name]) != sorted_text(new[name]):
            yield from _changes(f"{kind} {_spell(name)}", old[name], new[name])
    common = [name for name in old if name in new], [name for name in new if name in old]
    if common[0] != common[1]:
        diff = text_diff(*("\n".join(_spell(name) for name in names) for names in common))
        yield f"the order of the {kind}s changed", diff


def _named(items: Sequence[dict[str, Json]], key: str) -> Named:
    found: dict[tuple[str, int], dict[str, Json]] = {}
    for item in items:
        name = text_of(item.get(key)) or ""
        times = sum(1 for other, _ in found if other == name)
        found[name, times] = item
    return found


def _spell(name: tuple[str, int]) -> str:
    return name[0] if name[1] == 0 else f"{name[0]} (number {name[1] + 1} of that name)"


def _changes(subject: str, old: dict[str, Json], new: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for member in dict.fromkeys((*old, *new)):
        one, other = old.get(member), new.get(member)
        if sorted_text(one) == sorted_text(other) and (member in old) == (member in new):
            continue
        if member == "inputSchema":
            yield from _schema(subject, table_of(one), table_of(other), _diff(one, other))
        elif member == "arguments":
            yield from _arguments(subject, tables_of(one), tables_of(other), _diff(one, other))
        else:
            yield f"{_WORDS.get(member, member)} of {subject} changed", _diff(one, other)


def _schema(subject: str, old: dict[str, Json], new: dict[str, Json], diff: str) -> Iterator[tuple[str, str]]:
    """Parameters by name; whatever else the schema says by its whole."""
    parameters = table_of(old.get("properties")), table_of(new.get("properties"))
    required = _names(old.get("required")), _names(new.get("required"))
    found = list(_parameters(subject, parameters, required))
    others = [{k: v for k, v in one.items() if k not in ("properties", "required")} for one in (old, new)]
    if not found or sorted_text(others[0]) != sorted_text(others[1]):
        found.append((f"input schema of {subject} changed", diff))
    yield from found


def _arguments(
    subject: str, old: list[dict[str, Json]], new: list[dict[str, Json]], diff: str
) -> Iterator[tuple[str, str]]:
    """A prompt's arguments are a list of named objects."""
    tables = [{text_of(one.get("name")) or "": one for one in given} for given in (old, new)]
    required = [{name for name, one in table.items() if one.get("required") is True} for table in tables]
    plain: list[dict[str, Json]] = [
        {name: {k: v for k, v in one.items() if k != "required"} for name, one in table.items()}
        for table in tables
    ]
    found = list(_parameters(subject, (plain[0], plain[1]), (required[0], required[1])))
    yield from found or [(f"arguments of {subject} changed", diff)]


def _parameters(
    subject: str,
    parameters: tuple[Mapping[str, Json], Mapping[str, Json]],
    required: tuple[set[str], set[str]],
) -> Iterator[tuple[str, str]]:
    old, new = parameters
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            yield f"{subject} lost parameter {name}", json_diff(old[name], None)
            continue
        now_required = name in required[1]
        if name not in old:
            kind = "required parameter" if now_required else "parameter"
            yield f"{subject} gained {kind} {name}", json_diff(None, new[name])
            continue
        if (name in required[0]) != now_required:
            what = "is now required" if now_required else "is no longer required"
            yield f"parameter {name} of {subject} {what}", json_diff(not now_required, now_required)
        if sorted_text(old[name]) != sorted_text(new[name]):
            yield f"parameter {name} of {subject} changed", _diff(old[name], new[name])


def _names(found: Json) -> set[str]:
    return {one for one in found if isinstance(one, str)} if isinstance(found, list) else set()


def _diff(old: Json, new: Json) -> str:
    if isinstance(old, str) and isinstance(new, str):
        return text_diff(old, new)
    return json_diff(old, new)
