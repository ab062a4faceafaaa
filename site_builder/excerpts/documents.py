"""Values in JSON, TOML and YAML: text and JSON pointer → the scalar, as written.

A key that stands twice in one object has no single value. Numbers and dates keep the spelling of the source;
texts come without their quotes.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence

from site_builder.excerpts.modes.outcome import Unresolved, nearest
from site_builder.model import value


@value
class Spelled:
    """A scalar that is printed as it stands in the source."""

    text: str


@value
class Twice:
    """An object in which a key stands twice; `keys` names it."""

    key: str


INDEX = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


def value_at(document: object, pointer: str) -> str | Unresolved:
    """Follow a JSON pointer (RFC 6901) to a scalar, and print that."""
    if pointer and not pointer.startswith("/"):
        return Unresolved(
            message=f"is asked for `{pointer}`, which is no JSON pointer",
            help="write it with a slash: `/project/version`",
        )
    at, walked = document, ""
    for step in pointer.split("/")[1:]:
        if isinstance(at, Twice):
            break
        found = _step(at, unescaped(step))
        if isinstance(found, Unresolved):
            return Unresolved(
                message=f"has nothing at `{pointer}`: {found.message} `{walked or '/'}`", help=found.help
            )
        at, walked = found[0], f"{walked}/{step}"
    return _print(at, pointer)


def _step(at: object, key: str) -> tuple[object] | Unresolved:
    if isinstance(at, Mapping):
        if key in at:
            return (at[key],)
        known = [str(one) for one in at]
        return Unresolved(message=f"there is no `{key}` in", help=nearest(key, known) or _known(known))
    if isinstance(at, Sequence) and not isinstance(at, str):
        if INDEX.fullmatch(key) and int(key) < len(at):
            return (at[int(key)],)
        help = f"it has {len(at)} items, counted from 0" if at else "the list is empty"
        return Unresolved(message=f"there is no item `{key}` in", help=help)
    return Unresolved(message="nothing can be inside the value at", help="point at the value itself")


def _known(keys: Sequence[str]) -> str:
    return f"known here: {', '.join(f'`{key}`' for key in keys[:8])}" if keys else "it is empty"


def _print(at: object, pointer: str) -> str | Unresolved:
    match at:
        case Spelled(text=text) | str(text):
            return text
        case Twice(key=key):
            return Unresolved(message=f"has `{key}` twice in one object", help="keep one of them")
        case bool() | int() | float() | None:
            return json.dumps(at)
        case Mapping():
            help = _known([f"{pointer}/{_escaped(str(key))}" for key in at])
            return Unresolved(message=f"has a table at `{pointer or '/'}`, no single value", help=help)
        case _:
            help = f"point at one item: `{pointer}/0`"
            return Unresolved(message=f"has a list at `{pointer or '/'}`, no single value", help=help)


def unescaped(step: str) -> str:
    """A step of a pointer as the key that it names."""
    return step.replace("~1", "/").replace("~0", "~")


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def read_json(text: str) -> object:
    return json.loads(
        text,
        parse_int=_spelled,
        parse_float=_spelled,
        parse_constant=_spelled,
        object_pairs_hook=_object,
    )


def _spelled(text: str) -> Spelled:
    return Spelled(text=text)


def _object(pairs: Iterable[tuple[str, object]]) -> object:
    found: dict[str, object] = {}
    for key, held in pairs:
        if key in found:
            return Twice(key=key)
        found[key] = held
    return found


def read_toml(text: str) -> object:
    """TOML itself forbids a key twice. Its parser spells floats only, so `_respell` looks for the others."""
    return _respell(tomllib.loads(text, parse_float=_spelled), text, None)


def _respell(at: object, text: str, key: str | None) -> object:
    match at:
        case dict():
            return {name: _respell(held, text, name) for name, held in at.items()}
        case list():
            return [_respell(held, text, None) for held in at]
        case bool() | str() | Spelled():
            return at
        case int():
            return _toml_spelling(key, at, text) or at
        case _:  # dates and times
            return Spelled(text=_toml_spelling(key, at, text) or str(at))


TOML_SCALAR = r"[^\s,#\]}]+(?: [0-9:.Z+-]+)?"  # a date and its time may be parted by a space


def _toml_spelling(key: str | None, held: object, text: str) -> str | None:
    """How the value of `key` is spelled, if every line that gives a key of this name this value agrees."""
    if key is None:
        return None
    row = re.compile(rf"^[^#\n]*?[\"']?\b{re.escape(key)}[\"']?[ \t]*=[ \t]*({TOML_SCALAR})", re.MULTILINE)
    spellings = {found[1] for found in row.finditer(text) if _means(found[1], held)}
    return spellings.pop() if len(spellings) == 1 else None


def _means(spelling: str, held: object) -> bool:
    try:
        return bool(tomllib.loads(f"key = {spelling}")["key"] == held)
    except ValueError:
        return False


def read_yaml(text: str) -> object:
    """Nodes instead of values, because they keep the spelling, and anchors are not unfolded."""
    import yaml

    node = yaml.compose(text, Loader=yaml.SafeLoader)
    return None if node is None else _yaml(node, {})


def _yaml(node: object, seen: dict[int, object]) -> object:
    import yaml

    if id(node) in seen:
        return seen[id(node)]
    match node:
        case yaml.MappingNode(value=pairs):
            table: dict[str, object] = {}
            seen[id(node)] = table
            for key, held in pairs:
                if str(key.value) in table:
                    return Twice(key=str(key.value))
                table[str(key.value)] = _yaml(held, seen)
            return table
        case yaml.SequenceNode(value=items):
            listed: list[object] = []
            seen[id(node)] = listed
            listed.extend(_yaml(item, seen) for item in items)
            return listed
        case yaml.ScalarNode(value=text):
            return Spelled(text=str(text))
        case _:
            return None


READERS: Mapping[str, Callable[[str], object]] = {
    ".json": read_json,
    ".toml": read_toml,
    ".yaml": read_yaml,
    ".yml": read_yaml,
}


def read_document(text: str, suffix: str) -> object | Unresolved:
    from yaml import MarkedYAMLError, YAMLError

    try:
        return READERS[suffix](text)
    except RecursionError:
        reason = "it is nested too deeply"
    except MarkedYAMLError as error:
        line = f" at line {error.problem_mark.line + 1}" if error.problem_mark else ""
        reason = f"{error.problem or error.context}{line}"
    except (ValueError, YAMLError) as error:
        reason = " ".join(str(error).split())
    return Unresolved(message=f"is no {suffix[1:].upper()}: {reason}", help="mend the file")
